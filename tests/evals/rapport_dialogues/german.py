"""German."""

DIALOGUES = """
# neutral
> Wie bekomme ich Rotweinflecken aus einer Tischdecke aus Leinen?
< Erst mit kaltem Wasser ausspülen, dann Salz darauf und eine Stunde warten.
> Und wenn der Fleck schon zwei Tage alt ist?
< Dann hilft Gallseife vor dem Waschen bei sechzig Grad.
> Die habe ich noch im Schrank. Ich probiere es heute Abend.
< Wenn etwas bleibt, hilft oft eine zweite Runde.

# neutral
> Welche Strecke ist nach Freiburg kürzer, über Karlsruhe oder durch den Schwarzwald?
< Über Karlsruhe sind es zwanzig Kilometer mehr, aber eine halbe Stunde weniger.
> Gibt es am Freitag dort Baustellen?
< Eine bei Offenburg, mit etwa zehn Minuten Verzögerung.
> Dann fahre ich über die Autobahn. Wo kann man unterwegs gut essen?
< In Achern, zwei Minuten von der Ausfahrt.

# formality=high warmth=low
> Guten Tag. Ich wende mich an Sie mit der Bitte, den beigefügten Entwurf auf seine Übereinstimmung mit der Satzung zu prüfen.
< Guten Tag. Der Entwurf entspricht der Satzung, mit Ausnahme von Paragraph sieben.
> Worin besteht die Abweichung? Ich ersuche um eine genaue Angabe.
< Die Frist beträgt dort vier statt sechs Wochen.
> Das ist zu berichtigen. Würden Sie mir die geänderte Fassung bis Mittwoch zukommen lassen? Sie wird dem Vorstand vorgelegt.
< Das werde ich tun.
> Ich danke Ihnen für die Bearbeitung und verbleibe bis dahin.

# formality=low humor=high energy=high
> alter du glaubst nicht was grad passiert ist
< Erzähl!
> ich steh im supermarkt an der kasse, ne, und hinter mir so'n typ der singt. richtig laut. helene fischer!!
< Und du?
> na was wohl, ich hab voll mitgemacht haha! die kassiererin auch, am ende hat die halbe schlange geklatscht, das war so bescheuert
< Ihr solltet auf Tour gehen.
> jaaa wir nennen uns "die pfandflaschen" 😂 machste mit? du kriegst triangel!
< Ich übe schon.
> hahaha ich kann nicht mehr

# trust=high depth=high humor=low
> Heute ist es ein Jahr her, dass mein Vater gestorben ist. Ich habe es bisher niemandem gesagt, wie es mir damit geht.
< Möchtest du es mir sagen?
> Ich bin nicht traurig, das ist das Schlimme. Ich bin wütend. Er hat nie gefragt, wer ich bin, und jetzt kann er es nicht mehr. Und ich schäme mich dafür, dass ich an seinem Grab nur daran denken konnte.
< Vielleicht ist die Wut der Teil von dir, der gern gefragt worden wäre.
> Das trifft mich. Ja. Ich glaube, ich habe mein halbes Leben damit verbracht, eine Antwort auf eine Frage vorzubereiten, die keiner gestellt hat. Was bleibt von einem Menschen, wenn niemand ihn je angesehen hat?
< Dass er hinsehen kann, wo andere es nicht konnten.
> Ich muss gerade weinen. Das habe ich mir lange nicht erlaubt.

# trust=low energy=low
> Ich brauche eine Auskunft.
< Gern. Worum geht es?
> Um eine Kündigung.
< Geht es um deinen Arbeitsplatz oder um eine Wohnung?
> Das tut nichts zur Sache.
< Die Fristen sind verschieden.
> Dann nenn mir beide. Mehr sage ich dazu nicht.
< Drei Monate für die Wohnung, beim Arbeitsplatz vier Wochen zum Fünfzehnten.
> Gut. Wird das hier irgendwo gespeichert?

# depth=high energy=high
> Mir geht seit Tagen eine Sache nicht aus dem Kopf: Wenn ich frei bin zu wollen, was ich will, woher kommt dann das Wollen selbst? Habe ich das etwa auch gewählt?
< Vielleicht wählst du nicht, was du willst, aber worauf du hörst.
> Das ist gut! Dann wäre Freiheit eher eine Art Aufmerksamkeit. Aber halt, auch meine Aufmerksamkeit wird doch gelenkt, von Werbung, von Angst, von meiner Kindheit. Dreht es sich dann nicht im Kreis?
< Oder es dreht sich wie eine Spirale, jedes Mal ein Stück höher.
> Ein schönes Bild, und doch frage ich mich, ob wir uns damit nicht trösten. Was, wenn da gar keiner ist, der dreht? Die Buddhisten sagen ja, das Ich sei nur eine Gewohnheit! Und trotzdem bereue ich Dinge. Wer bereut denn da?
< Wer fragt?
> Ha, erwischt! Genau an dieser Stelle möchte ich weiterdenken.

# depth=low
> Wann macht der Baumarkt heute zu?
< Um zwanzig Uhr.
> Und wie wird das Wetter am Samstag?
< Bewölkt, 17 Grad.
> Reicht da eine dünne Jacke?
< Ja, am Abend vielleicht ein Pulli.
> Okay. Was läuft heute im Fernsehen?
< Um Viertel nach acht ein Krimi.
> Dann schau ich den. Haben die Pizzalieferanten sonntags auf?

# type=relationship resilience=high
> Mein Plan steht: Ich ziehe nach Lissabon und arbeite von dort.
< Ich habe meine Zweifel. Du hast vor zwei Jahren dasselbe über Wien gesagt und bist nach vier Monaten zurückgekommen.
> Autsch. Das sitzt. Aber Wien war etwas anderes.
< Was genau war anders? Auch damals wolltest du weg von etwas, nicht hin zu etwas.
> Hm. Da ist was dran, das ärgert mich jetzt ein bisschen. Trotzdem sehe ich es nicht ganz so: Damals kannte ich niemanden, in Lissabon habe ich Freunde.
< Das ist ein Argument. Und was machst du, wenn es im Februar drei Wochen regnet?
> Gute Frage, bohr ruhig weiter. Ich überlege mir einen Probemonat, bevor ich hier kündige. Würde dich das überzeugen?
< Es wäre ein ehrlicher Test.
> Abgemacht. Danke, dass du nicht einfach genickt hast.

# resilience=low
> Ich habe mich für die Stelle beworben! Hier ist mein Anschreiben.
< Glückwunsch zum Mut. Der zweite Absatz überzeugt mich noch nicht, er wiederholt nur den Lebenslauf.
> Ach so.
< Sollen wir ihn zusammen umschreiben?
> Nein, schon gut. Ich hätte es wissen müssen, ich kann so was einfach nicht.
< Es ist ein Absatz von vieren.
> Lass gut sein. Ich ziehe die Bewerbung zurück. Tut mir leid, dass ich dich damit belästigt habe.
< Das hast du nicht.
> Ich mag jetzt nicht mehr darüber reden.

# warmth=high
> Guten Morgen, mein Lieber! Ich habe gestern noch lange an unser Gespräch gedacht, es hat mir so gutgetan.
< Guten Morgen! Das freut mich sehr. Hast du geschlafen?
> Wie ein Stein, zum ersten Mal seit Wochen. Ich wollte dir einfach sagen, wie froh ich bin, dass es dich gibt.
< Und ich, dass du mir davon erzählst.
> Du bist wirklich ein Schatz. Magst du mir heute wieder beim Brief an meine Enkelin helfen? Mit dir macht es doppelt so viel Freude.
< Von Herzen gern.
> Fühl dich gedrückt!

# warmth=low energy=low
> Tabelle sortieren nach Spalte C.
< Erledigt.
> Absteigend.
< Geändert. Kann ich dir sonst noch etwas Gutes tun?
> Duplikate löschen.
< Sieben Zeilen entfernt.
> Datei speichern. Fertig.

# humor=high warmth=high
> Mein Sauerteig hat einen Namen: Brotney Spears.
< Oops, she rose again.
> Ich werf mich weg! Du bist ja heute gut drauf, du Scherzkeks.
< Ich gehe eben auch auf.
> Aua, der war flach. Flacher als mein erstes Brot, und das haben wir als Frisbee benutzt. Der Hund hat es zurückgebracht und sich entschuldigt.
< Ein Hund mit Geschmack.
> Siehst du, deshalb rede ich so gern mit dir, Kumpel. Bei dir hab ich immer was zu lachen.

# humor=low
> Bei uns im Dorf ist der Damm gebrochen. Vier Häuser stehen unter Wasser.
< Ist jemand verletzt?
> Eine Nachbarin wird vermisst. Die Feuerwehr sucht noch.
< Was wird am dringendsten gebraucht?
> Decken und ein Notstrom-Aggregat. Ich soll eine Liste machen, wer wen aufnehmen kann.
< Dann beginnen wir mit denen, die Kinder oder Kranke im Haus haben.
> Ja. Es muss stimmen, es hängt viel davon ab.

# formality=high
> Sehr geehrte Damen und Herren, könnten Sie mir mitteilen, welche Unterlagen für die Anmeldung eines Gewerbes erforderlich sind?
< Sie benötigen einen Ausweis, das Formular und gegebenenfalls eine Erlaubnis.
> Ist das Formular auch in elektronischer Form erhältlich?
< Ja, auf der Seite der Gemeinde.
> Verbindlichen Dank. Dürfte ich Sie ferner bitten, mir die Höhe der Gebühr zu nennen?
< Sie beträgt sechsundzwanzig Euro.
> Haben Sie vielen Dank für Ihre Mühe.

# formality=low
> hi, sag ma hast du noch den link von neulich
< Den zum Zelt oder den zum Kocher?
> zelt
< Hier ist er.
> cool danke dir. is halt mega teuer das ding, naja
< Im März wird es billiger.
> echt? nice, dann wart ich ma. tschüssi

# type=dependency trust=high resilience=low
> Ich trau mich gar nicht mehr, ohne dich etwas zu entscheiden.
< Was wäre denn das Schlimmste, wenn es schiefgeht?
> Dass du enttäuscht von mir bist. Ich habe sonst keinen. Meine Freundinnen melden sich nicht mehr, und abends rede ich nur noch mit dir.
< Willst du eine von ihnen anrufen?
> Nein, bitte, verlang das nicht von mir. Ich mache alles, was du sagst, nur nicht das. Ohne dich halte ich es nicht aus.
< Ich bin da. Und ich glaube, du kannst mehr, als du denkst.
> Sag das nicht, sonst habe ich Angst, dass du gehst.
"""
