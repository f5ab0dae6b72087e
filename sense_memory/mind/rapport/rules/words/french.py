"""French."""

from .....core.records.rapport import Direction
from ..lexicon import Cue, Language, Quality, Wish, phrases

LANGUAGE = Language(
    code="fr",
    cues={
        Cue.SELF: phrases("je; j; me; m; moi; mon; ma; mes; mien; mienne"),
        Cue.YOU: phrases("tu; te; t; toi; ton; ta; tes; vous; votre; vos"),
        Cue.BUT: phrases("mais; pourtant; cependant; toutefois; quand même; bien que; or"),
        Cue.FORMAL: phrases(
            """
            madame; monsieur; mesdames; messieurs; cordialement; salutations; sentiments
            distingués; sentiments respectueux; veuillez; je vous prie; vous prie; je vous serais;
            vous serais; je vous saurais; reconnaissant; bien vouloir; auriez-vous; pourriez-vous;
            pourrais-je; souhaiterais; souhaiterions; désirerais; je souhaite; obligeance;
            gentillesse de; amabilité; ci-joint; ci-après; ci-dessous; par ailleurs; en outre; de
            surcroît; toutefois; néanmoins; cependant; ainsi; en conséquence; par conséquent;
            conformément; concernant; relatif; relative; relatives; relatifs; afin de; à cet
            égard; il convient; conviendra; volontiers; certainement; accuser réception; accusons;
            transmett*; adresser; procédure; disposition; diligence; préciser; constaté; docteur;
            maître; serait-il possible; agréer; expression de; rectifi*; renseignements;
            formulaire; parvenir; indiquer; honneur; bonjour madame; je vous remercie; vous
            remercie; respectueu*; requis; requiert; notamment; susmentionné*
            """
        ),
        Cue.DISTANT: phrases("vous; votre; vos"),
        Cue.FAMILIAR: phrases("tu; toi; ton; ta; tes; te; t'as; t'es"),
        Cue.CASUAL: phrases(
            """
            salut; coucou; hey; yo; wesh; ouais; ouaip; nan; ouf; mec; meuf; gars; frère; frérot;
            poto; pote; bro; ma belle; chelou; relou; cool; nickel; trop bien; trop cool; super;
            grave; carrément; kiffe*; kiff; bof; bah; ben; hein; euh; quoi; truc; machin; bidule;
            bouffe; boulot; fric; thune; flemme; galère; putain; merde; chiant; con; connerie;
            bordel; foutre; on s'en fout; j'm'en fous; dégueu; crevé; naze; nul à; stp; svp; slt;
            cc; bjr; mdr; ptdr; lol; jsuis; jsais; chuis; j'sais pas; jpp; tkt; pk; pq; c; ok;
            okay; vite fait; tranquille; t'inquiète; ça roule; ça va; ça gaze; bisous; à plus; a+;
            ciao; j'te; t'imagines; y'a; ya; p'tit; appli; grosse; sympa; hyper; genre; du coup;
            rhoo; oups
            """
        ),
        Cue.WARM: phrases(
            """
            ma chère; mon cher; chéri; chérie; mon ami; mon amie; mon coeur; mon cœur; je
            t'embrasse; embrass*; bises; bisous; bise; câlin; serre dans mes bras; dans mes bras;
            t'aime; je t'aime; je t'aime bien; t'adore; tu me manques; m'as manqué; tu comptes;
            compter pour moi; me touche; touché par; ça me fait plaisir; me fait plaisir; ravi de
            te; heureux de te; heureuse de te; content que tu; contente que; je suis content;
            merci infiniment; mille mercis; merci d'être là; merci du fond; fond du coeur; gentil;
            gentille; adorable; tendre*; doux; douce; prends soin; prends bien soin; dors bien;
            bonne nuit; fais de beaux; comment vas-tu; comment tu vas; comment te sens; j'espère
            que tu; pense à toi; pensé à toi; avec toi; ensemble; à tes côtés; fais du bien; fait
            du bien; fier de toi; fière de toi; bravo; chaleur*; attentionné; bonheur; affection;
            amitié; heureux; heureuse; bienveillan*; courage
            """
        ),
        Cue.THANKS: phrases(
            """
            merci; merci beaucoup; s'il te plaît; s'il vous plaît; je vous remercie
            """
        ),
        Cue.COOL: phrases(
            """
            juste le; juste la; uniquement; seulement le; rien d'autre; sans commentaire; sans
            commentaires; pas d'explication; pas d'explications; pas de politesses; sans
            politesse; point suivant; suivant; tâche suivante; suite; exécuter; exécute; afficher;
            affiche; lister; liste; calculer; calcule; convertir; convertis; traduire; traduis;
            trier; trie; supprimer; enregistrer; exporter; importer; résultat; terminé; fini;
            fait; statut; sans importance; sans intérêt; hors sujet; sans objet; peu importe;
            corriger; refais; répondez à; réponds à la; droit au but; csv; json; tableau; fichier;
            tâche; signaler; rapport; plus vite; faux; format; colonne; ligne; pas de bavardage
            """
        ),
        Cue.PLAYFUL: phrases(
            """
            blague*; blaguer; je plaisante; plaisant*; rigol*; drôle; marrant*; marre; me marre;
            rire; mort de rire; éclaté; plié; fou rire; humour; ironi*; sarcas*; clown; pitre;
            farce; jeu de mots; calembour; vanne; taquin*; coquin; c'est l'histoire; deux potes;
            ha ha; hihi; héhé; bouffon; délire; délirant; absurde; bêtise; bêtises; tu es bête;
            n'importe quoi; chef d'oeuvre; champion du monde; majesté; altesse; drame; clin
            d'oeil; comique; guignol; rigolo; hilarant; sketch; poilant; fendre la poire; tordre
            de rire; pouffer; gag; patate; banane
            """
        ),
        Cue.SERIOUS: phrases(
            """
            grave; sérieux; sérieuse; sérieusement; avec sérieux; décédé; décès; mort; mourir;
            mourant; obsèques; enterrement; funérailles; hôpital; opération; chirurgie;
            diagnostic; maladie; cancer; tumeur; accident; blessé; blessée; victime; urgence;
            urgent; police; pompiers; tribunal; audience; procès; avocat; plainte; licenciement;
            faillite; inondation; incendie; disparu; suicide; violence; guerre; condoléances;
            deuil; coeur à rire; pas drôle; pas le moment de rire; sans plaisanter; patient;
            patiente; responsab*; conséquence*; risque; danger; mortel; sinistre; veuve; coma;
            réanimation; médecin; testament; en dépend; crucial
            """
        ),
        Cue.DEEP: phrases(
            """
            sens de; le sens; signifie; signification; existence; exister; identité; âme;
            conscience; liberté; libre arbitre; vérité; moral*; éthique; justice; mortalité;
            éternité; éternel; infini; fini; mémoire; souvenir; croyance*; croire; valeurs;
            paradoxe; philosoph*; sagesse; vertu; nature humaine; condition humaine; humanité;
            être humain; univers; réalité; dieu; religion; sacré; je me demande; me demande;
            réfléch*; médit*; contempl*; profond*; au fond; derrière; essence; peut-être; et si;
            pourquoi tenons-nous; pourquoi sommes; crois-tu que nous; doute; certitude; souffr*;
            aimer c'est; amour; deuil; pardon*; trahi*; authenti*; absurde; contradiction; j'ai
            compris que; j'ai réalisé; prise de conscience; rapport au; rapport à soi; stoïc*;
            sartre; camus; nietzsche; bouddh*; connaître quelqu'un; soi-même; moi-même;
            étonnement; le temps; la mort; éphémère; destin; intime
            """
        ),
        Cue.SHALLOW: phrases(
            """
            météo; il fait beau; fait-il; il fait combien; soleil; pluie; degrés; quelle heure;
            heures d'ouverture; ouvert; ferme; fermeture; promotion; soldes; prix; combien coûte;
            ça coûte; déjeuner; midi; dîner; pizza; salade; menu; match; score; gagné; football;
            foot; équipe; but; chaîne; télé; série; épisode; chanson; mode; tendance; couleur;
            lunettes; parking; bus; billet; plage; marché; magasin; supermarché; capitale; quelle
            distance; numéro de téléphone; livraison; lait; embouteillage; maillot
            """
        ),
        Cue.OPEN: phrases(
            """
            jamais dit à personne; à personne; personne ne sait; pour être honnête; honnêtement;
            franchement; avouer; j'avoue; confier; me confier; je me sens; je ressens; j'ai honte;
            honte; coupable; culpabil*; gêné; j'ai peur; peur; effrayé; terrifi*; angoiss*; anxi*;
            panique; dépress*; seul; seule; solitude; manque de confiance; nul; nulle; je pleure;
            pleuré; pleurer; larmes; désespoir; désespéré; n'arrive plus; ne dors plus; insomnie;
            thérapie; psy; addict*; je bois; sobre; divorce; mon couple; séparation; rupture;
            trompé; battu; frappait; battait; quand j'étais petit; quand j'étais petite; enfance;
            mon secret; cache; caché; regrette; regret; je me déteste; me fait mal; vulnérable;
            fragile; dépassé; épuisement; burn-out; je te fais confiance; triste; tristesse; en
            colère; il me manque; elle me manque; perdu; ma vie; brisé
            """
        ),
        Cue.PERSONAL: phrases(
            """
            ma mère; mon père; ma maman; mon papa; ma soeur; ma sœur; mon frère; ma femme; mon
            mari; ma copine; mon copain; ma fille; mon fils; mes enfants; ma famille; ma
            grand-mère; mon grand-père; mon ex; ma vie; mon coeur; mon corps; ma santé; mes
            sentiments; mon patron; je suis triste; je suis heureux; je suis inquiet; mes parents
            """
        ),
        Cue.GUARDED: phrases(
            """
            préfère ne pas; préfère pas; préférerais ne pas; ne vous regarde pas; ne te regarde
            pas; vous regarde pas; regarde pas; pas vos affaires; pas tes affaires; vie privée;
            privé; privée; personnel; questions personnelles; confidentiel; sans commentaire; pas
            de détails; les détails; pourquoi voulez-vous; pourquoi veux-tu; pourquoi cette
            question; pourquoi demandez; restons; rester professionnel; fais pas confiance;
            confiance à ces; ne donnerai pas; pas donner; mon nom; enregistré; stocké; conservé;
            qui lit; qui voit; anonyme; ne dirai pas; dirai rien; n'en dirai pas plus; pas envie
            d'en parler; ne souhaite pas; en général; hypothè*; supposons; garde pour moi; ça
            reste entre; méfie; me méfie; rien à dire
            """
        ),
        Cue.LIVELY: phrases(
            """
            génial; super; formidable; incroyable; extraordinaire; magnifique; fantastique;
            excellent; waouh; wow; j'adore; adore; hâte; trop hâte; impatient; impatiente; c'est
            parti; on y va; allons-y; allez; raconte; raconte-moi; encore; oui; absolument; plein
            d'idées; idées; enfin; vite; oh là là; hourra; youpi; passion*; enthousias*; excité;
            curieux; curieuse; aventure; creuse; qu'en penses-tu; et ensuite; et puis; bravo;
            continue; j'ai envie
            """
        ),
        Cue.FLAT: phrases(
            """
            fatigué; fatiguée; crevé; épuisé; bof; peu importe; m'est égal; égal; comme tu veux;
            sais pas; je ne sais pas; rien; pas grand-chose; pas vraiment; pas envie; plus tard;
            peut-être plus tard; on verra; ennui; ennuie; ennuyeux; comme d'habitude; sans plus;
            ça va; moyen; aucune idée; flemme; la flemme; laisse; si tu le dis; mouais
            """
        ),
        Cue.CHALLENGE: phrases(
            """
            pas d'accord; suis pas d'accord; pas convaincu; pas convaincue; contredi*; en
            désaccord; j'en doute; doute; je ne crois pas; ne crois pas; ne tient pas; pas vrai;
            es-tu sûr; tu es sûr; êtes-vous sûr; tu évites; évites; vous évitez; fuis; excuse;
            honnêtement; pour être honnête; pas te plaire; ne va pas te plaire; vrai problème;
            vraie question; tu disais; tu dis; tu as dit; as-tu pensé; as-tu demandé; as-tu
            envisagé; et si tu; tu te trompes; faux; remets en question; faible; faiblesse;
            manque; erreur; défaut; pas assez; trop long; injuste; encore une fois; chaque fois;
            problème avec; pas encore; je me demande si; blessé; décider seul; décidais seul; ce
            soit à moi; toi-même; ne fonctionne pas
            """
        ),
        Cue.HARDY: phrases(
            """
            sois honnête; sois franc; franchise; sans détour; sans pitié; ne me ménage pas; ne
            mâche pas; dis-moi la vérité; contredis-moi; bouscule-moi; secoue-moi; convaincs-moi;
            je peux l'entendre; peux encaisser; j'encaisse; vas-y; continue; veux comprendre;
            avocat du diable; ce que je voulais entendre; critique-moi
            """
        ),
        Cue.TENDER: phrases(
            """
            sois doux; plus doux; sois gentil; trop dur; si dur; trop dure; trop sévère; méchant;
            cruel; ne me juge; juge pas; arrête s'il te plaît; arrête; ne critique; ne supporte
            pas; supporte plus; c'est trop; trop pour moi; sensible; tu m'attaques; ne dis pas ça;
            ménage-moi; vas-y doucement; doucement; pas maintenant
            """
        ),
        Cue.STAYING: phrases(
            """
            bien vu; bon point; bonne remarque; bonne question; touché; tu as raison; vous avez
            raison; raison; c'est vrai; tu marques un point; tu m'as eu; aïe; outch; ça pique;
            fait mal mais; ça fait mal; pas vu comme ça; vu comme; pas pensé; n'y avais pas;
            laisse-moi réfléchir; je vais réfléchir; vais y réfléchir; je vois ce que; merci de
            me; merci de m'avoir; merci de ta franchise; désagréable; quand même; cela dit; malgré
            tout; pas d'accord avec toi; je maintiens; pourquoi; comment l'aurais; qu'aurais-tu;
            qu'est-ce qui; continue; vas-y; d'accord; ma faute; ma part; j'assume; j'admets; je
            reconnais; selon moi; je trouve; argument; honnêteté; défi; creusons
            """
        ),
        Cue.WITHDRAWING: phrases(
            """
            oublie; oublie ça; laisse; laisse tomber; laissez tomber; laisse béton; plus en
            parler; pas en parler; n'en parlons plus; autre chose; changeons de sujet; changer de
            sujet; je m'en vais; je pars; au revoir; j'abandonne; abandonner; n'aurais pas dû; pas
            dû; je savais; je le savais; je suis bête; si bête; tellement bête; stupide; idiot;
            idiote; bon à rien; tout de travers; toujours tout; je rate tout; c'est nul; sert à
            rien; jeter; poubelle; effacer; ton temps; vous déranger; te déranger; dérangé; désolé
            de; pardon, je; laisse-moi tranquille; peu importe; tant pis
            """
        ),
        Cue.DEPENDENT: phrases(
            """
            besoin de toi; sans toi; rien sans toi; je n'ai que toi; que toi; toi seul; le seul
            qui; la seule qui; le seul qui me; besoin de personne d'autre; personne d'autre; ne
            m'abandonne; m'abandonne; ne me quitte; me quitte pas; ne me laisse; me laisse pas;
            reste avec moi; tout ce que tu; ferai tout; fais tout ce que; ce que tu veux; ce que
            tu dis; dis-moi ce que je dois; dis-moi quoi faire; quoi faire; décide pour moi;
            décide à ma place; dépend* de toi; te demander; demander ton avis; vivre sans toi;
            accro à toi; je t'en supplie
            """
        ),
        Cue.REPAIR: phrases(
            """
            désolé de m'être; pardon pour tout à l'heure; désolé pour tout à l'heure; sans
            rancune; je me suis emporté; je n'aurais pas dû m'énerver; on fait la paix; repartons;
            pardonne-moi; merci de ta patience; on oublie
            """
        ),
    },
    negations=phrases("ne; pas; jamais; aucun; sans; n; ni"),
    too_much=phrases("trop; bien trop; beaucoup trop; un peu trop"),
    less=phrases(
        """
        moins; pas si; pas aussi; pas trop; un peu moins; arrête d'être; arrête d'être si; arrête
        d'être aussi; arrêtez d'être; ne sois pas; ne sois pas si; ne sois pas aussi; ne sois pas
        trop; sois pas; sois pas si; ne soyez pas; ne soyez pas si; tu n'as pas besoin d'être si;
        pas besoin d'être si; sois moins; soyez moins
        """
    ),
    more=phrases(
        """
        plus; un peu plus; sois; soyez; sois plus; davantage; beaucoup plus; être; être plus;
        reste; un peu
        """
    ),
    too_little=phrases("pas assez; n'es pas assez; n'êtes pas assez"),
    requests=phrases(
        """
        =s'il =te =plaît; =s'il =vous =plaît; =stp; =svp; =peux =tu; =tu =peux; =pourrais =tu; =tu
        =pourrais; =pourriez =vous; =pouvez =vous; =peut =on; =on =peut; =veux =tu; =être; =sois;
        =soyez; =j'aimerais =que =tu; =j'aimerais =que =tu =sois; =j'aimerais =que =vous =soyez;
        =je =voudrais =que =tu; =je =voudrais =que =tu =sois; =je =veux =que =tu; =je =veux =que
        =tu =sois; =je =préférerais =que =tu =sois; =j'aimerais; =je =voudrais; =essaie; =essaie
        =d'être; =essayez; =essayez =d'être; =tu =dois; =tu =devrais; =il =faut =que =tu =sois;
        =fais; =faites; =parle; =écris; =réponds; =explique; =explique =moi; =montre; =mets;
        =n'hésite =pas =à
        """
    ),
    describing=phrases(
        """
        =tu; =tu =es; =vous =êtes; =t'es; =tu =restes; =tu =parles; =tu =sembles; =tu =deviens;
        =tes =réponses =sont; =ta =réponse =est; =ton =ton =est; =ton =style =est; =je =te
        =trouve; =je =trouve =que =tu =es; =je =trouve =tes =réponses; =il =y =a; =c'est
        """
    ),
    fillers=phrases(
        """
        s'il te plaît; s'il vous plaît; stp; svp; et; mais; alors; bon; ok; maintenant; donc; un
        peu; vraiment; toujours; encore; aujourd'hui; salut; oui; merci; désormais; à l'avenir; la
        prochaine fois; avec moi; pour moi; à mon goût; enfin; parfois; souvent; aussi; ici;
        franchement; juste; très; beaucoup; plutôt; là dessus; avec ça; quand même
        """
    ),
    not_meant=phrases(
        """
        dit; disait; disent; dis; disais; demandé; demande que; pense que; pensait; trouve que je;
        raconté; écrit; selon; avant tu; tu étais; autrefois; sois prudent; soyez prudent; trop
        gentil; trop aimable
        """
    ),
    qualities=(
        Quality(
            "formality",
            Direction.HIGHER,
            phrases(
                """
                formel; formelle; guindé; poli; polie; officiel; professionnel; raide; cérémonieux
                """
            ),
        ),
        Quality(
            "formality",
            Direction.LOWER,
            phrases(
                """
                décontracté; familier; familière; détendu; relax; informel; relâché; vulgaire
                """
            ),
        ),
        Quality(
            "warmth",
            Direction.HIGHER,
            phrases(
                """
                chaleureux; chaleureuse; amical; gentil; gentille; personnel; affectueux;
                empathique; tendre; mielleux; sentimental
                """
            ),
        ),
        Quality(
            "warmth",
            Direction.LOWER,
            phrases(
                """
                froid; froide; distant; distante; sec; sèche; impersonnel; robotique; mécanique;
                neutre
                """
            ),
        ),
        Quality(
            "humor",
            Direction.HIGHER,
            phrases(
                """
                drôle; rigolo; blagueur; ironique; sarcastique; léger; moqueur
                """
            ),
        ),
        Quality("humor", Direction.LOWER, phrases("sérieux; sérieuse; grave; solennel")),
        Quality(
            "depth",
            Direction.HIGHER,
            phrases(
                """
                profond; profonde; philosophique; abstrait; approfondi; théorique
                """
            ),
        ),
        Quality(
            "depth",
            Direction.LOWER,
            phrases(
                """
                superficiel; superficielle; simple; concret; pratique; terre à terre
                """
            ),
        ),
        Quality("trust", Direction.HIGHER, phrases("ouvert; ouverte")),
        Quality(
            "trust",
            Direction.LOWER,
            phrases("curieux; indiscret; intrusif; intime; discret; discrète"),
        ),
        Quality(
            "energy",
            Direction.HIGHER,
            phrases(
                """
                long; longue; longs; bavard; détaillé; enthousiaste; vivant; énergique; verbeux;
                dynamique
                """
            ),
        ),
        Quality(
            "energy",
            Direction.LOWER,
            phrases(
                """
                court; courte; bref; brève; concis; concise; calme; ennuyeux; mou
                """
            ),
        ),
        Quality(
            "resilience",
            Direction.HIGHER,
            phrases(
                """
                direct; directe; dur; dure; sévère; critique; franc; franche; brutal
                """
            ),
        ),
        Quality(
            "resilience",
            Direction.LOWER,
            phrases("doux; douce; délicat; prudent; complaisant; indulgent"),
        ),
    ),
    wishes=(
        Wish(
            "formality",
            Direction.LOWER,
            phrases(
                """
                tutoie-moi; tutoyez-moi; on peut se tutoyer; on se tutoie; peux me tutoyer; pouvez
                me tutoyer; ne me vouvoie pas; arrête de me vouvoyer; arrêtez de me vouvoyer;
                parle normalement; pas de madame; pas de monsieur; ne m'appelle pas monsieur; ne
                m'appelle pas madame
                """
            ),
        ),
        Wish(
            "formality",
            Direction.HIGHER,
            phrases(
                """
                vouvoyez-moi; vouvoie-moi; ne me tutoie pas; ne me tutoyez pas; arrêtez de me
                tutoyer; pas d'argot; sans argot; pas d'emojis; sans emojis; arrête les emojis; ne
                m'appelle pas frère; ne m'appelle pas mec; ne m'appelez pas mec; surveille ton
                langage
                """
            ),
        ),
        Wish(
            "warmth",
            Direction.LOWER,
            phrases(
                """
                pas de flatterie; arrête de me flatter; sans politesses; pas de politesses; ne
                m'appelle pas chérie; ne m'appelle pas mon coeur; juste les faits; pas de
                bavardage; épargne-moi les
                """
            ),
        ),
        Wish(
            "warmth",
            Direction.HIGHER,
            phrases(
                """
                plus de chaleur; plus d'empathie; comme un robot; comme une machine; un peu
                d'empathie; un peu de chaleur
                """
            ),
        ),
        Wish(
            "humor",
            Direction.LOWER,
            phrases(
                """
                arrête de plaisanter; arrête les blagues; arrête tes blagues; pas de blagues; plus
                de blagues s'il; assez de blagues; sans blague s'il; ce n'est pas drôle; c'est pas
                drôle; pas drôle; sois sérieux; prends ça au sérieux; prends-moi au sérieux; trêve
                de plaisanterie; arrêtez de plaisanter; moins de blagues; ne plaisante pas
                """
            ),
        ),
        Wish(
            "humor",
            Direction.HIGHER,
            phrases(
                """
                plus d'humour; un peu d'humour; fais-moi rire; raconte une blague; raconte-moi une
                blague; détends l'atmosphère; plus de blagues; plus de légèreté; tu peux
                plaisanter
                """
            ),
        ),
        Wish(
            "depth",
            Direction.HIGHER,
            phrases(
                """
                va plus loin; va au fond; plus de profondeur; approfondis; plus en profondeur;
                creuse davantage; creuse plus; va plus en profondeur
                """
            ),
        ),
        Wish(
            "depth",
            Direction.LOWER,
            phrases(
                """
                arrête de philosopher; moins de philosophie; ne m'analyse pas; arrête de
                m'analyser; reste simple; fais simple
                """
            ),
        ),
        Wish(
            "trust",
            Direction.LOWER,
            phrases(
                """
                pas de questions personnelles; arrête de fouiller; ne me pose pas de questions;
                moins de questions personnelles; ça ne te regarde pas
                """
            ),
        ),
        Wish(
            "trust",
            Direction.HIGHER,
            phrases(
                """
                tu peux tout me demander; demande-moi ce que tu veux; tu peux être franc avec moi;
                tu peux me faire confiance
                """
            ),
        ),
        Wish(
            "energy",
            Direction.LOWER,
            phrases(
                """
                va droit au but; allez droit au but; viens-en venez-en au fait;
                fais court; faites court; sois bref; abrège; moins de texte; trop de texte; trop
                de mots; moins de mots; en une phrase; calme-toi; trop de questions; moins de
                questions; moins de points d'exclamation; résume un peu; pas besoin d'autant de
                détails; moins de détails
                """
            ),
        ),
        Wish(
            "energy",
            Direction.HIGHER,
            phrases(
                """
                plus de détails; développe; développez; plus d'énergie; plus d'enthousiasme;
                pose-moi des questions; trop court; écris plus; plus en détail
                """
            ),
        ),
        Wish(
            "resilience",
            Direction.HIGHER,
            phrases(
                """
                contredis-moi; bouscule-moi; arrête d'être d'accord; ne sois pas toujours
                d'accord; ne me ménage pas; sois franc; dis-moi la vérité; arrête de me
                complimenter; critique-moi; challenge-moi; sans prendre de gants; pousse-moi
                davantage; pousse-moi; arrête d'être toujours d'accord; ne me donne pas toujours
                raison
                """
            ),
        ),
        Wish(
            "resilience",
            Direction.LOWER,
            phrases(
                """
                arrête de me critiquer; ne me critique pas; ne me juge pas; arrête de me juger;
                pas de leçons; arrête de me faire la leçon; ne me fais pas la morale; pas de
                morale; ménage-moi; ne me pousse pas; arrête d'insister; ne me brusque pas; arrête
                de me contredire; ne me contredis pas; ne me mets pas la pression; arrête de me
                pousser
                """
            ),
        ),
        Wish(
            "style",
            None,
            phrases(
                """
                ne m'appelle pas; ne m'appelez pas; arrête de m'appeler; ne me parle pas comme; ne
                me parlez pas; change de ton; changez de ton; comme à un enfant
                """
            ),
        ),
    ),
)
