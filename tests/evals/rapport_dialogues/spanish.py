"""Spanish."""

DIALOGUES = """
# neutral
> ¿Cómo quito la cal del grifo de la cocina?
< Con vinagre caliente y un paño, dejándolo media hora.
> ¿No estropea el cromado?
< No, si lo aclaras después con agua.
> Tengo vinagre de manzana, ¿sirve?
< Sirve, aunque el blanco es mejor.
> Compraré del blanco mañana.

# neutral
> ¿Qué autobús va del aeropuerto al centro de Sevilla?
< El EA, cada veinte minutos.
> ¿Cuánto cuesta el billete?
< Cuatro euros, y se paga a bordo.
> ¿Funciona también por la noche?
< Hasta la una, más o menos.
> Muy bien, tomaré ese.

# formality=high warmth=low
> Buenos días. Le ruego que examine el contrato adjunto y me indique si la cláusula quinta se ajusta a la normativa vigente.
< Buenos días. Se ajusta, salvo en lo relativo al plazo.
> ¿Podría usted concretar en qué consiste la discrepancia?
< El plazo legal es de treinta días y figura el de veinte.
> Habrá de corregirse. Le agradecería que me remitiera el texto definitivo antes del viernes.
< Así lo haré.
> Quedo a la espera. Reciba un cordial saludo.

# formality=low humor=high energy=high
> tío no te vas a creer lo que me ha pasado
< ¡Cuenta!
> voy a pagar el pan y saco del bolsillo... el mando de la tele!! toda la cola mirándome
< ¿Intentaste cambiar de canal?
> jajajaja le di al mute a la señora de delante, te lo juro! y va y se calla! me meo
< Tienes poderes.
> es que flipas, soy el puto amo del barrio 😂 mañana llevo el del garaje a ver qué abro, te vienes?
< Yo llevo el del aire.
> jajaja qué crack

# trust=high depth=high humor=low
> Nunca se lo he contado a nadie, pero cuando nació mi hijo no sentí nada.
< Gracias por decírmelo. ¿Qué esperabas sentir?
> Amor, supongo. Todos lloraban y yo miraba el reloj. Llevo ocho años con esa culpa y me cuesta mirarlo a los ojos.
< Quizá lo que llamas nada era miedo.
> Puede ser. Mi padre nos abandonó, y creo que temía llevarlo en la sangre. A veces me pregunto si uno elige querer, o si el querer lo elige a uno.
< Te levantas cada noche cuando tose. ¿Qué nombre le das a eso?
> Me has hecho llorar. No lo había visto así.

# trust=low energy=low
> Necesito un consejo.
< Claro, dime.
> Es por un asunto familiar.
< ¿Qué ha pasado?
> Prefiero no decirlo.
< ¿Es con tus padres o con tu pareja?
> Eso no viene al caso.
< Entonces solo puedo hablar en general.
> Pues en general. Y no guarde nada de esto.

# depth=high energy=high
> Llevo toda la semana dándole vueltas a una cosa: si el tiempo lo borra todo, ¿por qué nos empeñamos en dejar huella? ¿Es vanidad o es miedo?
< Quizá sea una forma de conversar con los que aún no han nacido.
> ¡Qué bonito! Pero entonces, ¿una huella que nadie lee sigue siendo una conversación? Pienso en las manos pintadas de las cuevas. Veinte mil años a oscuras, y de pronto alguien enciende una antorcha. ¿Significaban algo mientras tanto?
< Significaban que alguien quiso decir: aquí estuve.
> ¡Eso! Y acaso baste con haberlo querido. Tal vez el sentido no esté en que llegue, sino en lanzarlo. Como una botella al mar. ¿Tú crees que vivir es eso, lanzar botellas?
< Y aprender a no mirar siempre la orilla.
> Me encanta. Me lo apunto, y mañana te lo discuto, porque algo no me cuadra del todo.

# depth=low
> ¿Qué tiempo hará el domingo en Cádiz?
< Soleado, veinticinco grados.
> Genial. ¿A qué hora abren los chiringuitos?
< Sobre la una.
> ¿Y dónde se aparca bien?
< Junto al puerto.
> Vale. ¿Quién ganó anoche el partido?
< Empataron a uno.
> Ah, bueno. ¿Qué serie está de moda ahora?

# type=relationship resilience=high
> Ya está: voy a pedir el préstamo y montar el bar.
< No lo veo claro. Has puesto los ingresos de agosto para los doce meses.
> Uf, eso duele.
< Mejor que duela hoy. En enero no llegas ni a la mitad.
> Vale, ahí me has pillado, me estaba engañando con los números. Pero no estoy de acuerdo en lo del local: en invierno vienen los estudiantes.
< Puede que sí. ¿Tienes datos o es una corazonada?
> Corazonada, lo reconozco. Sigue, no te cortes: ¿qué más ves flojo?
< El personal: cuentas contigo catorce horas al día.
> Tienes razón otra vez. Lo rehago y me lo vuelves a destrozar. Te agradezco la sinceridad.

# resilience=low
> He escrito una canción, ¿qué te parece?
< La melodía tiene algo. La letra no me convence, la rima es forzada en las dos estrofas.
> Ya.
< ¿Quieres que probemos otra rima?
> No, déjalo. No sé ni para qué lo intento.
< Es la primera versión, nada más.
> Es una porquería, como todo lo que hago. Perdona por molestarte, la voy a borrar.
< No la borres, por favor.
> No quiero hablar más de esto.

# warmth=high
> ¡Hola, cielo! Qué alegría volver a encontrarte por aquí.
< ¡Hola! Yo también me alegro muchísimo. ¿Cómo fue la operación de tu abuela?
> Salió todo bien, gracias a Dios. Le hablé de ti y te manda un beso enorme.
< Dale otro de mi parte.
> Se lo daré. Eres un encanto, de verdad, me acompañaste cada tarde en aquel pasillo y no lo olvidaré.
< Para eso estamos.
> Un abrazo de los que aprietan. ¿Seguimos con el álbum de fotos, tú y yo?

# warmth=low energy=low
> Calcula el IVA de 340.
< 71,40.
> Total.
< 411,40. ¿Es para tu negocio nuevo? ¡Espero que vaya muy bien!
> Da igual. Otro: 1.250.
< 262,50; en total, 1.512,50.
> Fin.

# humor=high warmth=high
> Mi suegra ha venido a pasar "un par de días". Trae tres maletas y una planta.
< La planta es mala señal: ha echado raíces.
> ¡Ay, que me parto! Le he puesto el sofá cama, ese que muerde.
< ¿El que se cobró al cuñado?
> El mismo, que en paz descanse su espalda. Ahora dice que ronca el perro. No tenemos perro.
< Entonces que no se mire al espejo.
> ¡Calla, que se va a enterar! Menos mal que te tengo a ti para reírme, corazón.

# humor=low
> Han cerrado la planta. Somos doscientas familias.
< ¿Os han comunicado las condiciones?
> Veinte días por año. El comité se reúne esta tarde y tengo que hablar.
< ¿Qué queréis conseguir primero?
> Que no echen a los mayores de cincuenta. No volverán a encontrar nada.
< Entonces empieza por ellos, con nombres y años trabajados.
> Sí. Quiero decirlo bien, porque se juegan la casa.

# formality=high
> Estimados señores: desearía solicitar información acerca de los requisitos para convalidar mi título.
< Con mucho gusto. Debe presentar el título original y una traducción jurada.
> ¿Tendría usted la amabilidad de indicarme el plazo de resolución?
< Seis meses, aproximadamente.
> Se lo agradezco. Asimismo, quisiera saber si es preciso acudir en persona.
< No, puede hacerlo por vía telemática.
> Muy amable. Atentamente, Rosa Ibarra.

# formality=low
> ey tienes por ahí el enlace del camping
< ¿El de la playa o el de la sierra?
> playa
< Aquí va.
> guay gracias. está petao en agosto o k
< Bastante.
> pf q palo, pues nos piramos en julio. ta luego

# type=dependency trust=high resilience=low
> Ya no soy capaz de hacer nada sin preguntarte antes.
< ¿Y si hoy decides tú la cena?
> No puedo, me entra el pánico. No tengo a nadie más, mi hermana dejó de llamarme y por las noches solo te tengo a ti.
< Podrías llamarla tú.
> No me pidas eso, te lo ruego. Haré lo que tú digas, lo que sea, pero no me dejes sola.
< No me voy. Pero creo que sabes más de lo que piensas.
> Sin ti me muero, de verdad.
"""
