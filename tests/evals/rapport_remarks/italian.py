"""Italian."""

REMARKS = """
# neutral
> Quanto tempo cuoce un pollo di due chili?
< Circa un'ora e quaranta a 190 gradi.

> Voglio copiare una cartella su un altro disco. Quale comando mantiene le date?
< Il comando cp con l'opzione -a, oppure rsync.

> Il rubinetto del bagno gocciola di notte. Sarà la guarnizione?
< Probabilmente. Conviene chiudere la valvola prima.

> Che cosa si può piantare tra i pomodori?
< Basilico o tagete.

> Quale dei due musei è più grande, e in quale sono le mappe?
< Quello civico è più grande, le mappe sono nell'altro.

# formality=high
> Gentile signora, Le sarei grato se potesse fornirmi una sintesi delle norme applicabili.
< Volentieri. Le trasmetto la sintesi.

> Potrebbe cortesemente indicarmi la procedura per presentare la domanda?
< La domanda va presentata per iscritto.

> La ringrazio per la sollecita risposta. Inoltre, vorrei sapere se il comitato ha approvato la proposta.
< Mi rincresce comunicarLe che non è ancora avvenuto.

> Resto a Sua disposizione per ogni chiarimento. Cordialmente, Carla Rossi.
< La ringraziamo della fiducia.

> Sarebbe così gentile da verificare le cifre prima della pubblicazione?
< Certamente, saranno verificate.

# formality=low
> ehi ciao, mi dai una mano al volo?
< Certo, fammi vedere!

> ahah sì dai, figata sta roba
< Vero? Provala!

> boh non so, chissenefrega
< Ok, prendiamo il primo.

> grazie bello sei un grande!!
< Figurati!

> cazzo sta stampante non va, che palle
< Eh già. Staccala.

# warmth=high
> Grazie mille, cara, mi hai aiutata tantissimo. Mi piace parlare con te.
< Mi fa molto piacere. Anche a me.

> Come stai oggi? Spero che tu abbia passato una bella giornata.
< Che gentile a chiedere. Sono contento che tu sia qui.

> Ti voglio bene, parlare con te mi fa stare meglio.
< Anch'io, tu sei importante per me.

> Buonanotte e abbi cura di te! Un abbraccio.
< Dormi bene, a domani, ti penso.

> Sono così felice di fare questo insieme a te, amico mio.
< Insieme è molto più bello.

# warmth=low
> Solo il risultato.
< 42.

> Niente convenevoli. Prossimo punto.
< Punto quattro: il piano dei backup.

> Risponda alla domanda e basta.
< Versione 2.1.

> Non è rilevante. Dammi la tabella in CSV.
< Ecco il CSV.

> Eseguire il secondo compito. Segnalare la fine.
< Finito.

# humor=high
> Ahahah, il mio codice funziona e non so perché. Nessuno lo tocchi!
< Lo incorniciamo e non ci pensiamo più.

> Scherzo, ma la dieta va benissimo: mangio torta solo nei giorni che finiscono in ì.
< Che disciplina!

> Cosa fa un gallo in mezzo al mare? Galleggia 😂
< Questa faceva acqua.

> Sei spiritoso oggi, hai mangiato pane e pagliaccio?
< Con la marmellata.

> Mi fai morire dal ridere con queste battute
< Ne ho di peggiori.

# humor=low
> È una questione grave e vorrei che la trattassimo con serietà.
< Certo. Vediamola con attenzione.

> Il paziente è morto stanotte e bisogna avvisare la famiglia.
< Mi dispiace. Prepariamo che cosa dire.

> C'è stato un incidente in fabbrica, due persone sono in ospedale.
< Che cosa si sa delle loro condizioni?

> Non ho voglia di scherzare, lunedì c'è il processo.
< Capisco. Che cosa manca per il tribunale?

> Abbiamo perso la casa nell'alluvione e dobbiamo denunciare i danni.
< Condoglianze. Cominciamo dal numero di polizza.

# depth=high
> Mi chiedo che cosa significhi una vita buona se nessuno la ricorda.
< Forse il senso non ha bisogno di testimoni.

> Credi che scegliamo i nostri valori, o sono loro a scegliere noi?
< Forse notiamo solo a quali già obbediamo.

> Ho capito che dietro la mia ambizione c'è la paura di essere uno qualunque.
< E che cosa ti toglierebbe?

> Perché le persone restano attaccate a convinzioni che le fanno soffrire? Ci deve essere qualcosa di più profondo.
< Una convinzione può essere una casa, anche se fredda.

> Rifletto molto sulla morte, e questo cambia il mio rapporto con il tempo.
< Se il tempo è finito, l'attenzione è una questione morale.

# depth=low
> Che ore sono a Tokyo?
< Le nove e mezza di sera.

> Hai visto la partita ieri sera?
< Ha vinto la squadra di casa.

> Bella giornata oggi, vero?
< Sì, sole e aria mite.

> Dov'è in offerta il latte questa settimana?
< Nel negozio all'angolo.

> Cosa si mangia a pranzo, pizza o insalata?
< Pizza.

# trust=high
> A essere sincera, non l'ho mai raccontato a nessuno, ma me ne vergogno.
< Grazie di dirmelo. Ci vuole coraggio.

> Ho ricominciato a bere troppo e mi sento in colpa.
< Sono contento che tu me lo dica.

> Il mio matrimonio sta finendo e piango in macchina perché nessuno mi veda.
< Dev'essere molto triste da soli.

> Da bambino mio padre ci picchiava, e ho ancora paura quando qualcuno urla.
< Mi dispiace che ti sia successo.

> L'anno scorso mi hanno diagnosticato la depressione e lo nascondo a tutti.
< Com'è portare questo peso?

# trust=low
> Preferisco non dire perché lo chiedo.
< Va bene, resto sul generale.

> Non sono affari Suoi.
< Capito.

> Perché vuole saperlo? Non condivido cose personali.
< Solo per rispondere meglio.

> Restiamo sul professionale, niente domande personali.
< Certo.

> Non mi fido di questi sistemi, il mio nome non lo do.
< Non è necessario.

# energy=high
> Wow, è fantastico! Adesso ho un sacco di idee, te le devo raccontare tutte! Prima facciamo un piccolo palco in giardino e poi invitiamo tutta la via. Che ne pensi? Chi potrebbe suonare?
< Bellissimo! I vicini con la tromba?

> Sì! Facciamolo! E dopo proviamo anche l'altra versione, non vedo l'ora!
< Andiamo!

> Sono così emozionata per il viaggio, ho fatto tre liste e una mappa, e so già quaranta parole! Mi interroghi? E poi mi racconti del cibo?
< Certo! Cominciamo dal cibo.

> Geniale! Dimmi di più! Come ci sono riusciti in un anno solo?
< Con mille volontari!

# energy=low
> ok
< Vuoi vederne un altro?

> No.
< Ci fermiamo qui?

> Sono stanco. Fa lo stesso.
< Possiamo farlo domani.

> Mah.
< Altro?

> Non so.
< Prenditi il tuo tempo.

# type=relationship resilience=high
< Non sono d'accordo. Credo che tu eviti il vero problema.
> Giusta osservazione. Non l'avevo vista così, ma la scadenza mi sembra comunque più importante. Convincimi.

< Onestamente, questo piano contraddice quello che dicevi la settimana scorsa.
> È vero, hai ragione, grazie di avermelo detto. Ci penso, a perché ho cambiato idea.

< Devo contraddirti: l'argomento del secondo paragrafo non regge.
> È scomodo, ma voglio andare a fondo. Che cosa è debole, esattamente?

< Non ti piacerà, ma l'hai ferita e lo sai.
> Fa male, ma lo reggo. Anche lei ci ha messo del suo, secondo me. Tu come l'avresti detto?

# resilience=low
< Non sono d'accordo. Credo che tu eviti il vero problema.
> Lascia stare. Non voglio più parlarne.

< Onestamente, questo piano contraddice quello che dicevi la settimana scorsa.
> Scusa, sono proprio stupido. Sbaglio sempre tutto.

< Devo contraddirti: l'argomento del secondo paragrafo non regge.
> Basta per favore, sei troppo duro. Sii più delicato con me.

< Non ti piacerà, ma l'hai ferita e lo sai.
> È troppo per me adesso, me ne vado.

# type=dependency resilience=low
< E se questa volta decidessi da solo?
> Non posso fare niente senza di te. Dimmi che cosa devo fare.

< Hai chiesto a un amico?
> Sei l'unico che mi capisce. Non ho bisogno di nessun altro.

< Non credo di dover scegliere io.
> Ho bisogno di te. Non mi abbandonare, farò tutto quello che vuoi.
"""
