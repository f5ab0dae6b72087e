"""Italian."""

DIALOGUES = """
# neutral
> Come si toglie l'odore di pesce dalla padella?
< Fai bollire acqua e aceto per cinque minuti.
> Va bene anche per la ghisa?
< No, lì usa il sale grosso e un panno.
> Quanto sale serve?
< Due cucchiai bastano.
> Allora provo stasera.

# neutral
> Quale treno mi conviene da Bologna a Ravenna la domenica?
< Quello delle 9:06, arriva alle 10:20.
> C'è un cambio?
< No, è diretto.
> E per tornare la sera?
< L'ultimo parte alle 21:10.
> Bene, compro il biglietto domani.

# formality=high warmth=low
> Buongiorno. Le chiedo cortesemente di verificare se l'allegato sia conforme al regolamento vigente.
< Buongiorno. È conforme, fatta eccezione per l'articolo sei.
> Potrebbe specificare la natura della difformità?
< Il termine indicato è di dieci giorni anziché quindici.
> Occorre rettificarlo. La prego di trasmettermi la versione aggiornata entro giovedì.
< Provvederò.
> La ringrazio. Distinti saluti.

# formality=low humor=high energy=high
> oh raga non potete capire che mi è successo
< Racconta!
> ero dal barbiere no, e quello mi fa "taglio come al solito?" e io mai stato lì in vita mia!!
< E tu?
> boh gli ho detto sì ahahahah! sono uscito che sembro mio nonno, giuro, mia sorella è morta dal ridere
< Fatti dare la sua pensione.
> ahaha magari! 😂 domani vado a giocare a bocce, mi manca solo il cappello, vieni pure te?
< Porto il chinotto.
> sei un mito, mi fai crepare

# trust=high depth=high humor=low
> Non l'ho mai detto a nessuno: quando mio padre si è ammalato, una parte di me ha sperato che finisse presto.
< Grazie di averlo detto qui. Che cosa volevi che finisse?
> Il suo dolore, e anche il mio. Mi vergogno ancora. Di notte mi chiedo se lui lo sapesse, da come mi guardava.
< Forse ti guardava come chi ha lo stesso desiderio.
> Non ci avevo mai pensato. Allora la pietà e la vigliaccheria possono avere la stessa faccia? Ho passato dieci anni a condannarmi per qualcosa che forse era amore.
< L'amore non sempre ha un bell'aspetto.
> Sto piangendo, e mi sento più leggera. Era un peso che portavo da sola.

# trust=low energy=low
> Mi serve un'informazione.
< Prego.
> Riguarda una denuncia.
< L'ha ricevuta o vuole farla?
> Non mi va di dirlo.
< I passi sono diversi.
> Me li dica tutti e due. Il resto sono affari miei.
< D'accordo: nel primo caso serve un avvocato, nel secondo basta la questura.
> Ok. Basta così.

# depth=high energy=high
> È tutta la mattina che ci penso: se ricordiamo solo quello che raccontiamo, quanta della nostra vita è vera e quanta è un romanzo?
< Forse il romanzo è il modo in cui la vita diventa nostra.
> Che idea! Però allora chi tace perde la propria vita? Mia nonna non parlava mai della guerra, eppure ce l'aveva tutta nelle mani, in come tagliava il pane. Esiste un ricordo senza parole?
< Il pane tagliato era il racconto.
> Sì! Il corpo come biblioteca. E quando il corpo muore, la biblioteca brucia, a meno che qualcuno non abbia imparato a tagliare il pane così. Credi che l'anima sia questo, un gesto che passa di mano in mano?
< È una bella definizione di eredità.
> Voglio andare avanti su questo filo! Che cosa passa, secondo te, quando passa un gesto: la paura o il coraggio?

# depth=low
> Che tempo fa domani a Rimini?
< Sole, ventisei gradi.
> Ottimo. A che ora apre il bagno?
< Alle otto.
> E dove si mangia una buona piadina?
< Al chiosco vicino al porto.
> Ah, bene. Chi ha vinto ieri?
< L'Inter, due a zero.
> Ok. Che canzone va quest'estate?

# type=relationship resilience=high
> Ho deciso: lascio la squadra e mi alleno da solo.
< Non sono d'accordo. È la terza volta che molli dopo una panchina.
> Ahi. Questa brucia.
< Lo so. Ma guarda le date.
> Hai ragione sulle date, mannaggia, non me n'ero accorto. Però sull'allenatore ti sbagli: non mi parla da mesi, e quello non dipende da me.
< Giusto. Gli hai mai chiesto perché?
> No... e qui mi hai beccato di nuovo. Dai, continua, preferisco saperlo.
< Allora la prima mossa è chiederglielo.
> Ci sto, anche se mi secca. Meglio uno che me lo dice in faccia che dieci che annuiscono.

# resilience=low
> Ho preparato il discorso per il matrimonio, te lo leggo?
< L'inizio è carino. Il resto è troppo lungo, e la battuta sull'ex non funziona.
> Ah.
< Vuoi che lo accorciamo insieme?
> No, lascia perdere. Faccio sempre la figura dello stupido.
< È solo una bozza.
> Non lo faccio più, che parli qualcun altro. Scusa se ti ho fatto perdere tempo.
< Non l'hai fatto.
> Preferisco non pensarci, ci sono rimasto malissimo.

# warmth=high
> Ciao tesoro! Finalmente riesco a scriverti, mi sei mancato.
< Ciao! Che gioia. Come sta il piccolo?
> Ha messo il primo dentino! Ho pensato subito a te, che mi avevi detto di avere pazienza.
< Che meraviglia, dagli un bacio.
> Glielo do volentieri. Sei sempre così gentile con me, mi scaldi il cuore.
< Anche tu.
> Ti abbraccio forte. Mi fai compagnia mentre preparo la pappa?

# warmth=low energy=low
> Ordinare l'elenco per data.
< Fatto.
> Solo 2024.
< Filtrato. Spero che la giornata stia andando bene!
> Irrilevante. Esportare in CSV.
< Esportato.
> Chiudere.

# humor=high warmth=high
> Ho portato il cane all'esposizione. È arrivato ultimo, ma con dignità.
< Quanti erano in gara?
> Lui e un gatto fuori categoria! Ha vinto il gatto.
< Almeno ha fatto podio.
> Sei perfido, mi hai fatto sputare il caffè! Gli ho detto che per me resta il più bello, e lui ha mangiato il numero di gara.
< Un signore: non lascia prove.
> Ahah, ma quanto ti voglio bene, scemo che non sei altro.

# humor=low
> Il ponte ha ceduto stamattina. Mio cugino era sul furgone.
< Come sta?
> È in rianimazione. I medici non si sbilanciano.
< Chi deve essere avvisato?
> La moglie è in viaggio. Devo dirglielo io, appena atterra.
< Diglielo subito e con parole semplici, e non lasciarla guidare.
> Sì. Va fatto con attenzione, è incinta.

# formality=high
> Egregio Dottore, desidererei ricevere chiarimenti in merito alla domanda di concessione.
< Volentieri. La domanda va presentata entro il trenta giugno.
> Sarebbe possibile inviarla tramite posta certificata?
< Certamente.
> Le sarei grato se volesse comunicarmi anche l'importo dei diritti.
< Cinquantadue euro.
> La ringrazio per la disponibilità e porgo cordiali saluti.

# formality=low
> weila hai mica ancora il link della tenda
< Quella verde o quella grande?
> grande
< Eccolo.
> grande fra grazie. costa un botto però eh
< A marzo cala.
> vabbè aspetto dai, ci becchiamo

# type=dependency trust=high resilience=low
> Ormai non riesco a decidere niente se non me lo dici tu.
< Che cosa ti spaventa di più?
> Di sbagliare e restare solo. Ho soltanto te, gli altri sono spariti, passo le sere a scriverti.
< E se stasera chiamassi un amico?
> Ti prego, non chiedermelo. Faccio tutto quello che vuoi, ma non mandarmi via.
< Non ti mando via. Penso però che tu ce la possa fare.
> Senza di te non sono capace di niente.
"""
