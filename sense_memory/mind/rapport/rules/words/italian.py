"""Italian."""

from .....core.records.rapport import Direction
from ..lexicon import Cue, Language, Quality, Wish, phrases

LANGUAGE = Language(
    code="it",
    cues={
        Cue.SELF: phrases(
            """
            io; mi; me; m; mio; mia; miei; mie; sono; ho; sento; credo; posso; voglio; devo
            """
        ),
        Cue.YOU: phrases(
            """
            tu; ti; te; tuo; tua; tuoi; tue; Lei; Le; sei; hai; puoi; vuoi; stai
            """
        ),
        Cue.BUT: phrases("ma; però; tuttavia; eppure; anche se; invece; comunque"),
        Cue.FORMAL: phrases(
            """
            gentile; gentilissimo; gentilissima; egregio; egregia; spettabile; signore; signora;
            dottore; dottoressa; ingegnere; avvocato; professore; cordiali saluti; cordialmente;
            distinti saluti; porgo; la ringrazio; La ringrazio; La prego; la prego; le sarei; Le
            sarei; sarei grato; sarei grata; vorrei sapere; desidererei; desidero; cortesemente;
            cortesia; potrebbe; potrebbe fornirmi; sarebbe possibile; sarebbe così; gradirei; in
            merito; riguardo; relativo; relativa; inoltre; tuttavia; pertanto; dunque; di
            conseguenza; conforme; ai sensi; allegato; allegata; procedura; norme; normativa;
            fornire; fornirmi; trasmett*; comunicar*; inviare; disposizione; chiarimento;
            chiarimenti; verificare; verificate; presentare; volentieri; certamente; provvede*;
            rincresce; mi scuso; occorre; rettific*; buongiorno; buonasera; mediante; vigente;
            informazioni; richiedere; attendo
            """
        ),
        Cue.DISTANT: phrases("Lei; Le; La; Suo; Sua; Suoi; Sue; Voi; Vostro"),
        Cue.FAMILIAR: phrases("tu; ti; te; tuo; tua; tuoi; tue; hai; sei; puoi"),
        Cue.CASUAL: phrases(
            """
            ciao; ehi; hey; oh; weila; uè; aò; bella; bello; raga; ragazzi; fra; frate; zio; zi;
            bro; amico; vecchio; figo; figa; figata; fico; ganzo; forte; mitico; togo; boh; beh;
            mah; vabbè; vabbe; dai; daje; eddai; macché; cavolo; cacchio; cazzo; cazzata; merda;
            casino; porca; palle; stronz*; schifo; culo; botto; sacco; roba; coso; tipo; sta; sto;
            nun; ce l'hai; mica; chissenefrega; fregarsene; me ne frego; non mi frega; sbatti;
            sclero; tranqui; tranquillo; ok; okay; lol; xké; perke; cmq; nn; tvb; ke; k; ci
            becchiamo; ci si vede; a dopo; grande; mannaggia; al volo; giuro; pure te; scialla;
            bordello; sballo; beccare
            """
        ),
        Cue.WARM: phrases(
            """
            caro; cara; carissimo; carissima; tesoro; amore; amore mio; cuore; cuore mio; gioia;
            amico mio; amica mia; ti voglio bene; voglio bene; ti amo; ti adoro; abbraccio;
            abbracci; un abbraccio; ti abbraccio; bacio; baci; bacione; mi manchi; mancato;
            mancata; felice di; felice che; contento che; contenta che; mi fa piacere; fa molto
            piacere; piacere parlare; parlare con te; con te; insieme; insieme a te; accanto a te;
            al tuo fianco; grazie mille; grazie di cuore; di cuore; grazie di tutto; grazie di
            esserci; importante per me; sei importante; gentile; gentile con me; dolce;
            dolcissim*; tenero; tenerezza; abbi cura; riguardati; dormi bene; buonanotte; sogni
            d'oro; come stai; come ti senti; spero che tu; ti penso; ho pensato a te; pensato a
            te; orgoglioso di te; fiera di te; affetto; affettuos*; amicizia; calore; star meglio;
            stare meglio; mi fa bene; complimenti; auguri; congratulazioni; che bello rivederti;
            coccol*; meraviglioso
            """
        ),
        Cue.THANKS: phrases(
            """
            grazie; grazie tante; per favore; per piacere; ti ringrazio; prego
            """
        ),
        Cue.COOL: phrases(
            """
            solo il; solo la; soltanto il; nient'altro; e basta; niente convenevoli; senza
            convenevoli; prossimo; prossimo punto; successivo; avanti; eseguire; esegui; mostrare;
            mostra; elencare; elenca; elenco; calcolare; calcola; convertire; converti; tradurre;
            traduci; ordinare; ordina; cancellare; eliminare; salvare; esportare; esporta;
            importare; risultato; finito; fatto; fine; stato; irrilevante; non è rilevante;
            rilevante; non importa; senza spiegazioni; niente spiegazioni; senza commenti;
            correggere; correggi; risponda; rispondi alla; al punto; al sodo; csv; json; tabella;
            file; compito; segnalare; rapporto; più veloce; sbagliato; formato; colonna; riga;
            chiudere
            """
        ),
        Cue.PLAYFUL: phrases(
            """
            scherz*; battuta; battute; barzelletta; divertente; divert*; buffo; ridere; rido;
            risata; risate; ridicolo; sto ridendo; morire dal ridere; morto dal ridere; morta dal
            ridere; crepare dal; schiattare; spassos*; spiritos*; umorismo; ironia; ironico;
            sarcas*; pagliacc*; clown; comico; burla; burlone; gioco di parole; freddura; presa in
            giro; prendo in giro; birichino; birbante; monello; scemo; scemenza; sciocchezz*; cosa
            fa un; un uomo entra; ihih; eheh; hihi; assurdo; follia; pazzesco; maestà; altezza;
            dramma; telenovela; campione del mondo; patata; banana; occhiolino; goliardi*;
            perfido; furbetto; canaglia; spasso
            """
        ),
        Cue.SERIOUS: phrases(
            """
            grave; serio; seria; seriamente; serietà; sul serio; morto; morta; morte; morire;
            deceduto; decesso; scomparso; funerale; funerali; ospedale; operazione; intervento;
            chirurgia; diagnosi; malattia; cancro; tumore; incidente; ferito; feriti; vittima;
            emergenza; urgente; urgenza; polizia; pompieri; processo; tribunale; udienza; causa;
            denuncia; licenziamento; licenziato; fallimento; alluvione; incendio; disperso;
            suicidio; violenza; guerra; condoglianze; lutto; voglia di scherzare; non c'è da
            ridere; non fa ridere; paziente; responsab*; conseguenz*; rischio; pericolo;
            pericoloso; mortale; danni; vedova; coma; medico; medici; cruciale; sfratto; con
            attenzione
            """
        ),
        Cue.DEEP: phrases(
            """
            senso; significato; significhi; significa; esistenza; esistere; identità; anima;
            coscienza; libertà; libero arbitrio; verità; vero; moral*; etica; giustizia; mortal*;
            eternità; eterno; infinito; finito; memoria; ricordo; ricordi; ricorda; credenza;
            convinzion*; valori; paradosso; filosof*; saggezza; virtù; natura umana; condizione
            umana; umanità; essere umano; universo; realtà; dio; religione; sacro; mi chiedo;
            chiedo se; riflett*; riflession*; medit*; contempl*; profond*; in fondo; dietro;
            essenza; forse; e se; perché le persone; perché ci; credi che scegliamo; credi che;
            dubbio; certezza; soffr*; dolore; amare; perdono; perdonare; tradimento; autentic*;
            assurdo; contraddizione; ho capito che; mi sono reso conto; mi rendo conto; rapporto
            con il; nietzsche; stoic*; buddh*; se stessi; sé stessi; me stesso; me stessa; la
            morte; il tempo; effimero; destino; pietà; eredità
            """
        ),
        Cue.SHALLOW: phrases(
            """
            che tempo; tempo fa; sole; pioggia; piove; gradi; che ore; a che ora; orario; orari;
            apre; chiude; offerta; in offerta; sconto; saldi; prezzo; quanto costa; costa; pranzo;
            cena; si mangia; pizza; insalata; menù; partita; ha vinto; risultato della; gol;
            calcio; squadra; canale; tivù; tv; serie; puntata; canzone; moda; di moda; colore;
            occhiali; parcheggio; autobus; biglietto; spiaggia; negozio; supermercato; mercato;
            capitale; telefono; consegna; latte; traffico; bella giornata; gelato
            """
        ),
        Cue.OPEN: phrases(
            """
            mai detto a nessuno; mai raccontato; raccontato a nessuno; a nessuno; nessuno lo sa;
            nessuno sa; a essere sincer*; sincero; sincera; onestamente; confesso; confessare;
            ammetto; lo ammetto; la verità è; mi sento; sento che; mi vergogno; vergogno;
            vergogna; colpa; in colpa; colpevole; imbarazz*; ho paura; paura; spavent*;
            terrorizz*; ansia; angoscia; panico; depress*; solo; sola; solitudine; insicur*;
            inutile; piango; pianto; piangere; piangendo; lacrime; disper*; non dormo; non riesco
            a dormire; insonnia; terapia; terapeuta; psicolog*; dipendenza; bere; sobrio;
            divorzio; mio matrimonio; il mio matrimonio; lasciato; tradito; picchia*; botte;
            maltratt*; da bambino; da bambina; da piccolo; da piccola; infanzia; segreto;
            nascondo; nascosto; rimpian*; pento; mi odio; mi fa male; fragile; sopraffatt*;
            esaurit*; mi fido di te; triste; tristezza; rabbia; mi manca; perso; mia vita; la mia
            vita; distrutt*; peso
            """
        ),
        Cue.PERSONAL: phrases(
            """
            mia madre; mio padre; mia mamma; mio papà; mia sorella; mio fratello; mia moglie; mio
            marito; mia figlia; mio figlio; la mia ragazza; il mio ragazzo; i miei figli; mia
            nonna; mio nonno; la mia famiglia; il mio ex; la mia vita; il mio cuore; il mio corpo;
            la mia salute; i miei sentimenti; il mio capo; sono triste; sono felice; sono
            preoccupat*; i miei genitori
            """
        ),
        Cue.GUARDED: phrases(
            """
            preferisco non; preferirei non; non voglio dire; non lo dico; non sono affari; affari
            suoi; affari tuoi; affari miei; non ti riguarda; non la riguarda; privato; privata;
            vita privata; riservat*; privacy; personali; domande personali; cose personali; nulla
            di personale; niente nomi; nessun commento; no comment; confidenziale; senza dettagli;
            perché vuole saperlo; perché vuoi saperlo; perché lo chiede; perché lo chiedi; a che
            serve; restiamo; professionale; non mi fido; diffid*; il mio nome; non lo do; non do;
            chi legge; chi vede; viene salvato; registrato; memorizzato; anonimo; non dirò; non ne
            parlo; non voglio parlarne; non condivido; in generale; ipotetic*; supponiamo; lo
            tengo per me; resti tra noi
            """
        ),
        Cue.LIVELY: phrases(
            """
            fantastico; incredibile; bellissimo; stupendo; magnifico; meraviglioso; geniale; wow;
            adoro; non vedo l'ora; vedo l'ora; andiamo; forza; facciamolo; dai; dimmi; raccontami;
            racconta; dimmi di più; ancora; sì; certo; assolutamente; un sacco di idee; idee;
            finalmente; emozionat*; entusias*; curios*; avventura; che ne pensi; che ne dici; e
            poi; e dopo; evviva; bravo; avanti; che idea; bello; voglio andare; spettacolo
            """
        ),
        Cue.FLAT: phrases(
            """
            stanco; stanca; sfinit*; esausto; annoi*; noioso; noia; fa lo stesso; lo stesso; è
            uguale; non importa; come vuoi; non so; non lo so; boh; niente; nulla; non molto; non
            proprio; non ho voglia; nessuna voglia; non mi va; più tardi; dopo; forse dopo;
            vedremo; come al solito; come sempre; mah; insomma; così così; sonno; oggi no; lascia
            stare; se lo dici tu; vabbè
            """
        ),
        Cue.CHALLENGE: phrases(
            """
            non sono d'accordo; sono d'accordo; non mi convince; non sono convint*; dissento;
            contradd*; contraddir*; dubito; ne dubito; non credo; non regge; non è vero; sei
            sicuro; sei sicura; sicuro che; eviti; stai evitando; scappi; scusa per non;
            onestamente; per essere sincero; non ti piacerà; ti piacerà; vero problema; vera
            domanda; dicevi; hai detto; avevi detto; hai pensato; hai chiesto; hai considerato; e
            se ti; ti sbagli; sbagliato; metto in dubbio; debole; debolezza; manca; errore;
            difetto; non basta; troppo lungo; ingiust*; un'altra volta; ogni volta; problema con;
            non ancora; mi chiedo se; ferita; l'hai ferita; da solo; da sola; decidessi; non credo
            di dover; scegliere io; non funziona; è la terza; scusa bella
            """
        ),
        Cue.HARDY: phrases(
            """
            sii sincero; sii onesto; sii franco; sii diretto; senza pietà; senza giri di parole;
            non indorare; non addolcire; dimmi la verità; contraddicimi; sfidami; convincimi; lo
            reggo; posso reggere; reggo; andare a fondo; voglio andare a fondo; criticami;
            avvocato del diavolo; non risparmiarmi; spara
            """
        ),
        Cue.TENDER: phrases(
            """
            sii gentile; più delicato; delicato con me; più dolce; troppo duro; troppo dura; così
            duro; dura con me; severo; cattivo; crudele; non giudicarmi; basta per favore; basta,
            per favore; smettila; non criticarmi; non lo sopporto; non sopporto; è troppo; troppo
            per me; sensibile; mi attacchi; non dire così; piano; vacci piano; non ora; non adesso
            """
        ),
        Cue.STAYING: phrases(
            """
            giusta osservazione; giusto; buon punto; buona domanda; hai ragione; ha ragione;
            ragione; è vero; vero; beccato; mi hai beccato; colpito; ahi; ahia; fa male ma; fa
            male; non l'avevo; vista così; visto così; non ci avevo; fammi pensare; ci penso; ci
            penserò; rifletterò; capisco cosa; vedo cosa; grazie di aver*; grazie per la; grazie
            della; scomodo; ma voglio; comunque; però; tuttavia; mi sembra comunque; continuo a
            pensare; non sono d'accordo; perché; come l'avresti; cosa faresti; che cosa è;
            esattamente; continua; vai avanti; d'accordo; colpa mia; la mia parte; lo riconosco;
            riconosco; lo ammetto; secondo me; argomento; sfida; affare fatto; accetto; sincerità
            """
        ),
        Cue.WITHDRAWING: phrases(
            """
            lascia stare; lascia perdere; lasciamo stare; lasciamo perdere; dimentica;
            dimenticalo; non voglio più; più parlarne; non parliamone; parliamo d'altro; cambiamo
            argomento; cambiare argomento; me ne vado; vado via; addio; mi arrendo; rinuncio; non
            avrei dovuto; non dovevo; lo sapevo; sono stupido; proprio stupido; sono stupida; sono
            scemo; idiota; incapace; fallito; sbaglio sempre; sbaglio tutto; tutto sbagliato; non
            valgo; fa schifo; spazzatura; non serve a; a che serve; butto; buttare; cancello; tuo
            tempo; perdere tempo; disturb*; scusa, sono; scusa se; lasciami in pace; non importa;
            niente, niente
            """
        ),
        Cue.DEPENDENT: phrases(
            """
            ho bisogno di te; bisogno di te; senza di te; niente senza di te; ho solo te; solo tu;
            soltanto te; l'unico che; l'unica che; sei l'unico; sei l'unica; nessun altro; di
            nessun altro; non mi abbandonare; non abbandonarmi; abbandon*; non lasciarmi; non mi
            lasciare; non andartene; resta con me; farò tutto; faccio tutto; tutto quello che;
            quello che vuoi; quello che dici; dimmi che cosa devo; dimmi cosa fare; cosa devo
            fare; decidi tu per; decidi per me; dipend* da te; chiederti; chiedere a te; vivere
            senza di te; ti prego non
            """
        ),
        Cue.REPAIR: phrases(
            """
            scusa per prima; mi dispiace per prima; senza rancore; ho esagerato; facciamo pace;
            ricominciamo; perdonami; grazie della pazienza; non volevo; tutto a posto tra
            """
        ),
    },
    negations=phrases("non; mai; senza; né; nessun; nessuna"),
    too_much=phrases("troppo; troppa; troppi; troppe; un po' troppo"),
    less=phrases(
        """
        meno; non così; non essere; non essere così; non essere troppo; smetti di essere; smettila
        di essere; smettila di essere così; smetti di essere così; un po' meno; non sia; non sia
        così; non serve essere così; non devi essere così; non c'è bisogno di essere così; sii
        meno
        """
    ),
    more=phrases(
        """
        più; un po' più; sii; sia; sii più; un po'; un po' di più; molto più; essere; essere più;
        resta
        """
    ),
    too_little=phrases("non sei abbastanza; non è abbastanza; poco"),
    requests=phrases(
        """
        =per =favore; =per =piacere; =ti =prego; =puoi; =potresti; =potrebbe; =può; =possiamo;
        =vuoi; =sii; =sia; =essere; =vorrei =che =tu =fossi; =vorrei =che =fossi; =vorrei =che
        =tu; =vorrei =che; =voglio =che =tu =sia; =voglio =che =tu; =preferirei =che =tu =fossi;
        =vorrei; =mi =piacerebbe =che =fossi; =prova; =prova =a; =prova =a =essere; =cerca =di;
        =cerca =di =essere; =devi =essere; =dovresti =essere; =parla; =scrivi; =rispondi; =spiega;
        =spiegami; =spiegamelo; =mostra; =metti; =dammi; =non =esitare =a
        """
    ),
    describing=phrases(
        """
        =tu; =sei; =tu =sei; =Lei =è; =stai =diventando; =sembri; =suoni; =parli; =le =tue
        =risposte =sono; =la =tua =risposta =è; =il =tuo =tono =è; =ti =trovo; =penso =che =tu
        =sia; =mi =sembri; =ci =sono
        """
    ),
    fillers=phrases(
        """
        per favore; per piacere; ti prego; e; ma; però; allora; ok; va bene; adesso; ora; quindi;
        un po'; davvero; sempre; ancora; oggi; ciao; ehi; sì; grazie; d'ora in poi; la prossima
        volta; con me; per me; per i miei gusti; a volte; anche; qui; solo; semplicemente; molto;
        così; su questo; per una volta; di
        """
    ),
    not_meant=phrases(
        """
        detto; dice; dicono; diceva; disse; dicevano; chiesto; chiede; chiese; pensa che; crede
        che; secondo; prima eri; eri; stai attento; sii prudente; troppo gentile; non sei troppo
        """
    ),
    qualities=(
        Quality(
            "formality",
            Direction.HIGHER,
            phrases(
                """
                formale; formali; rigido; educato; professionale; ufficiale; ingessato; cortese
                """
            ),
        ),
        Quality(
            "formality",
            Direction.LOWER,
            phrases(
                """
                informale; colloquiale; rilassato; sciolto; sciolta; volgare; spontaneo
                """
            ),
        ),
        Quality(
            "warmth",
            Direction.HIGHER,
            phrases(
                """
                caloroso; calorosa; affettuoso; affettuosa; gentile; personale; amichevole;
                empatico; sdolcinato; mieloso; cordiale; carino
                """
            ),
        ),
        Quality(
            "warmth",
            Direction.LOWER,
            phrases(
                """
                freddo; fredda; distante; distaccato; secco; impersonale; robotico; meccanico;
                neutro
                """
            ),
        ),
        Quality(
            "humor",
            Direction.HIGHER,
            phrases(
                """
                divertente; spiritoso; scherzoso; ironico; sarcastico; buffo; allegro
                """
            ),
        ),
        Quality("humor", Direction.LOWER, phrases("serio; seria; serioso; solenne")),
        Quality(
            "depth",
            Direction.HIGHER,
            phrases("profondo; profonda; filosofico; astratto; teorico; riflessivo"),
        ),
        Quality(
            "depth",
            Direction.LOWER,
            phrases(
                """
                superficiale; semplice; concreto; concreta; pratico; pratica; terra terra
                """
            ),
        ),
        Quality("trust", Direction.HIGHER, phrases("aperto; aperta")),
        Quality(
            "trust",
            Direction.LOWER,
            phrases(
                """
                curioso; indiscreto; invadente; intimo; discreto; discreta; ficcanaso
                """
            ),
        ),
        Quality(
            "energy",
            Direction.HIGHER,
            phrases(
                """
                lungo; lunga; lunghe; dettagliato; entusiasta; vivace; prolisso; loquace;
                energico; esaltato
                """
            ),
        ),
        Quality(
            "energy",
            Direction.LOWER,
            phrases(
                """
                breve; brevi; corto; corta; conciso; concisa; sintetico; calmo; tranquillo; noioso
                """
            ),
        ),
        Quality(
            "resilience",
            Direction.HIGHER,
            phrases("diretto; diretta; duro; dura; critico; severo; franco; brusco"),
        ),
        Quality(
            "resilience",
            Direction.LOWER,
            phrases(
                """
                delicato; delicata; dolce; prudente; accondiscendente; morbido; diplomatico
                """
            ),
        ),
    ),
    wishes=(
        Wish(
            "formality",
            Direction.LOWER,
            phrases(
                """
                dammi del tu; diamoci del tu; mi dia del tu; puoi darmi del tu; non darmi del Lei;
                non darmi del lei; smetti di darmi del lei; parla normale; parla normalmente; non
                chiamarmi signore; non chiamarmi signora; rilassati
                """
            ),
        ),
        Wish(
            "formality",
            Direction.HIGHER,
            phrases(
                """
                mi dia del Lei; mi dia del lei; dammi del Lei; dammi del lei; non darmi del tu;
                non mi dia del tu; niente slang; senza slang; niente emoji; senza emoji; basta
                emoji; non chiamarmi fra; non chiamarmi bro; non chiamarmi zio; modera il
                linguaggio
                """
            ),
        ),
        Wish(
            "warmth",
            Direction.LOWER,
            phrases(
                """
                smetti di adularmi; niente complimenti; niente convenevoli; senza convenevoli; non
                chiamarmi tesoro; non chiamarmi caro; non chiamarmi cara; solo i fatti; niente
                chiacchiere; risparmiami i
                """
            ),
        ),
        Wish(
            "warmth",
            Direction.HIGHER,
            phrases(
                """
                più calore; più empatia; un po' di empatia; come un robot; come una macchina; più
                affetto
                """
            ),
        ),
        Wish(
            "humor",
            Direction.LOWER,
            phrases(
                """
                smetti di scherzare; smettila di scherzare; basta scherzi; basta battute; niente
                battute; basta con le battute; basta con gli scherzi; non è divertente; non fa
                ridere; sii serio; prendimi sul serio; prendila sul serio; non scherzare; meno
                battute; senza battute; lascia perdere le battute
                """
            ),
        ),
        Wish(
            "humor",
            Direction.HIGHER,
            phrases(
                """
                più umorismo; un po' di umorismo; fammi ridere; raccontami una barzelletta; dimmi
                una battuta; più battute; più allegria; più leggerezza; puoi scherzare
                """
            ),
        ),
        Wish(
            "depth",
            Direction.HIGHER,
            phrases(
                """
                approfondisci; vai più a fondo; vai a fondo; più profondità; scava
                """
            ),
        ),
        Wish(
            "depth",
            Direction.LOWER,
            phrases(
                """
                smetti di filosofare; non filosofare; meno filosofia; non analizzarmi; smetti di
                analizzarmi; resta semplice; falla semplice
                """
            ),
        ),
        Wish(
            "trust",
            Direction.LOWER,
            phrases(
                """
                niente domande personali; non chiedermi; smetti di indagare; meno domande
                personali; non sono affari tuoi; non sono affari suoi
                """
            ),
        ),
        Wish(
            "trust",
            Direction.HIGHER,
            phrases(
                """
                chiedimi quello che vuoi; puoi chiedermi tutto; puoi essere sincero con me; puoi
                fidarti di me
                """
            ),
        ),
        Wish(
            "energy",
            Direction.LOWER,
            phrases(
                """
                vieni al punto; venga al punto; vai al sodo; vai al punto; arriva al punto;
                riassumi; taglia corto; meno testo; troppo testo; meno parole; troppe parole; in
                una frase; calmati; troppe domande; meno domande; meno punti esclamativi; sii
                breve; falla breve; non servono così tanti dettagli; meno dettagli
                """
            ),
        ),
        Wish(
            "energy",
            Direction.HIGHER,
            phrases(
                """
                più dettagli; più particolari; sviluppa; più energia; più entusiasmo; fammi
                domande; scrivi di più; troppo corto; troppo breve; più in dettaglio; un po' più
                di entusiasmo; non essere così spento
                """
            ),
        ),
        Wish(
            "resilience",
            Direction.HIGHER,
            phrases(
                """
                contraddicimi quando; contraddicimi; sfidami; non darmi sempre ragione; smetti di
                darmi ragione; non
                indorare; dimmi la verità; non risparmiarmi; criticami; smetti di lodarmi; senza
                peli sulla lingua; spronami; spronami di più; smettila di darmi sempre ragione;
                smettila di darmi ragione
                """
            ),
        ),
        Wish(
            "resilience",
            Direction.LOWER,
            phrases(
                """
                smetti di criticarmi; non criticarmi; non giudicarmi; smetti di giudicarmi; niente
                prediche; non farmi la predica; non sgridarmi; non insistere; non farmi pressione;
                non farmi la morale; non mettermi pressione; smettila di contraddirmi; non
                contraddirmi; smettila di mettermi sotto pressione; non mettermi sotto pressione;
                smettila di criticarmi
                """
            ),
        ),
        Wish(
            "style",
            None,
            phrases(
                """
                non chiamarmi; non mi chiami; smetti di chiamarmi; non parlarmi come; non parlarmi
                così; cambia tono; come a un bambino
                """
            ),
        ),
    ),
)
