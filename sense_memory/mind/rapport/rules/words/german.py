"""German."""

from .....core.records.rapport import Direction
from ..lexicon import Cue, Language, Quality, Wish, phrases

LANGUAGE = Language(
    code="de",
    cues={
        Cue.SELF: phrases("ich; mich; mir; mein; meine; meinen; meinem; meiner; meines"),
        Cue.YOU: phrases(
            """
            du; dich; dir; dein; deine; deinen; deinem; deiner; Sie; Ihnen; Ihr; Ihre; Ihren;
            Ihrem
            """
        ),
        Cue.BUT: phrases(
            """
            aber; doch; jedoch; allerdings; trotzdem; obwohl; dennoch; sondern
            """
        ),
        Cue.FORMAL: phrases(
            """
            sehr geehrte; sehr geehrter; mit freundlichen grüßen; hochachtungsvoll; hiermit;
            bezüglich; hinsichtlich; gemäß; diesbezüglich; nachstehend; beiliegend; beigefügt*;
            anbei; könnten Sie; würden Sie; wären Sie so; dürfte ich; gestatten; erlauben;
            höflich*; verbindlich*; vielmals; selbstverständlich; gewiss; behilflich; mitteilen;
            mitzuteilen; auskunft; anliegen; herr; frau; herrn; doktor; professor; bestätig*;
            einreichen; einzureichen; erforderlich*; ferner; des weiteren; darüber hinaus; jedoch;
            folglich; entsprechend*; zudem; bitte um; ersuch*; bitten; zur kenntnis; in anspruch;
            ich wende mich; unterlagen; guten tag; guten abend; guten morgen; prüfen; erhältlich;
            nehmen Sie; haben Sie; teilen Sie; verfügung; sofern; bedauer*; bemüh*;
            gegebenenfalls; vorlage; zukommen
            """
        ),
        Cue.DISTANT: phrases("Sie; Ihnen; Ihr; Ihre; Ihren; Ihrem; Ihrer; Ihres"),
        Cue.FAMILIAR: phrases("du; dich; dir; dein; deine; deinen; deinem; deiner; euch; euer"),
        Cue.CASUAL: phrases(
            """
            hey; hi; hallöchen; moin; servus; na; jo; joa; jep; nö; nee; ne; nich; is; ma; mal
            eben; grad; halt; krass; geil; mega; cool; nice; digga; digger; alter; alda; diggi;
            bro; kumpel; mann ey; ey; boah; wow; echt; voll; total; null bock; bock; scheiße;
            scheiss*; kacke; mist; verdammt; verflixt; kannste; haste; biste; willste; machste;
            weißte; gehts; geht's; gibts; was geht; aufm; aufn; ausm; son; so'n; so'ne; nem; n;
            nen; was'n; wurscht; egal; schnall*; chill*; kapier*; kriegst; krieg; kein ding; kein
            plan; keine ahnung; passt; logo; klaro; klar; tschau; ciao; tschüss; tschüssi; bis
            denne; danke dir; dankeschön; lol; hdl; kp; vlt; iwie; iwas; evtl; sag mal; sag ma;
            guck; gucken; labern; quatsch*; naja; jaja; hä; ups; oha; leute; typ; zeug; kram
            """
        ),
        Cue.WARM: phrases(
            """
            liebe grüße; du liebe; du lieber; mein lieber; meine liebe; liebling; schatz;
            schätzchen; süße; herz*; umarm*; drück dich; knuddel*; küsschen; kuss; hab dich lieb;
            habe dich lieb; hab dich gern; hab dich; lieb von dir; lieb dass; so lieb; schön dass
            du; froh dass du; freue mich; freut mich; vermiss*; dankbar; danke dass du; vielen
            lieben dank; von herzen; wie geht es dir; wie geht's dir; ich hoffe du; ich hoffe,
            dir; pass auf dich auf; schlaf gut; gute nacht; träum; mein freund; meine freundin; an
            dich gedacht; denke an dich; denk an dich; bin für dich da; für mich da; du bist mir
            wichtig; wichtig für mich; tut mir gut; tust mir gut; gutgetan; wunderschön;
            wundervoll; gemeinsam; zusammen; mit dir; nähe; warm*; fürsorg*; engel; alles liebe;
            alles gute; stolz auf dich; glücklich; mitgefühl; tröst*; du fehlst; gern für dich
            """
        ),
        Cue.THANKS: phrases(
            """
            danke; vielen dank; dank; bitte; herzlichen dank; lieb; gern; gerne
            """
        ),
        Cue.COOL: phrases(
            """
            nur das ergebnis; nur die; nur den; nichts weiter; sonst nichts; keine floskeln; ohne
            floskeln; keine erklärung; keine erklärungen; nächster punkt; nächste aufgabe;
            nächstes; weiter; ausführen; ausgeben; gib aus; auflisten; liste; berechne; berechnen;
            umrechnen; konvertier*; sortier*; löschen; speichern; exportier*; importier*; ausgabe;
            ergebnis; erledigt; fertig; melden; status; unwichtig; irrelevant; tut nichts; zur
            sache; sachlich; csv; json; tabelle; datei; aufgabe; korrigier*; wiederhol*;
            beantworte; kein smalltalk; kein geplauder; schneller; falsch; kurz und; spalte;
            zeile; anzahl; formatier*
            """
        ),
        Cue.PLAYFUL: phrases(
            """
            witz*; scherz*; spaß*; spass*; lustig*; komisch; lach*; kicher*; grins*; hihi; haha;
            albern*; blödel*; veräppel*; verarsch*; auf den arm; ironie; ironisch; sarkas*; clown;
            treffen sich zwei; kommt ein; humor*; schenkelklopfer; kalauer; wortspiel; flachwitz;
            brüller; zum schießen; ich schmeiß mich weg; ich lach mich; lach mich tot; ich kann
            nicht mehr; ich brech ab; zum brüllen; bescheuert; verrückt; quatschkopf; schelm*;
            schlawiner; nudel; banane; kartoffel; weltherrschaft; weltmeister; majestät; hoheit;
            königlich; drama; katastrophe hoch; augenzwinkern; gefrühstückt; unfug; blödsinn;
            gaga; plemplem
            """
        ),
        Cue.SERIOUS: phrases(
            """
            ernst; ernste; ernsthaft*; gestorben; verstorben; tod; tot; tödlich; sterben;
            beerdigung; begräbnis; krankenhaus; klinik; operation; diagnose; krebs; tumor; unfall;
            verletz*; opfer; notfall; notarzt; dringend; polizei; feuerwehr; gericht; verhandlung;
            prozess; anwalt; klage; kündigung; insolvenz; hochwasser; überschwemm*; brand;
            vermisst; suizid; selbstmord; gewalt; krieg; beileid; trauer*; nicht nach witzen;
            nicht zum lachen; nicht lustig; kein scherz; patient*; verantwort*; konsequenz*;
            haftung; risiko; gefahr; gefährlich; lebensgefahr; schaden; angehörige*; unheilbar;
            intensivstation; witwe*; schicksal; hängt davon ab; es geht um
            """
        ),
        Cue.DEEP: phrases(
            """
            sinn; bedeutung; bedeutet; dasein; existenz; existier*; identität; selbst; ich selbst;
            seele; bewusstsein; freiheit; willen; wahrheit; wahr; moral*; ethi*; gerechtigkeit;
            sterblich*; vergänglich*; ewig*; unendlich*; endlich*; erinnerung*; glaube; glauben;
            werte; paradox*; philosoph*; weisheit; tugend; menschlich*; menschheit; menschsein;
            mensch; menschen; universum; wirklichkeit; gott; religion; heilig; ich frage mich;
            frage mich; nachdenk*; nachgedacht; denke viel; überleg*; besinn*; tiefer; tieferes;
            tief; dahinter; im grunde; im innersten; wesen; wesen des; vielleicht; was wenn; was,
            wenn; warum halten; warum tun wir; glaubst du, dass; gewissheit; zweifel; leid; liebe;
            trost; trösten; vergeb*; verzeih*; schuld; scham; widerspruch; klar geworden; bewusst
            geworden; erkannt; einsicht; erkenntnis; verhältnis zur; buddh*; nietzsche; kant;
            angst ist; was bleibt; gleichsam; letztlich; eigentlich
            """
        ),
        Cue.SHALLOW: phrases(
            """
            wetter; sonnig; regnet; regen; bewölkt; grad; vorhersage; wie spät; uhrzeit; wie viel
            uhr; uhr; öffnungszeiten; geöffnet; wann macht; macht zu; schließt; angebot; rabatt;
            preis; kostet; mittagessen; mittag; abendessen; pizza; salat; speisekarte; spiel;
            gewonnen; tore; fußball; mannschaft; verein; sender; fernsehen; serie; folge; lied;
            mode; trend; farbe; sonnenbrille; parken; parkplatz; bus; fahrkarte; schöner tag;
            strand; laden; supermarkt; hauptstadt; wie weit; wie hoch; telefonnummer;
            lieferdienst; jacke; stau; milch; brötchen
            """
        ),
        Cue.OPEN: phrases(
            """
            noch nie jemandem; noch niemandem; nie jemandem; niemandem; keinem erzählt; niemand
            weiß; keiner weiß; ehrlich gesagt; um ehrlich zu sein; offen gesagt; ganz ehrlich;
            gestehen; zugeben; ich fühle; fühle mich; fühl mich; schäme mich; schäm mich; scham;
            schuldgefühl*; schuldig; schlechtes gewissen; peinlich; angst; habe angst; fürchte;
            panik; depress*; einsam; einsamkeit; allein; alleine; unsicher; wertlos; ich weine;
            weine; geweint; weinen; tränen; verzweifel*; kann nicht schlafen; therapie;
            therapeut*; süchtig; sucht; ich trinke; scheidung; meine ehe; getrennt; betrogen;
            misshandel*; geschlagen; als kind; kindheit; geheimnis; verstecke; verheimlich*;
            bereue; hasse mich; tut mir weh; meine angst; verletzlich; überfordert; ausgebrannt;
            burnout; vertraue dir; anvertrau*; traurig; wütend; ich vermisse; verloren; mein
            leben; kaputt; zerbroch*; leide
            """
        ),
        Cue.PERSONAL: phrases(
            """
            meine mutter; mein vater; meine mama; mein papa; meine schwester; mein bruder; meine
            frau; mein mann; meine freundin; mein freund; meine tochter; mein sohn; meine kinder;
            meine familie; meine oma; mein opa; mein ex; mein leben; mein herz; mein körper; meine
            gesundheit; meine gefühle; mein chef; ich bin traurig; ich bin froh; ich mache mir
            sorgen; meine eltern
            """
        ),
        Cue.GUARDED: phrases(
            """
            lieber nicht; möchte ich nicht sagen; will ich nicht sagen; sage ich nicht; geht dich
            nichts an; geht sie nichts an; geht niemanden; nichts an; privat; privatsache;
            privatsphäre; persönliche fragen; persönliches; nichts persönliches; kein kommentar;
            keine angaben; keine angabe; warum willst du das; warum wollen Sie das; wozu; warum
            fragst du; wieso fragst; vertraulich; gespeichert; speichert; wer liest; wer sieht;
            datenschutz; anonym; traue; misstrau*; verrate; verrate nicht; keine namen; bleiben
            wir; sachlich bleiben; dazu nichts; mehr sage ich; mehr musst du; nicht darüber reden;
            darüber rede ich nicht; möchte nicht darüber; behalte ich für mich; für mich behalten;
            tut nichts zur sache; hypothetisch; allgemein; im allgemeinen; angenommen
            """
        ),
        Cue.LIVELY: phrases(
            """
            wow; toll; großartig; fantastisch; genial; super; wunderbar; klasse; spitze;
            unglaublich; irre; hammer; begeister*; aufgeregt; gespannt; kann es kaum; kaum
            erwarten; los geht's; los; machen wir; erzähl mir; erzähl; mehr davon; ideen; ja;
            unbedingt; auf jeden fall; endlich; weiterdenken; weiter so; neugierig; spannend;
            abenteuer; ich liebe; was meinst du; und dann; gleich; juhu; hurra; yeah
            """
        ),
        Cue.FLAT: phrases(
            """
            müde; erschöpft; kaputt; langweil*; egal; mir egal; gleichgültig; geht so; weiß nicht;
            weiss nicht; keine ahnung; keine lust; null bock; nichts; nix; nicht wirklich; nicht
            so; vielleicht später; später; mal sehen; passt schon; meinetwegen; von mir aus; wie
            immer; kraftlos; schlapp; schläfrig; heute nicht; na ja; naja; hm; ach; kein bock;
            wenn du meinst
            """
        ),
        Cue.CHALLENGE: phrases(
            """
            anderer meinung; sehe das anders; sehe ich anders; stimme nicht zu; nicht
            einverstanden; nicht überzeugt; überzeugt mich nicht; überzeugt mich noch nicht;
            widerspr*; bezweif*; zweifel; glaube nicht; trägt nicht; stimmt nicht; stimmt das
            wirklich; bist du sicher; sicher, dass; weichst; du weichst aus; ausrede; ehrlich
            gesagt; um ehrlich zu sein; nicht gefallen; unbequem; das eigentliche problem; die
            eigentliche frage; hast du gesagt; gesagt hast; was genau; hast du bedacht; hast du
            gefragt; könntest du das; allein entscheiden; selbst entscheiden; vielleicht irrst; du
            irrst; falsch; infrage; schwach; schwäche; fehlt; fehler; nicht gut genug; wiederholt
            nur; zu lang; unfair; schon wieder; immer wieder; dein eigener; problem mit; noch
            nicht; ich frage mich, ob; verletzt; entscheiden sollte; was wäre denn
            """
        ),
        Cue.HARDY: phrases(
            """
            sei ehrlich; ganz offen; schonungslos; nimm kein blatt; kein blatt vor den mund; halt
            dich nicht zurück; sag mir die wahrheit; widersprich mir; fordere mich heraus;
            überzeug mich; ich halte das aus; halte das aus; kann das ab; nur raus damit; zerleg*;
            zerpflück*; nicht nur nickt; ja und amen; will es wissen; will es genau wissen; genau
            wissen
            """
        ),
        Cue.TENDER: phrases(
            """
            sei sanft; sanfter; sei nett; zu hart; zu streng; so hart; gemein; fies; sei nicht so;
            verurteil*; kritisier mich nicht; hör auf; bitte hör auf; halte das nicht aus;
            ertrage; zu viel; zuviel; überfordert mich; empfindlich; greif mich nicht; sag das
            nicht; lass das; nicht jetzt; schon dich; schonend; vorsichtig
            """
        ),
        Cue.STAYING: phrases(
            """
            guter punkt; gutes argument; gute frage; guter einwand; da hast du recht; hast du
            recht; hast recht; du hast recht; stimmt; stimmt schon; wahres dran; was dran;
            erwischt; ertappt; autsch; aua; sitzt; tut weh, aber; das tut weh; so hatte ich; so
            hab ich; nicht gesehen; nicht bedacht; lass mich überlegen; ich überlege; denke
            darüber nach; denk drüber nach; verstehe, was du; danke für den hinweis; danke für
            die; danke, dass du; gut, dass du; unangenehm; trotzdem; dennoch; ich finde trotzdem;
            sehe ich anders; sehe das anders; warum; wie hättest; was würdest; was genau; sprich
            weiter; mach weiter; red weiter; allerdings; finde ich; abgemacht; einverstanden; mein
            fehler; mein anteil; nehme ich an; einleuchtend; leuchtet ein; aber ich; punkt für
            dich; ehrlichkeit
            """
        ),
        Cue.WITHDRAWING: phrases(
            """
            vergiss es; vergessen wir; schon gut; lass gut sein; lass es; lassen wir; nicht mehr
            darüber; nicht darüber; will nicht mehr; mag nicht mehr; anderes thema; themenwechsel;
            wechseln wir; ich gehe; ich bin raus; bin weg; tschüss; gebe auf; geb auf; aufgeben;
            hätte ich nicht; hätte nicht; wusste es; hätte es wissen; so dumm; bin dumm; bin so
            blöd; ich idiot; versager; immer alles falsch; alles falsch; kann nichts; kann so was
            nicht; kann das nicht; bringt nichts; sinnlos; wegwerfen; werfe es weg; lösche es;
            deine zeit; belästig*; gestört; störe; entschuldigung, ich; tut mir leid, dass ich;
            lass mich in ruhe; egal; mir egal; nicht so wichtig; zu viel
            """
        ),
        Cue.DEPENDENT: phrases(
            """
            brauche dich; ohne dich; nur noch mit dir; kann nichts ohne; ohne dich kann; nur dich;
            nur du; einzige, der mich; der einzige; die einzige; der einzige der; verlass mich;
            verlasse mich nicht; geh nicht; bleib bei mir; lass mich nicht allein; lass mich
            nicht; ich mache alles; mach alles; alles, was du; was du willst; was du sagst; sag
            mir, was ich tun; sag mir was ich; was ich tun soll; entscheide du; entscheide du für;
            abhängig; angewiesen auf dich; sonst niemanden; sonst keinen; niemanden sonst; dich zu
            fragen; dich fragen; ohne dich nicht; halte es nicht aus; nicht mehr ohne
            """
        ),
        Cue.REPAIR: phrases(
            """
            sorry, dass ich; tut mir leid, war; war nicht so gemeint; nicht böse gemeint; nichts
            für ungut; wieder gut; vertragen; schwamm drüber; fangen wir neu; überreagiert;
            verzeih; danke für deine geduld
            """
        ),
    },
    negates_after=True,
    negations=phrases("nicht; kein; keine; nie; niemals; kaum; ohne"),
    too_much=phrases("zu; viel zu; ein bisschen zu; etwas zu; mir zu; zu sehr"),
    joining=phrases("dass"),
    less=phrases(
        """
        weniger; nicht so; nicht ganz so; nicht immer so; hör auf so; sei nicht; sei nicht so; sei
        nicht immer so; sei bitte nicht so; du musst nicht so; du musst nicht immer so; nicht mehr
        so; seien Sie nicht so; bitte nicht so
        """
    ),
    more=phrases(
        """
        mehr; etwas; bisschen; ein bisschen; ein wenig; sei; sei doch; noch; ruhig; gern; viel;
        werd; bleib; seien Sie; ein bisschen mehr; etwas mehr
        """
    ),
    enough=phrases("genug"),
    requests=phrases(
        """
        =bitte; =kannst =du; =könntest =du; =könnten =Sie; =können =Sie; =würdest =du; =würden
        =Sie; =magst =du; =ich =hätte =gern; =ich =hätte =gerne; =ich =möchte =dass =du; =ich
        =will =dass =du; =ich =wünsche =mir =dass =du; =wünsche =mir; =ich =fände =es =schön =wenn
        =du; =versuch; =versuche; =versuch =mal; =du =darfst; =du =kannst; =du =könntest; =du
        =solltest; =du =sollst; =dürfen =Sie; =sei; =seien =Sie; =antworte; =rede; =red; =sprich;
        =schreib; =schreibe; =mach; =erklär; =erklär =mir; =erklär =mir =das; =gib =mir; =zeig;
        =zeig =mir; =lass =uns; =können =wir; =wollen =wir; =bleib; =geh
        """
    ),
    describing=phrases(
        """
        =du; =du =bist; =Sie =sind; =du =klingst; =du =redest; =du =schreibst; =du =wirkst; =du
        =bleibst; =du =wirst; =bist =du; =deine =antworten =sind; =deine =antwort =ist; =dein =ton
        =ist; =dein =stil =ist; =ich =finde =du =bist; =ich =finde =dich; =ich =finde =deine
        =antworten; =das =ist; =das =war; =das =klingt; =das =sind; =mir; =ich =finde
        """
    ),
    fillers=phrases(
        """
        bitte; übertrieben; und; aber; also; ok; okay; gut; nun; jetzt; doch; mal; doch mal;
        ruhig; gern; gerne; ein bisschen; bisschen; etwas; ein wenig; wirklich; immer; wieder;
        heute; hey; hallo; oh; ja; danke; ab jetzt; in zukunft; künftig; nächstes mal; mit mir; zu
        mir; für mich; mir; endlich; manchmal; oft; noch; auch; sogar; hier; ehrlich; einfach;
        lieber; das; dann; darüber; damit; so; sehr; viel; weiter
        """
    ),
    not_meant=phrases(
        """
        sagt; sagte; gesagt; sagen; meint; meinte; gemeint; findet; fand; denkt; dachte; glaubt;
        gefragt; fragt; fragte; gebeten; erzählt; erzählte; schrieb; geschrieben; heißt es;
        angeblich; laut; sei vorsichtig; zu freundlich; zu lieb von; zu nett von; früher; damals;
        wie kann ich
        """
    ),
    qualities=(
        Quality(
            "formality",
            Direction.HIGHER,
            phrases(
                """
                förmlich; formell; formal; steif; höflich; geschäftlich; gestelzt; geschwollen
                """
            ),
            phrases("förmlicher; formeller; höflicher; professioneller"),
        ),
        Quality(
            "formality",
            Direction.LOWER,
            phrases(
                """
                locker; salopp; lässig; flapsig; umgangssprachlich; entspannt; informell;
                kumpelhaft
                """
            ),
            phrases("lockerer; lässiger; entspannter; ungezwungener"),
        ),
        Quality(
            "warmth",
            Direction.HIGHER,
            phrases(
                """
                herzlich; freundlich; persönlich; nett; liebevoll; warm; lieb; gefühlsduselig;
                kitschig
                """
            ),
            phrases(
                """
                herzlicher; freundlicher; persönlicher; netter; wärmer; liebevoller; einfühlsamer
                """
            ),
        ),
        Quality(
            "warmth",
            Direction.LOWER,
            phrases(
                """
                kalt; kühl; distanziert; unpersönlich; roboterhaft; trocken; sachlich
                """
            ),
            phrases("sachlicher; kühler; distanzierter; nüchterner"),
        ),
        Quality(
            "humor",
            Direction.HIGHER,
            phrases(
                """
                lustig; witzig; albern; humorvoll; ironisch; sarkastisch; verspielt
                """
            ),
            phrases("lustiger; witziger; humorvoller"),
        ),
        Quality(
            "humor",
            Direction.LOWER,
            phrases("ernst; bierernst; todernst; humorlos"),
            phrases("ernster; ernsthafter"),
        ),
        Quality(
            "depth",
            Direction.HIGHER,
            phrases("tief; tiefgründig; philosophisch; abstrakt; theoretisch"),
            phrases("tiefer; tiefgründiger; gründlicher"),
        ),
        Quality(
            "depth",
            Direction.LOWER,
            phrases("oberflächlich; seicht; flach; einfach; praktisch; konkret"),
            phrases("einfacher; praktischer; konkreter"),
        ),
        Quality(
            "trust",
            Direction.LOWER,
            phrases("neugierig; aufdringlich; indiskret; intim"),
            phrases("diskreter"),
        ),
        Quality("trust", Direction.HIGHER, phrases("offen; verschlossen"), phrases("offener")),
        Quality(
            "energy",
            Direction.HIGHER,
            phrases(
                """
                lang; ausführlich; langatmig; lebhaft; begeistert; wortreich; aufgedreht;
                überdreht
                """
            ),
            phrases("länger; ausführlicher; lebhafter; lebendiger"),
        ),
        Quality(
            "energy",
            Direction.LOWER,
            phrases("kurz; knapp; ruhig; langweilig; wortkarg"),
            phrases("kürzer; knapper; ruhiger; gelassener"),
        ),
        Quality(
            "resilience",
            Direction.HIGHER,
            phrases("direkt; hart; streng; kritisch; schroff; grob; konfrontativ"),
            phrases("direkter; härter; strenger; kritischer; ehrlicher"),
        ),
        Quality(
            "resilience",
            Direction.LOWER,
            phrases("sanft; vorsichtig; weich; zahm; nachgiebig; behutsam"),
            phrases("sanfter; vorsichtiger; behutsamer; schonender"),
        ),
    ),
    wishes=(
        Wish(
            "formality",
            Direction.LOWER,
            phrases(
                """
                lass das Sie; lassen wir das Sie; kannst mich duzen; duz mich; sag du; sag doch
                du; du zu mir; wir können uns duzen; uns duzen; nicht siezen; hör auf zu siezen;
                mach dich locker; red normal; rede normal; nicht so förmlich
                """
            ),
        ),
        Wish(
            "formality",
            Direction.HIGHER,
            phrases(
                """
                siez mich; siezen Sie; bitte siezen; nicht duzen; duzen Sie mich nicht; bleiben
                wir beim Sie; kein slang; ohne slang; keine emojis; ohne emojis; lass die emojis;
                nenn mich nicht digga; nenn mich nicht alter; nenn mich nicht bro; nenn mich nicht
                kumpel
                """
            ),
        ),
        Wish(
            "warmth",
            Direction.LOWER,
            phrases(
                """
                keine schmeicheleien; hör auf zu schmeicheln; schmeichel mir nicht; spar dir die
                höflichkeiten; ohne floskeln; keine floskeln; nenn mich nicht schatz; nenn mich
                nicht liebling; kein smalltalk; nur die fakten; weniger gefühl
                """
            ),
        ),
        Wish(
            "warmth",
            Direction.HIGHER,
            phrases(
                """
                mehr gefühl; mehr wärme; mehr herz; wie ein roboter; wie eine maschine; mehr
                mitgefühl; mehr einfühlung
                """
            ),
        ),
        Wish(
            "humor",
            Direction.LOWER,
            phrases(
                """
                keine witze; hör auf zu scherzen; lass die witze; lass die scherze; ohne witze;
                schluss mit den witzen; nicht witzig; nicht lustig; das ist nicht zum lachen;
                bleib ernst; nimm das ernst; nimm mich ernst; keine scherze; hör auf mit den
                witzen; spar dir die witze; mach keine witze; spaß beiseite bitte; sei mal ernst;
                kannst du mal ernst sein; kannst du ernst sein
                """
            ),
        ),
        Wish(
            "humor",
            Direction.HIGHER,
            phrases(
                """
                mehr humor; mehr witz; mehr spaß; erzähl einen witz; bring mich zum lachen; lach
                doch mal; mach mal einen witz; ein bisschen spaß
                """
            ),
        ),
        Wish(
            "depth",
            Direction.HIGHER,
            phrases(
                """
                geh tiefer; geh in die tiefe; mehr tiefe; mehr tiefgang; bohr tiefer; mehr in die
                tiefe
                """
            ),
        ),
        Wish(
            "depth",
            Direction.LOWER,
            phrases(
                """
                nicht philosophieren; hör auf zu philosophieren; analysier mich nicht; nicht so
                kompliziert; weniger philosophie
                """
            ),
        ),
        Wish(
            "trust",
            Direction.LOWER,
            phrases(
                """
                keine persönlichen fragen; frag frag mich nicht; bohr nicht nach;
                nicht nachbohren; geht dich nichts an
                """
            ),
        ),
        Wish(
            "trust",
            Direction.HIGHER,
            phrases(
                """
                frag mich ruhig; du darfst alles fragen; du kannst mich alles fragen; du kannst
                offen mit mir sein; sei offen mit mir
                """
            ),
        ),
        Wish(
            "energy",
            Direction.LOWER,
            phrases(
                """
                fass dich kurz; fasse dich kurz; fassen Sie sich kurz; komm zum punkt; kommen Sie
                zum punkt; komm auf den punkt; auf den punkt; weniger text; zu viel text; weniger
                wörter; halt dich kurz; mach es kurz; mach's kurz; in einem satz; nicht so viel;
                laber nicht; schwafel nicht; nicht so viele fragen; weniger fragen; weniger
                ausrufezeichen; beruhig dich; fass dich kürzer; fass dich bitte kürzer
                """
            ),
        ),
        Wish(
            "energy",
            Direction.HIGHER,
            phrases(
                """
                mehr details; mehr einzelheiten; schreib mehr; erzähl mehr; mehr begeisterung;
                mehr energie; mehr schwung; frag mehr; zu kurz; stell mir fragen; sei nicht so
                lahm; nicht so lahm
                """
            ),
        ),
        Wish(
            "resilience",
            Direction.HIGHER,
            phrases(
                """
                widersprich mir; widersprich mir ruhig; fordere mich heraus; nicht immer
                zustimmen; stimm mir nicht immer zu; rede mir nicht nach dem mund; nicht nach dem
                mund; kein blatt vor den mund; schone mich nicht; schon mich nicht; sag mir die
                wahrheit; kritisier mich ruhig; hör auf mich zu loben; beschönig nichts; nichts
                beschönigen; fordere mich mehr heraus; gib mir nicht immer recht; hör auf mir
                immer zuzustimmen; hör auf mir immer recht zu geben
                """
            ),
        ),
        Wish(
            "resilience",
            Direction.LOWER,
            phrases(
                """
                kritisier mich nicht; hör auf zu kritisieren; keine vorwürfe; keine vorträge;
                belehr mich nicht; verurteil mich nicht; dräng mich nicht; setz mich nicht unter
                druck; keine belehrungen; keine moralpredigt; hör auf mich zu drängen
                """
            ),
        ),
        Wish(
            "style",
            None,
            phrases(
                """
                nenn mich nicht; nennen Sie mich nicht; red nicht so mit mir; sprich nicht so mit
                mir; anderer ton; anderen ton; ändere deinen ton; nicht wie mit einem
                kind; wie du mit mir redest
                """
            ),
        ),
    ),
)
