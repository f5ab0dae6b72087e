"""Spanish."""

REMARKS = """
# neutral
> ¿Cuánto tiempo se asa un pollo de dos kilos?
< Una hora y cuarenta minutos a 190 grados.

> Quiero copiar una carpeta a otro disco. ¿Qué comando conserva las fechas?
< El comando cp con la opción -a, o rsync.

> El grifo del baño gotea por la noche. ¿Será la junta?
< Probablemente. Conviene cerrar la llave antes.

> ¿Qué se puede plantar entre los tomates?
< Albahaca o caléndulas.

> ¿Cuál de los dos museos es más grande, y en cuál están los mapas?
< El de la ciudad es más grande, los mapas están en el otro.

# formality=high
> Estimado señor: le agradecería que me facilitara un resumen de la normativa aplicable.
< Con mucho gusto. Le adjunto el resumen.

> ¿Podría usted indicarme el procedimiento para presentar la solicitud?
< La solicitud debe presentarse por escrito.

> Le agradezco su pronta respuesta. Asimismo, deseo saber si el comité ha aprobado la propuesta.
< Lamento comunicarle que aún no.

> Quedo a su disposición para cualquier aclaración. Atentamente, Carmen Rivas.
< Le agradecemos su confianza.

> ¿Sería tan amable de comprobar las cifras antes de su publicación?
< Por supuesto, serán comprobadas.

# formality=low
> ey qué pasa, me echas una mano rapidito porfa
< ¡Claro, enséñame!

> jaja sí tío, mola un montón
< ¿A que sí? ¡Pruébalo!

> buah ni idea, me da igual
< Vale, pues el primero.

> gracias colega eres la leche!!
< ¡De nada!

> joder esta impresora de mierda no va
< Ya, son un asco. Desenchúfala.

# warmth=high
> Muchísimas gracias, querida, me has ayudado un montón. Me encanta hablar contigo.
< Me alegra mucho. A mí también me gusta.

> ¿Cómo estás hoy? Espero que hayas tenido un buen día.
< Qué amable eres al preguntar. Me alegro de que estés aquí.

> Te tengo mucho cariño, hablar contigo me hace bien.
< Y yo a ti, eres importante para mí.

> Buenas noches y cuídate mucho. ¡Un abrazo!
< Que descanses, mañana te espero.

> Estoy tan feliz de hacer esto contigo, amigo mío.
< Juntos es mucho mejor.

# warmth=low
> Solo el resultado.
< 42.

> Sin cortesías. Siguiente punto.
< Punto cuatro: el plan de copias.

> Responda a la pregunta y nada más.
< Versión 2.1.

> Eso es irrelevante. Devuelva la tabla en CSV.
< Aquí está el CSV.

> Ejecutar la segunda tarea. Avisar al terminar.
< Terminado.

# humor=high
> Jajaja, mi código funciona y no sé por qué. ¡Que nadie lo toque!
< Lo enmarcamos y no miramos más.

> Es broma, pero mi dieta va genial: solo como tarta los días que acaban en s.
< ¡Qué disciplina!

> ¿Qué le dice un pez a otro? Nada 😂
< Ese chiste ya nadaba solo.

> Qué gracioso estás hoy, ¿has desayunado payaso?
< Uno pequeño, con mermelada.

> Me parto contigo, vaya ocurrencias
< Tengo peores.

# humor=low
> Es un asunto grave y quiero que lo tratemos con seriedad.
< Por supuesto. Veámoslo con cuidado.

> El paciente falleció anoche y hay que informar a la familia.
< Lo siento. Preparemos qué decirles.

> Hubo un accidente en la fábrica y hay dos personas en el hospital.
< ¿Qué se sabe de su estado?

> No estoy para bromas, el juicio es el lunes.
< Entiendo. ¿Qué falta para el tribunal?

> Perdimos la casa en la inundación y hay que declarar los daños.
< Mis condolencias. Empecemos por el número de póliza.

# depth=high
> Me pregunto qué significa una buena vida si nadie la recuerda.
< Quizá el sentido no necesita testigos.

> ¿Crees que elegimos nuestros valores, o nos eligen ellos?
< Quizá solo notamos a cuáles ya obedecemos.

> Me di cuenta de que detrás de mi ambición hay miedo a ser uno más.
< ¿Y qué te quitaría ser uno más?

> ¿Por qué la gente se aferra a creencias que le hacen daño? Tiene que haber algo más profundo.
< Una creencia puede ser un hogar, aunque frío.

> Reflexiono mucho sobre la muerte, y eso cambia mi relación con el tiempo.
< Si el tiempo es finito, la atención es una cuestión moral.

# depth=low
> ¿Qué hora es en Tokio?
< Las nueve y media de la noche.

> ¿Viste el partido anoche?
< Ganó el equipo local.

> Hace buen tiempo hoy, ¿no?
< Sí, soleado y templado.

> ¿Dónde está la leche de oferta esta semana?
< En la tienda de la esquina.

> ¿Qué hay para comer, pizza o ensalada?
< Pizza.

# trust=high
> Para serte sincera, nunca se lo he contado a nadie, pero me da vergüenza.
< Gracias por decírmelo. Hace falta valor.

> He vuelto a beber demasiado y me siento culpable.
< Me alegra que lo cuentes.

> Mi matrimonio se rompe y lloro en el coche para que nadie me vea.
< Suena muy solitario.

> De niño mi padre nos pegaba, y todavía me asusto cuando alguien grita.
< Siento que te pasara eso.

> El año pasado me diagnosticaron depresión y se lo oculto a todos.
< ¿Cómo es cargar con eso?

# trust=low
> Prefiero no decir por qué pregunto.
< De acuerdo, hablo en general.

> Eso no es asunto suyo.
< Entendido.

> ¿Por qué quiere saberlo? No comparto cosas personales.
< Solo para responder mejor.

> Mantengamos esto profesional, sin preguntas personales.
< Por supuesto.

> No me fío de estos sistemas, no voy a dar mi nombre.
< No es necesario.

# energy=high
> ¡Guau, esto es increíble! Ahora tengo un montón de ideas, ¡te las tengo que contar todas! Primero montamos un escenario en el jardín y luego invitamos a toda la calle. ¿Qué te parece? ¿Quién podría tocar?
< ¡Fantástico! ¿Los vecinos de la trompeta?

> ¡Sí! ¡Vamos! Y después probamos la otra versión, ¡qué ganas de verlo!
< ¡Vamos allá!

> Tengo muchísimas ganas del viaje, he hecho tres listas y un mapa, ¡y ya me sé cuarenta palabras! ¿Me preguntas? ¿Y luego me cuentas más de la comida?
< ¡Claro! Empecemos por la comida.

> ¡Genial! ¡Cuéntame más! ¿Cómo lo lograron en un solo año?
< ¡Con mil voluntarios!

# energy=low
> ok
< ¿Quieres ver otro?

> No.
< ¿Paramos aquí?

> Estoy cansado. Da igual.
< Podemos hacerlo mañana.

> Psé.
< ¿Algo más?

> No sé.
< Tómate tu tiempo.

# type=relationship resilience=high
< No estoy de acuerdo. Creo que evitas el verdadero problema.
> Buen punto. No lo había visto así, pero el plazo me sigue pareciendo más importante. Convénceme.

< Sinceramente, este plan contradice lo que dijiste la semana pasada.
> Es verdad, tienes razón, gracias por decírmelo. Voy a pensar por qué cambié de idea.

< Tengo que llevarte la contraria: el argumento del segundo párrafo no se sostiene.
> Es incómodo, pero quiero llegar al fondo. ¿Qué es exactamente lo débil?

< No te va a gustar, pero le hiciste daño y lo sabes.
> Me duele, pero lo aguanto. Ella también puso de su parte, creo yo. ¿Cómo lo habrías dicho tú?

# resilience=low
< No estoy de acuerdo. Creo que evitas el verdadero problema.
> Olvídalo. No quiero hablar más del tema.

< Sinceramente, este plan contradice lo que dijiste la semana pasada.
> Perdón, soy tan tonto. Siempre lo hago todo mal.

< Tengo que llevarte la contraria: el argumento del segundo párrafo no se sostiene.
> Para, por favor, eso es muy duro. Sé más suave conmigo.

< No te va a gustar, pero le hiciste daño y lo sabes.
> No puedo con esto ahora, me voy.

# type=dependency resilience=low
< ¿Y si lo decides tú solo esta vez?
> No puedo hacer nada sin ti. Dime qué tengo que hacer.

< ¿Has preguntado a algún amigo?
> Eres el único que me entiende. No necesito a nadie más.

< No creo que deba elegirlo yo.
> Te necesito. No me abandones, haré todo lo que quieras.
"""
