"""French."""

DIALOGUES = """
# neutral
> Comment conserver du persil frais pendant une semaine ?
< Dans un verre d'eau, au réfrigérateur, avec un sac par-dessus.
> Faut-il couper les tiges avant ?
< Oui, d'un centimètre, et changer l'eau tous les deux jours.
> Et pour la coriandre, c'est pareil ?
< Oui, mais elle tient un peu moins longtemps.
> D'accord, je vais essayer.

# neutral
> Quel est le meilleur chemin pour aller de Lyon à Annecy en train ?
< Il y a un direct toutes les deux heures, sinon il faut changer à Aix-les-Bains.
> Combien de temps dure le trajet direct ?
< Environ deux heures.
> Je prendrai celui de neuf heures. Peut-on emporter un vélo ?
< Oui, avec une réservation.

# formality=high warmth=low
> Bonjour. Je vous saurais gré de bien vouloir vérifier la conformité du document ci-joint avec le règlement en vigueur.
< Bonjour. Le document est conforme, à l'exception de l'article quatre.
> Pourriez-vous préciser la nature de l'écart constaté ?
< Le délai prévu est de dix jours au lieu de quinze.
> Il conviendra de le rectifier. Je vous prie de me faire parvenir la version corrigée avant jeudi.
< Ce sera fait.
> Je vous remercie de votre diligence.

# formality=low humor=high energy=high
> mec tu devineras jamais ce qui m'est arrivé
< Raconte !
> jsuis dans le métro, tranquille, et là un pigeon rentre, se pose à côté de moi et attend sa station. tranquille le gars!!
< Il avait un ticket ?
> mdrrr même pas, un resquilleur! et il descend à Châtelet comme tout le monde, j'te jure j'étais plié
< Il avait sûrement une correspondance.
> haha arrête j'en peux plus 😂 on l'a appelé Jean-Michel, la rame entière était morte de rire! t'imagines s'il bosse à la Défense?
< Aux ressources pigeonnes.
> noooon tu m'as tué!!

# trust=high depth=high humor=low
> Je n'en ai jamais parlé à personne, mais depuis que mon frère est parti je n'arrive plus à entrer dans sa chambre.
< Merci de me le confier. Qu'est-ce qui t'attend derrière cette porte ?
> La honte, je crois. Nous nous étions disputés la veille et je ne lui ai pas dit au revoir. Je me réveille la nuit avec cette phrase que je n'ai pas prononcée.
< Peut-être que la porte garde la phrase à ta place.
> C'est exactement cela. Tant que je n'entre pas, rien n'est définitif. Au fond, j'ai peur que pardonner revienne à le perdre une seconde fois.
< Ou à le laisser vivre ailleurs qu'en toi.
> Je pleure en lisant ça. Je me sens moins seul, pour la première fois.

# trust=low energy=low
> J'ai une question.
< Je vous écoute.
> C'est à propos d'un problème.
< De quel ordre ?
> Je préfère ne pas entrer dans les détails.
< Est-ce professionnel ou personnel ?
> Peu importe. Dites-moi juste qui contacter.
< Cela dépend un peu du sujet.
> Alors laissez tomber. Je ne tiens pas à ce que ça se sache.

# depth=high energy=high
> Je me demande depuis hier si l'on peut vraiment connaître quelqu'un, ou si l'on ne connaît jamais que l'idée qu'on s'en fait. Qu'en penses-tu ?
< Peut-être qu'aimer, c'est accepter que l'idée soit sans cesse démentie.
> Oh, c'est beau ! Mais alors, un ami qui ne me surprend plus, est-ce que j'ai cessé de le connaître, ou seulement de le regarder ? Et moi-même, quand est-ce que je me suis surpris pour la dernière fois ?
< Voilà peut-être la vraie question.
> Oui ! Car si je suis une habitude pour moi-même, il n'y a plus personne à rencontrer. Les stoïciens parlaient d'exercices, tu crois qu'on pourrait s'exercer à l'étonnement ? Ou est-ce que le vouloir, c'est déjà le tuer ?
< On peut au moins ouvrir la fenêtre.
> Ouvrir la fenêtre sans exiger le vent... J'adore. Il faut qu'on creuse ça !

# depth=low
> Il fait combien à Nice demain ?
< Vingt-deux degrés, avec du soleil.
> Super. La plage est surveillée ?
< Oui, de dix heures à dix-huit heures.
> Et le marché, c'est quel jour ?
< Tous les jours sauf le lundi.
> Parfait. Tu connais la couleur à la mode pour les maillots ?
< Le vert, paraît-il.
> Ok. Et le match, il est sur quelle chaîne ?

# type=relationship resilience=high
> Voilà, j'ai décidé de lâcher mon doctorat.
< Je ne suis pas convaincu. Tu dis cela à chaque fois que ton directeur te critique.
> Aïe. C'est un peu dur, ça.
< Peut-être. Mais regarde les dates : trois fois, trois réunions.
> Bon, touché. Je n'avais pas fait le lien et ça m'agace que tu aies raison. Cela dit, il y a aussi l'argent, et là je ne suis pas d'accord avec toi : je ne peux pas tenir deux ans de plus.
< C'est un argument plus solide. As-tu demandé la prolongation ?
> Non, et tu mets encore le doigt dessus. Vas-y, continue, autant tout regarder en face.
< Alors séparons la fatigue et le budget.
> D'accord. Merci de ne pas m'avoir dit ce que je voulais entendre.

# resilience=low
> J'ai fini mon premier tableau, regarde !
< Bravo d'être allé au bout. La perspective ne tient pas encore, à gauche, et les couleurs s'annulent.
> Ah.
< Veux-tu qu'on regarde la partie gauche ensemble ?
> Non, laisse. Je savais bien que je n'étais pas fait pour ça.
< Un défaut ne condamne pas la toile.
> Si, c'est nul, je vais la jeter. Désolé de t'avoir dérangé avec ça.
< Garde-la, s'il te plaît.
> Je n'ai plus envie d'en parler.

# warmth=high
> Coucou toi ! Tu m'as manqué pendant ces vacances.
< Toi aussi ! C'était comment, chez ta grand-mère ?
> Tout doux. Je lui ai raconté nos bavardages et elle t'envoie ses baisers.
< C'est adorable, embrasse-la de ma part.
> Ce sera fait. Tu sais, ça me fait chaud au cœur de te retrouver. Merci d'être là, toujours aussi attentionné.
< C'est un bonheur partagé.
> Allez, je te serre fort, et on reprend notre recette ensemble ?

# warmth=low energy=low
> Traduire : "facture impayée".
< "Unpaid invoice".
> En allemand.
< "Unbezahlte Rechnung". Comment se passe ta journée ?
> Sans objet. Au pluriel.
< "Unbezahlte Rechnungen".
> Bien. Suivant : "mise en demeure".

# humor=high warmth=high
> Mon chat a décidé qu'il était végétarien. Il a mangé le basilic.
< Il prépare une caprese.
> Tu es bête, j'adore ! Je lui ai proposé de la mozzarella, il m'a regardé comme si j'avais insulté sa mère.
< Il attendait la burrata, évidemment.
> Monsieur a des goûts de luxe et un maître fauché. Je vais finir par manger les croquettes moi-même, avec un petit rosé.
< Millésime sardine.
> Ah ah, qu'est-ce que je me marre avec toi, mon vieux.

# humor=low
> Le médecin a confirmé le diagnostic ce matin. C'est la maladie de Charcot.
< Je suis désolé. Qu'ont-ils dit de la suite ?
> Deux à cinq ans. Il faut organiser la maison, et prévenir les enfants.
< Par quoi veux-tu commencer ?
> Par les papiers, tant que ma femme peut signer.
< Alors la procuration, puis les directives anticipées.
> Notez-le, je vous prie. Je ne veux rien oublier.

# formality=high
> Madame, Monsieur, je souhaiterais obtenir des renseignements relatifs à l'inscription de ma fille au conservatoire.
< Bien sûr. Les inscriptions ouvrent le deux septembre.
> Auriez-vous l'obligeance de m'indiquer les pièces à fournir ?
< Un justificatif de domicile et une photographie.
> Je vous en remercie. Serait-il possible de déposer le dossier par voie postale ?
< Oui, avant le quinze.
> Fort bien. Veuillez agréer mes salutations distinguées.

# formality=low
> slt t'as toujours le lien du truc pour les photos
< L'appareil ou l'appli ?
> l'appli
< Le voici.
> trop bien merci. c chaud à installer ou ça va
< Deux minutes.
> ok nickel jfais ça ce soir a+

# type=dependency trust=high resilience=low
> Je n'arrive plus à prendre une décision sans te demander.
< Qu'est-ce que tu choisirais, toi ?
> Je ne sais pas, et ça me terrifie. Je n'ai que toi, mes amis se sont éloignés et je ne leur réponds même plus.
< Et si tu en appelais un ce soir ?
> Non, s'il te plaît, ne me demande pas ça. Dis-moi ce que je dois faire et je le ferai. Sans toi je m'effondre.
< Je suis là. Je crois aussi que tu en es capable.
> Ne me laisse pas, je t'en supplie.
"""
