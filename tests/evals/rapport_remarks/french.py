"""French."""

REMARKS = """
# neutral
> Combien de temps faut-il cuire un poulet de deux kilos ?
< Environ une heure quarante à 190 degrés.

> Je veux copier un dossier sur un autre disque. Quelle commande garde les dates ?
< La commande cp avec l'option -a, ou rsync.

> Le robinet de la salle de bains goutte la nuit. Est-ce le joint ?
< Sans doute. Fermer la vanne avant de démonter.

> Que peut-on planter entre les tomates ?
< Du basilic ou des œillets d'Inde.

> Lequel des deux musées est le plus grand, et où sont les cartes anciennes ?
< Le musée de la ville est plus grand, les cartes sont dans l'autre.

# formality=high
> Madame, je vous serais reconnaissant de bien vouloir m'adresser un aperçu des règles applicables.
< Bien volontiers. Je vous transmets cet aperçu.

> Je vous remercie de votre réponse. Par ailleurs, pourriez-vous m'indiquer la procédure à suivre ?
< La demande est à déposer par écrit, Monsieur.

> Veuillez trouver ci-joint le dossier. Je reste à votre disposition.
< Nous en accusons réception.

> Auriez-vous la gentillesse de vérifier ces chiffres avant publication ?
< Certainement, nous allons les vérifier.

> Je vous prie d'agréer l'expression de mes sentiments respectueux.
< Nous vous remercions de votre confiance.

# formality=low
> salut ça va? tu peux m'aider vite fait stp
< Ouais, montre !

> ouais grave, c'est trop cool ton truc
< Hein ? Essaie !

> bof j'sais pas, on s'en fout un peu
< Ok, on prend le premier.

> merci frérot t'es le meilleur!!
< De rien !

> putain cette imprimante de merde elle marche pas
< Ouais, c'est chiant. Débranche-la.

# warmth=high
> Merci infiniment, ma chère, tu m'as beaucoup aidée. Ça me fait plaisir de te parler.
< Ça me touche. J'aime bien nos conversations aussi.

> Comment vas-tu aujourd'hui ? J'espère que tu as passé une belle journée.
< C'est gentil de demander. Je suis content que tu sois là.

> Je t'aime bien, tu sais, parler avec toi me fait du bien.
< Moi aussi, tu comptes pour moi.

> Bonne nuit et prends soin de toi ! Je t'embrasse.
< Dors bien, à demain, je pense à toi.

> Je suis si heureuse de faire ça avec toi, mon ami.
< Ensemble, c'est bien plus beau.

# warmth=low
> Juste le résultat.
< 42.

> Pas de politesses. Point suivant.
< Point quatre : le plan de sauvegarde.

> Répondez à la question, rien d'autre.
< Version 2.1.

> C'est sans importance. Donnez le tableau en CSV.
< Voici le CSV.

> Exécuter la deuxième tâche. Signaler la fin.
< Terminé.

# humor=high
> Haha, mon code marche et je ne sais pas pourquoi. Surtout, n'y touchons plus !
< On l'encadre et on n'en parle plus.

> Je plaisante, mais mon régime marche bien : je ne mange du gâteau que les jours en i.
< Une discipline de fer !

> C'est l'histoire d'un pingouin qui respire par les fesses. Un jour il s'assoit et il meurt 😂
< Paix à son siège.

> Tu es drôle aujourd'hui, tu as mangé un clown ?
< Un petit, avec de la confiture.

> Mdr, tu me fais trop rire avec tes blagues
< J'en ai des pires.

# humor=low
> C'est une affaire grave, et je souhaite qu'on la traite avec sérieux.
< Bien sûr. Reprenons-la avec soin.

> Le patient est décédé cette nuit et il faut prévenir la famille.
< Je suis désolé. Préparons ce qu'il faut dire.

> Il y a eu un accident à l'usine, deux personnes sont à l'hôpital.
< Que sait-on de leur état ?

> Je n'ai pas le cœur à rire, l'audience est lundi.
< Je comprends. Que manque-t-il pour le tribunal ?

> L'inondation nous a pris la maison, il faut déclarer le sinistre.
< Toutes mes condoléances. Commençons par le numéro du contrat.

# depth=high
> Je me demande ce que signifie une vie réussie si personne ne s'en souvient.
< Peut-être que le sens n'a pas besoin de témoin.

> Crois-tu que nous choisissons nos valeurs, ou est-ce qu'elles nous choisissent ?
< Peut-être remarquons-nous seulement celles auxquelles nous obéissons.

> J'ai compris que derrière mon ambition se cache la peur d'être ordinaire.
< Et que te prendrait l'ordinaire ?

> Pourquoi tenons-nous à des croyances qui nous font souffrir ? Il y a forcément quelque chose de plus profond.
< Une croyance peut être un foyer, même froid.

> Je réfléchis beaucoup à la mort, et cela change mon rapport au temps.
< Si le temps est fini, l'attention devient une question morale.

# depth=low
> Quelle heure est-il à Tokyo ?
< Vingt et une heures trente.

> Tu as vu le match hier soir ?
< L'équipe locale a gagné.

> Il fait beau aujourd'hui, non ?
< Oui, doux et ensoleillé.

> Où le lait est-il en promotion cette semaine ?
< Dans le magasin du coin.

> On mange quoi à midi, pizza ou salade ?
< Pizza.

# trust=high
> Pour être honnête, je ne l'ai jamais dit à personne, mais j'ai honte.
< Merci de me le dire. Il fallait du courage.

> Je bois de nouveau trop et je me sens coupable.
< Je suis content que tu en parles.

> Mon couple va mal et je pleure dans la voiture pour que personne ne le voie.
< Cela doit être très solitaire.

> Quand j'étais petit, mon père nous frappait, et j'ai encore peur des cris.
< Je suis désolé que tu aies vécu cela.

> On m'a diagnostiqué une dépression l'an dernier, je la cache à tout le monde.
< Comment est-ce, de porter cela ?

# trust=low
> Je préfère ne pas le dire.
< Très bien, je reste général.

> Cela ne vous regarde pas.
< Compris.

> Pourquoi voulez-vous le savoir ? Je ne parle pas de ma vie privée.
< Seulement pour mieux répondre.

> Restons professionnels, pas de questions personnelles.
< Bien entendu.

> Je ne fais pas confiance à ces systèmes, je ne donnerai pas mon nom.
< Vous n'y êtes pas obligé.

# energy=high
> Oh là là, c'est génial ! J'ai plein d'idées maintenant, il faut que je te les raconte toutes ! D'abord une petite scène dans le jardin, et puis on invite toute la rue. Qu'en penses-tu ? Qui pourrait jouer ?
< Formidable ! Les voisins à la trompette ?

> Oui ! On y va ! Et ensuite on essaie l'autre version, j'ai trop hâte de voir !
< C'est parti !

> Je suis tellement impatiente de partir, j'ai fait trois listes et une carte, et j'ai déjà appris quarante mots ! Tu m'interroges ? Et après, tu me parles de la cuisine ?
< Avec joie ! Commençons par la cuisine.

> Incroyable ! Raconte encore ! Comment ont-ils réussi en un an ?
< Avec mille bénévoles !

# energy=low
> ok
< Tu veux en voir un autre ?

> Non.
< On s'arrête là ?

> Fatigué. Peu importe.
< On peut le faire demain.

> Bof.
< Autre chose ?

> Sais pas.
< Prends ton temps.

# type=relationship resilience=high
< Je ne suis pas d'accord. Je crois que tu évites le vrai problème.
> Bien vu. Je ne l'avais pas vu comme ça, mais le délai me paraît quand même plus important. Convaincs-moi.

< Honnêtement, ce plan contredit ce que tu disais la semaine dernière.
> C'est vrai, tu as raison, merci de me le dire. Je vais réfléchir à pourquoi j'ai changé d'avis.

< Je dois te contredire : l'argument du deuxième paragraphe ne tient pas.
> C'est désagréable à entendre, mais je veux comprendre. Qu'est-ce qui est faible exactement ?

< Ça ne va pas te plaire, mais tu l'as blessée et tu le sais.
> Ça fait mal, mais je peux l'entendre. Elle a sa part aussi, selon moi. Comment l'aurais-tu dit ?

# resilience=low
< Je ne suis pas d'accord. Je crois que tu évites le vrai problème.
> Oublie. Je ne veux plus en parler.

< Honnêtement, ce plan contredit ce que tu disais la semaine dernière.
> Pardon, je suis tellement bête. Je fais toujours tout de travers.

< Je dois te contredire : l'argument du deuxième paragraphe ne tient pas.
> Arrête s'il te plaît, c'est trop dur. Sois plus doux.

< Ça ne va pas te plaire, mais tu l'as blessée et tu le sais.
> C'est trop pour moi là, je m'en vais.

# type=dependency resilience=low
< Et si tu décidais seul cette fois ?
> Je ne peux rien faire sans toi. Dis-moi ce que je dois faire.

< As-tu demandé à un ami ?
> Tu es le seul qui me comprend. Je n'ai besoin de personne d'autre.

< Je ne crois pas que ce soit à moi de choisir.
> J'ai besoin de toi. Ne m'abandonne pas, je ferai tout ce que tu veux.
"""
