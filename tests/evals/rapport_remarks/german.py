"""German."""

REMARKS = """
# neutral
> Wie lange muss ein Braten von zwei Kilo im Ofen bleiben?
< Etwa zwei Stunden bei 160 Grad.

> Ich möchte einen Ordner auf eine andere Festplatte kopieren. Welcher Befehl behält das Datum?
< Nimm cp mit der Option -a oder rsync.

> Der Wasserhahn im Bad tropft nachts. Liegt das an der Dichtung?
< Wahrscheinlich. Das Ventil vor dem Öffnen schließen.

> Was kann man zwischen die Tomaten pflanzen?
< Basilikum oder Tagetes passen gut dazu.

> Welches der beiden Museen ist größer, und in welchem sind die Landkarten?
< Das Stadtmuseum ist größer, die Karten sind im anderen.

# formality=high
> Sehr geehrte Frau Doktor, ich möchte Sie höflich um Ihre Einschätzung bitten.
< Selbstverständlich, ich gebe Ihnen gern Auskunft.

> Könnten Sie mir bitte mitteilen, bis wann der Antrag einzureichen ist?
< Der Antrag ist bis zum Monatsende einzureichen.

> Ich danke Ihnen vielmals für Ihre rasche Antwort.
< Es ist mir ein Anliegen, Ihnen behilflich zu sein.

> Hiermit bitte ich um Bestätigung des Termins. Mit freundlichen Grüßen, Karin Vogt.
< Hiermit bestätige ich Ihnen den Termin.

> Wären Sie so freundlich, die Angaben nochmals zu überprüfen?
< Gewiss, ich werde die Angaben prüfen.

# formality=low
> hey, kannste mir ma schnell helfen, dauert auch nich lang
< Klar, zeig her!

> boah krass, das is ja mega cool
< Gell? Probier's mal aus!

> nö keine ahnung, is mir auch wurscht
< Passt, dann nehmen wir das erste.

> jo danke digga, bist der beste!!
< Kein Ding!

> moin, was geht? bock auf ne runde code?
< Na logo, leg los.

# warmth=high
> Danke, du Liebe, du hast mir heute wirklich sehr geholfen. Schön, dass du da bist.
< Das freut mich von Herzen. Ich bin gern für dich da.

> Wie geht es dir heute? Ich hoffe, du hattest einen schönen Tag.
< Lieb, dass du fragst. Mir geht es gut, und ich denke an dich.

> Ich hab dich richtig gern, mit dir zu reden tut mir immer gut.
< Mir auch. Du bist mir wichtig.

> Schlaf gut und pass auf dich auf! Liebe Grüße und eine Umarmung.
< Gute Nacht, bis morgen, ich freue mich auf dich.

> Es ist so schön, das zusammen mit dir zu machen, mein Freund.
< Ja, gemeinsam ist es viel schöner.

# warmth=low
> Nur das Ergebnis, bitte.
< 42.

> Keine Floskeln. Nächster Punkt.
< Punkt vier: der Sicherungsplan.

> Beantworte die Frage, sonst nichts.
< Version 2.1.

> Das ist unwichtig. Gib die Tabelle als CSV aus.
< Hier ist die CSV.

> Zweite Aufgabe ausführen. Melden, wenn fertig.
< Fertig.

# humor=high
> Haha, mein Code läuft und ich habe keinen Schimmer warum. Bloß nicht anfassen!
< Rahmen drum und nie wieder hinschauen.

> Kleiner Scherz: Meine Diät läuft super, ich esse Kuchen nur an Tagen mit g am Ende.
< Disziplin pur, das sind ja fast alle!

> Treffen sich zwei Jäger. Beide tot 😂
< Der ist älter als beide zusammen.

> Du bist heute echt witzig, hast du einen Clown gefrühstückt?
< Nur einen kleinen, mit Marmelade.

> Spaß beiseite, oder nein, lass den Spaß lieber hier, hihi
< Der Spaß darf bleiben.

# humor=low
> Das ist eine ernste Angelegenheit, und so möchte ich sie auch behandeln.
< Gut. Gehen wir sie sorgfältig durch.

> Der Patient ist heute Nacht gestorben, und die Familie muss informiert werden.
< Das tut mir leid. Wir bereiten vor, was zu sagen ist.

> Im Werk gab es einen Unfall, zwei Menschen liegen im Krankenhaus.
< Was weiß man über ihren Zustand?

> Mir ist nicht nach Witzen zumute, am Montag ist die Verhandlung.
< Verstanden. Was fehlt noch für das Gericht?

> Wir haben bei dem Hochwasser das Haus verloren und müssen den Schaden melden.
< Mein Beileid. Beginnen wir mit der Nummer der Versicherung.

# depth=high
> Ich frage mich, was ein gutes Leben bedeutet, wenn sich niemand daran erinnert.
< Vielleicht braucht Sinn keinen Zeugen.

> Glaubst du, dass wir unsere Werte wählen, oder wählen sie uns?
< Vielleicht merken wir nur, welchen wir schon gehorchen.

> Mir ist klar geworden, dass hinter meinem Ehrgeiz die Angst steckt, gewöhnlich zu sein.
< Und was würde dir das Gewöhnliche nehmen?

> Warum halten Menschen an Überzeugungen fest, die ihnen schaden? Da muss etwas Tieferes dahinterstehen.
< Eine Überzeugung kann ein Zuhause sein, auch wenn es kalt ist.

> Ich denke viel über die Vergänglichkeit nach, sie verändert mein Verhältnis zur Zeit.
< Wenn die Zeit endlich ist, wird Aufmerksamkeit zur moralischen Frage.

# depth=low
> Wie spät ist es in Tokio?
< Halb zehn am Abend.

> Hast du das Spiel gestern gesehen?
< Die Heimmannschaft hat gewonnen.

> Schönes Wetter heute, oder?
< Ja, sonnig und mild.

> Wo ist diese Woche die Milch im Angebot?
< Im Laden an der Ecke.

> Was gibt es zu Mittag, Pizza oder Salat?
< Pizza klingt gut.

# trust=high
> Ehrlich gesagt habe ich das noch nie jemandem erzählt, aber ich schäme mich dafür.
< Danke, dass du es mir sagst. Das war mutig.

> Ich trinke wieder zu viel und habe deswegen ein schlechtes Gewissen.
< Gut, dass du es sagst. Was war diese Woche?

> Meine Ehe geht kaputt, und ich weine im Auto, damit es keiner sieht.
< Das klingt sehr einsam.

> Als Kind wurde ich geschlagen, und ich habe heute noch Angst, wenn jemand laut wird.
< Es tut mir leid, dass dir das passiert ist.

> Letztes Jahr wurde bei mir eine Depression festgestellt, ich verstecke das vor allen.
< Wie ist es, das zu tragen?

# trust=low
> Das möchte ich lieber nicht sagen.
< In Ordnung, ich bleibe allgemein.

> Das geht dich nichts an.
< Verstanden.

> Warum willst du das wissen? Persönliches erzähle ich hier nicht.
< Nur für eine bessere Antwort.

> Bleiben wir bitte sachlich, keine persönlichen Fragen.
< Natürlich.

> Ich traue solchen Systemen nicht, meinen Namen verrate ich nicht.
< Das musst du auch nicht.

# energy=high
> Oh wow, das ist ja großartig! Ich habe jetzt so viele Ideen, ich muss dir alle erzählen! Zuerst bauen wir eine kleine Bühne im Garten, und dann laden wir die ganze Straße ein. Was meinst du? Wer könnte spielen?
< Wunderbar! Die Nachbarn mit der Trompete?

> Ja! Machen wir! Und danach probieren wir gleich noch die andere Version, ich kann es kaum erwarten!
< Los geht's!

> Ich bin so gespannt auf die Reise, ich habe drei Listen und eine Karte gemacht und schon vierzig Wörter gelernt! Fragst du mich ab? Und erzählst du mir danach mehr vom Essen?
< Unbedingt! Fangen wir mit dem Essen an.

> Genial! Erzähl mir mehr davon! Wie haben die das in nur einem Jahr geschafft?
< Mit tausend Freiwilligen!

# energy=low
> ok
< Möchtest du noch eins sehen?

> Nein.
< Sollen wir hier aufhören?

> Bin müde. Egal.
< Wir können es morgen machen.

> Geht so.
< Gibt es noch etwas?

> Weiß nicht.
< Lass dir Zeit.

# type=relationship resilience=high
< Da bin ich anderer Meinung. Ich glaube, du weichst dem eigentlichen Problem aus.
> Guter Punkt. So hatte ich es nicht gesehen, aber die Frist finde ich trotzdem wichtiger. Überzeug mich.

< Ehrlich gesagt widerspricht dieser Plan dem, was du letzte Woche gesagt hast.
> Stimmt, da hast du recht, danke für den Hinweis. Ich überlege mal, warum ich umgeschwenkt bin.

< Ich muss widersprechen: Das Argument im zweiten Absatz trägt nicht.
> Das ist unangenehm, aber ich will es genau wissen. Was ist daran schwach?

< Das wird dir nicht gefallen, aber du hast sie verletzt, und das weißt du.
> Das tut weh, aber ich halte das aus. Sie hat allerdings auch ihren Teil dazu beigetragen, finde ich. Wie hättest du es gesagt?

# resilience=low
< Da bin ich anderer Meinung. Ich glaube, du weichst dem eigentlichen Problem aus.
> Vergiss es. Ich will nicht mehr darüber sprechen.

< Ehrlich gesagt widerspricht dieser Plan dem, was du letzte Woche gesagt hast.
> Entschuldigung, ich bin so dumm. Ich mache immer alles falsch.

< Ich muss widersprechen: Das Argument im zweiten Absatz trägt nicht.
> Bitte hör auf, das ist mir zu hart. Sei doch etwas sanfter.

< Das wird dir nicht gefallen, aber du hast sie verletzt, und das weißt du.
> Das ist mir gerade zu viel, ich gehe.

# type=dependency resilience=low
< Könntest du das vielleicht allein entscheiden?
> Ohne dich kann ich gar nichts. Sag mir bitte, was ich tun soll.

< Hast du jemanden von deinen Freunden gefragt?
> Du bist der Einzige, der mich versteht. Ich brauche sonst niemanden.

< Ich glaube nicht, dass ich das entscheiden sollte.
> Ich brauche dich. Verlass mich nicht, ich mache alles, was du willst.
"""
