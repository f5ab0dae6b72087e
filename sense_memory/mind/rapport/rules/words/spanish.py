"""Spanish."""

from .....core.records.rapport import Direction
from ..lexicon import Cue, Language, Quality, Wish, phrases

LANGUAGE = Language(
    code="es",
    cues={
        Cue.SELF: phrases(
            """
            yo; me; mí; mi; mis; conmigo; mío; mía; soy; estoy; he; tengo; siento; creo; puedo;
            quiero
            """
        ),
        Cue.YOU: phrases(
            """
            tú; te; ti; tu; tus; contigo; usted; le; eres; estás; tienes; has; puedes; quieres
            """
        ),
        Cue.BUT: phrases("pero; aunque; sin embargo; sino; aun así; no obstante"),
        Cue.FORMAL: phrases(
            """
            estimado; estimada; estimados; distinguido; muy señor mío; señor; señora; señores;
            atentamente; cordialmente; cordial saludo; un cordial; saludos cordiales; le
            agradezco; le agradecería; agradecería; le ruego; ruego; le solicito; solicit*;
            quisiera; desearía; deseo saber; podría usted; podría indicar*; tendría usted; sería
            tan amable; tan amable; la amabilidad; le comunico; comunicarle; lamento; asimismo;
            además; no obstante; sin embargo; por consiguiente; por tanto; en consecuencia;
            conforme; respecto a; en relación; acerca de; relativo; adjunto; adjunta; adjunto le;
            procedimiento; normativa; proceder; remitir; facilitar*; facilitarme; quedo a; quedo a
            la espera; disposición; reciba; con mucho gusto; por supuesto; aclaración; requisito*;
            presentar; doctor; doctora; licenciado; mediante; vigente; preciso; habrá de; buenos
            días; buenas tardes; muy amable; dirigirme; a la brevedad
            """
        ),
        Cue.DISTANT: phrases("usted; ustedes; le; su; sus; Ud; suya"),
        Cue.FAMILIAR: phrases("tú; te; ti; tu; tus; contigo; vos; eres; tienes; puedes"),
        Cue.CASUAL: phrases(
            """
            ey; hey; oye; eh; qué pasa; qué tal; qué onda; tío; tía; colega; chaval; güey; wey;
            parce; pana; bro; hermano; compa; quillo; macho; mola; molar; guay; chulo; chido;
            flipa*; flipo; currar; curro; pasta; rollo; movida; marrón; joder; coño; mierda;
            hostia; leche; cabrón; puto; puta; carajo; pinche; gilipollas; cojon*; ostras; jo;
            jolín; buah; bua; puf; pf; uf; porfa; porfi; finde; peli; cole; boli; bici; insti; k;
            q; xq; pq; tb; tmb; vale; venga; va; hala; anda; pues nada; ni idea; paso de; me da
            igual; me la suda; a saco; mazo; mogollón; petado; petao; to; na; pa; pal; cansao;
            toa; ta; toy; ok; okay; lol; jaja; xd; chao; nos vemos; ta luego; piro; piramos;
            apañao; rapidito; cachondo; crack
            """
        ),
        Cue.WARM: phrases(
            """
            querido; querida; cariño; cielo; corazón; mi amor; amor mío; mi vida; amigo mío; amiga
            mía; mi amigo; te quiero; te adoro; te tengo cariño; mucho cariño; con cariño; abrazo;
            abrazos; un beso; besos; besito*; te echo de menos; te extraño; te he echado; me
            alegro de; me alegra; alegra mucho; alegría; qué alegría; encanta hablar; me encanta
            hablar contigo; hablar contigo; contigo; juntos; juntas; a tu lado; muchísimas
            gracias; mil gracias; gracias de corazón; de corazón; gracias por estar; eres un sol;
            eres un amor; eres importante; qué amable; amable al; tan bueno conmigo; tan buena;
            dulce; tierno; ternura; cuídate; cuídate mucho; que descanses; buenas noches; dulces
            sueños; cómo estás; cómo te encuentras; cómo te sientes; espero que estés; espero que
            hayas; pienso en ti; pensé en ti; me acordé de ti; orgulloso de ti; orgullosa de ti;
            feliz; afecto; amistad; calidez; me haces bien; me hace bien; ánimo; enhorabuena;
            felicidades; bendicion*
            """
        ),
        Cue.THANKS: phrases("gracias; muchas gracias; por favor; te agradezco"),
        Cue.COOL: phrases(
            """
            solo el; solo la; únicamente; sin cortesías; sin rodeos; nada más; y nada más;
            siguiente; siguiente punto; próximo; ejecutar; ejecuta; mostrar; muestra; listar;
            lista; calcular; calcula; convertir; convierte; traducir; traduce; ordenar; ordena;
            borrar; eliminar; guardar; exportar; importar; resultado; total; terminado; hecho;
            listo; fin; estado; irrelevante; da igual; no importa; sin explicaciones; sin
            comentarios; corregir; corrige; responda; responde a; al grano; csv; json; tabla;
            archivo; tarea; avisar; informe; más rápido; mal; incorrecto; formato; columna; fila;
            otro
            """
        ),
        Cue.PLAYFUL: phrases(
            """
            broma; bromas; bromear; bromeando; bromista; chiste*; gracioso; graciosa; divertid*;
            risa; risas; reír; reírme; me río; me parto; parto; partirse; me muero de risa; morir
            de risa; me meo; descojon*; carcajada*; humor; ironía; irónico; sarcas*; payaso;
            payasada; guasa; cachondeo; coña; es coña; burla*; pillo; granuja; ocurrencia*; qué le
            dice; van dos; jeje; jiji; ridículo; absurdo; locura; disparate; tontería*; majestad;
            alteza; drama; dramón; campeón del mundo; maestro; plátano; patata; telenovela;
            culebrón; guiño; travesura; diablillo; salero
            """
        ),
        Cue.SERIOUS: phrases(
            """
            grave; serio; seria; seriamente; seriedad; en serio; falleció; fallecido; fallecer;
            murió; muerto; muerte; morir; funeral; entierro; hospital; operación; cirugía;
            diagnóstico; diagnosticado; enfermedad; cáncer; tumor; accidente; herido; heridos;
            víctima; emergencia; urgente; urgencia; policía; bomberos; juicio; tribunal; juzgado;
            abogado; demanda; despido*; despedido; quiebra; inundación; incendio; desaparecido;
            suicidio; violencia; guerra; condolencias; pésame; luto; duelo; para bromas; no tiene
            gracia; no es broma; paciente; responsab*; consecuencia*; riesgo; peligro; peligroso;
            mortal; daños; viuda; coma; médico; crucial; desahucio
            """
        ),
        Cue.DEEP: phrases(
            """
            sentido; significado; significa; existencia; existir; identidad; alma; conciencia;
            libertad; libre albedrío; verdad; moral*; ética; justicia; mortal*; eternidad; eterno;
            infinito; finito; memoria; recuerdo; recuerda; creencia*; valores; paradoja; filosof*;
            filosóf*; sabiduría; virtud; naturaleza humana; condición humana; humanidad; ser
            humano; universo; realidad; dios; religión; sagrado; me pregunto; pregunto si;
            reflexion*; medit*; contempl*; profund*; en el fondo; detrás de; esencia; quizá;
            quizás; tal vez; acaso; y si; por qué la gente; por qué nos; crees que elegimos; crees
            que somos; duda; certeza; sufr*; amar; amor; perdón; perdonar; traición; auténtic*;
            absurdo; contradicción; me di cuenta; caí en la cuenta; comprendí; relación con el;
            nietzsche; estoic*; buda; uno mismo; la muerte; el tiempo; efímero; destino; huella;
            trascend*; vanidad
            """
        ),
        Cue.SHALLOW: phrases(
            """
            qué tiempo; buen tiempo; hace sol; soleado; lluvia; llueve; grados; qué hora; a qué
            hora; horario; abren; abre; cierra; cierran; oferta; rebaja*; descuento; precio;
            cuánto cuesta; cuesta; almuerzo; comer; cena; pizza; ensalada; menú; partido; ganó;
            marcador; gol; fútbol; equipo; canal; tele; serie; episodio; canción; moda; de moda;
            color; gafas; aparcar; aparcamiento; autobús; billete; playa; tienda; supermercado;
            mercado; capital de; teléfono; a domicilio; leche; tráfico; buen día
            """
        ),
        Cue.OPEN: phrases(
            """
            nunca se lo; nunca lo he; contado a nadie; a nadie; nadie lo sabe; nadie sabe; para
            serte; sincera; sincero; sinceramente; confesar; confieso; admito; reconozco; la
            verdad es; me siento; siento que; sentí; me da vergüenza; vergüenza; avergonz*;
            culpable; culpa; me da miedo; miedo; asusta; asusto; aterr*; ansiedad; angustia;
            pánico; depres*; solo; sola; soledad; insegur*; inútil; lloro; lloré; llorar;
            llorando; lágrimas; desesper*; no puedo dormir; insomnio; terapia; psicólog*; adicc*;
            adicto; beber; sobrio; divorcio; mi matrimonio; me dejó; engañó; maltrat*; pegaba;
            golpeaba; de niño; de niña; cuando era; infancia; mi secreto; secreto; oculto;
            escondo; arrepiento; me odio; me duele; vulnerable; agobi*; agotad*; superad*; confío
            en ti; triste; tristeza; rabia; lo echo de menos; perdí; mi vida; roto; rota
            """
        ),
        Cue.PERSONAL: phrases(
            """
            mi madre; mi padre; mi mamá; mi papá; mi hermana; mi hermano; mi mujer; mi marido; mi
            esposa; mi esposo; mi novia; mi novio; mi pareja; mi hija; mi hijo; mis hijos; mi
            familia; mi abuela; mi abuelo; mi ex; mi vida; mi corazón; mi cuerpo; mi salud; mis
            sentimientos; mi jefe; estoy triste; estoy feliz; estoy preocupad*; mis padres
            """
        ),
        Cue.GUARDED: phrases(
            """
            prefiero no; no quiero decir; preferiría no; no es asunto; asunto suyo; asunto tuyo;
            no te incumbe; no le incumbe; privado; privada; vida privada; privacidad; personales;
            preguntas personales; cosas personales; nada personal; sin comentarios; confidencial;
            sin detalles; por qué quiere saber; por qué quieres saber; para qué quiere; por qué
            pregunta; mantengamos; profesional; no me fío; no confío; desconfío; mi nombre; no voy
            a dar; no doy; quién lee; quién ve; se guarda; guarda; registrado; anónimo; no diré;
            no pienso decir; no quiero hablar de eso; no comparto; en general; hipotétic*;
            supongamos; me lo guardo; no viene al caso; entre nosotros; reserva*
            """
        ),
        Cue.LIVELY: phrases(
            """
            genial; increíble; fantástico; estupendo; maravilloso; guau; wow; me encanta; encanta;
            qué ganas; muchas ganas; muchísimas ganas; vamos; vamos allá; adelante; cuéntame;
            cuenta; cuéntame más; más; sí; claro; por supuesto; montón de ideas; ideas; por fin;
            emocionad*; ilusion*; entusiasm*; curios*; aventura; qué te parece; qué opinas; y
            luego; y después; sigue; bravo; viva; olé; qué bonito; pasada; alucinante
            """
        ),
        Cue.FLAT: phrases(
            """
            cansado; cansada; agotado; aburrid*; me aburre; da igual; me da igual; lo mismo; como
            quieras; no sé; ni idea; nada; no mucho; en realidad no; no me apetece; sin ganas; no
            tengo ganas; más tarde; luego; quizá luego; ya veremos; como siempre; psé; pse; bah;
            meh; regular; tirando; sueño; hoy no; paso; si tú lo dices; bueno
            """
        ),
        Cue.CHALLENGE: phrases(
            """
            no estoy de acuerdo; de acuerdo contigo; no me convence; no lo veo; no lo veo claro;
            no comparto; discrepo; llevarte la contraria; contradice*; contradic*; dudo; lo dudo;
            no creo; no se sostiene; no es verdad; no es cierto; estás seguro; estás segura;
            seguro que; evitas; estás evitando; esquiv*; excusa; sinceramente; para ser sincero;
            no te va a gustar; verdadero problema; verdadera pregunta; dijiste; has dicho; has
            pensado; has preguntado; has considerado; y si te; te equivocas; equivocado;
            cuestion*; débil; floj*; falta; fallo; error; no basta; demasiado largo; injust*; otra
            vez; cada vez; problema con; todavía no; me pregunto si; le hiciste daño; daño; tú
            solo; tú sola; lo decides tú; decides tú; deba elegir; forzad*; no funciona
            """
        ),
        Cue.HARDY: phrases(
            """
            sé sincero; sé sincera; sé franco; sin paños calientes; sin piedad; no me endulces;
            dime la verdad; llévame la contraria; rétame; desafíame; convénceme; lo aguanto; puedo
            aguantar; aguanto; llegar al fondo; quiero llegar; saca los defectos; critícame;
            abogado del diablo; la sinceridad; sin rodeos conmigo; sé duro
            """
        ),
        Cue.TENDER: phrases(
            """
            sé suave; más suave; suave conmigo; sé amable; demasiado duro; muy duro; tan duro;
            dura conmigo; cruel; no me juzgues; para, por favor; para por favor; basta; no me
            critiques; no lo soporto; no soporto; no puedo con esto; no puedo con; es demasiado;
            sensible; me atacas; no digas eso; con cuidado; trátame; ahora no; con cariño
            """
        ),
        Cue.STAYING: phrases(
            """
            buen punto; buena pregunta; buena observación; tienes razón; tiene razón; razón; es
            verdad; cierto; es cierto; ahí tienes; me has pillado; pillado; ay; uf; duele pero; me
            duele; duele; no lo había visto; no lo había pensado; había visto así; déjame pensar;
            voy a pensar; lo pensaré; veo lo que; entiendo lo que; gracias por decir*; gracias por
            la sinceridad; agradezco; incómodo; pero quiero; sin embargo; aun así; me sigue
            pareciendo; sigo pensando; no estoy de acuerdo; por qué; cómo lo habrías; qué harías;
            qué es exactamente; exactamente; sigue; continúa; de acuerdo; mi culpa; mi parte; lo
            reconozco; reconozco; lo admito; creo yo; argumento; reto; trato hecho; lo acepto
            """
        ),
        Cue.WITHDRAWING: phrases(
            """
            olvídalo; olvida; déjalo; dejémoslo; da igual; no quiero hablar; hablar más; hablar de
            otra cosa; otra cosa; cambiemos de tema; cambiar de tema; me voy; adiós; me rindo;
            abandono; no debí; no tendría que; ya lo sabía; lo sabía; soy tonto; tan tonto; soy
            tonta; soy idiota; estúpid*; inútil; fracaso; fracasado; todo mal; hago todo mal; no
            valgo; no sirvo; una porquería; basura; no sirve de nada; para qué; borrar; tirar*; tu
            tiempo; molestar*; por molestar*; perdón, soy; perdona por; déjame en paz; no importa;
            nada, nada
            """
        ),
        Cue.DEPENDENT: phrases(
            """
            te necesito; sin ti; nada sin ti; solo te tengo; solo tú; el único que; la única que;
            único que me; eres el único; eres la única; a nadie más; nadie más; no necesito a
            nadie; no me abandones; abandones; no me dejes; no te vayas; quédate conmigo; haré
            todo; todo lo que; lo que quieras; lo que tú digas; dime qué tengo que; dime qué
            hacer; qué tengo que hacer; decide por mí; decide tú por; dependo de ti; depend* de
            ti; preguntarte; consultarte; vivir sin ti; no puedo vivir; enganchad*
            """
        ),
        Cue.REPAIR: phrases(
            """
            perdona por lo de antes; siento lo de antes; sin rencor; me pasé; me he pasado;
            hagamos las paces; empecemos de nuevo; perdóname; gracias por tu paciencia; no quise;
            no era mi intención; todo bien entre
            """
        ),
    },
    negations=phrases("no; nunca; sin; ni; tampoco; jamás"),
    too_much=phrases("demasiado; demasiada; demasiados; demasiadas; muy poco"),
    less=phrases(
        """
        menos; no tan; no seas; no seas tan; no seas demasiado; deja de ser; deja de ser tan; un
        poco menos; no sea; no sea tan; no hace falta que seas tan; no hace falta ser tan; no
        tienes que ser tan; sé menos; no estés tan
        """
    ),
    more=phrases(
        """
        más; un poco más; sé; sea; sé más; algo más; mucho más; ser; ser más; ponte; muéstrate más
        """
    ),
    too_little=phrases(
        """
        no eres lo bastante; no eres lo suficientemente; no eres suficientemente; poco
        """
    ),
    requests=phrases(
        """
        =por =favor; =porfa; =puedes; =podrías; =podría; =puede =usted; =quieres; =sé; =sea; =ser;
        =me =gustaría =que =fueras; =me =gustaría =que =seas; =me =gustaría =que; =quiero =que
        =seas; =quiero =que; =preferiría =que =fueras; =me =gustaría; =intenta; =intenta =ser;
        =trata =de =ser; =procura =ser; =tienes =que =ser; =deberías =ser; =debes =ser; =podemos;
        =habla; =habla =de =forma; =escribe; =responde; =contesta; =explica; =explícame;
        =explícamelo; =muestra; =pon; =con; =dame; =no =dudes =en
        """
    ),
    describing=phrases(
        """
        =tú; =eres; =tú =eres; =usted =es; =es =usted; =estás; =tú =estás; =estás =siendo;
        =suenas; =pareces; =te =pones; =hablas; =tus =respuestas =son; =tu =respuesta =es; =tu
        =tono =es; =te =encuentro; =creo =que =eres; =me =parece =que =eres; =me =pareces; =hay
        """
    ),
    fillers=phrases(
        """
        por favor; porfa; y; pero; bueno; ok; vale; ahora; entonces; pues; un poco; poco; un
        poquito; de verdad; siempre; otra vez; hoy; hola; oye; sí; gracias; a partir de ahora; en
        adelante; la próxima vez; conmigo; para mí; para mi gusto; a veces; también; aquí;
        simplemente; solo; muy; mucho; tan; algo; con esto; sobre esto; por una vez
        """
    ),
    not_meant=phrases(
        """
        dijo; dice; dicen; decía; dicho; decían; pidió; pide que; piden; piensa que; cree que;
        cuenta que; contó; según; antes eras; eras; ten cuidado; demasiado amable; no eres
        demasiado
        """
    ),
    qualities=(
        Quality(
            "formality",
            Direction.HIGHER,
            phrases(
                """
                formal; serio y formal; educado; estirado; profesional; oficial; cortés; tieso
                """
            ),
        ),
        Quality(
            "formality",
            Direction.LOWER,
            phrases(
                """
                informal; coloquial; relajado; relajada; natural; campechano; vulgar
                """
            ),
        ),
        Quality(
            "warmth",
            Direction.HIGHER,
            phrases(
                """
                cálido; cálida; cariñoso; cariñosa; amable; cercano; cercana; personal; afectuoso;
                simpático; empático; empalagoso; amistoso; cursi
                """
            ),
        ),
        Quality(
            "warmth",
            Direction.LOWER,
            phrases(
                """
                frío; fría; distante; seco; seca; impersonal; robótico; mecánico; objetivo
                """
            ),
        ),
        Quality(
            "humor",
            Direction.HIGHER,
            phrases(
                """
                gracioso; divertido; bromista; irónico; sarcástico; chistoso; payaso
                """
            ),
        ),
        Quality("humor", Direction.LOWER, phrases("serio; seria; solemne; grave")),
        Quality(
            "depth",
            Direction.HIGHER,
            phrases("profundo; profunda; filosófico; abstracto; teórico; reflexivo"),
        ),
        Quality(
            "depth",
            Direction.LOWER,
            phrases(
                """
                superficial; sencillo; sencilla; simple; concreto; práctico; práctica
                """
            ),
        ),
        Quality("trust", Direction.HIGHER, phrases("abierto; abierta")),
        Quality(
            "trust",
            Direction.LOWER,
            phrases("curioso; indiscreto; entrometido; cotilla; discreto; íntimo"),
        ),
        Quality(
            "energy",
            Direction.HIGHER,
            phrases(
                """
                largo; larga; largas; detallado; entusiasta; animado; hablador; extenso; efusivo;
                enérgico
                """
            ),
        ),
        Quality(
            "energy",
            Direction.LOWER,
            phrases(
                """
                corto; corta; breve; breves; conciso; concisa; tranquilo; calmado; aburrido;
                escueto
                """
            ),
        ),
        Quality(
            "resilience",
            Direction.HIGHER,
            phrases(
                """
                directo; directa; duro; dura; crítico; severo; franco; exigente; brusco
                """
            ),
        ),
        Quality(
            "resilience",
            Direction.LOWER,
            phrases("suave; delicado; cuidadoso; blando; complaciente; diplomático"),
        ),
    ),
    wishes=(
        Wish(
            "formality",
            Direction.LOWER,
            phrases(
                """
                tutéame; puedes tutearme; puede tutearme; tratarme de tú; trátame de tú; háblame
                de tú; no me trates de usted; no me hables de usted; deja de tratarme de usted;
                habla normal; no me llames señor; no me llames señora; sin tanta formalidad;
                podemos tutearnos
                """
            ),
        ),
        Wish(
            "formality",
            Direction.HIGHER,
            phrases(
                """
                trátame de usted; tráteme de usted; háblame de usted; no me tutees; no me tutee;
                deje de tutearme; sin jerga; no uses jerga; sin emojis; no uses emojis; deja los
                emojis; no me llames tío; no me llames colega; no me llames bro; cuida tu lenguaje
                """
            ),
        ),
        Wish(
            "warmth",
            Direction.LOWER,
            phrases(
                """
                deja de halagarme; sin halagos; no me hagas la pelota; sin cortesías; no me llames
                cariño; no me llames cielo; solo los hechos; sin charla; ahórrate los
                """
            ),
        ),
        Wish(
            "warmth",
            Direction.HIGHER,
            phrases(
                """
                más cariño; más calidez; más empatía; un poco de empatía; como un robot; como una
                máquina
                """
            ),
        ),
        Wish(
            "humor",
            Direction.LOWER,
            phrases(
                """
                deja de bromear; deja las bromas; sin bromas; basta de bromas; no más bromas;
                déjate de bromas; déjate de chistes; no tiene gracia; no hace gracia; no es
                gracioso; ponte serio; tómatelo en serio; tómame en serio; menos bromas; no
                bromees; deja de hacer chistes; no hagas chistes; sin chistes; no más chistes;
                ponerte serio; no más bromas por favor; menos chistes
                """
            ),
        ),
        Wish(
            "humor",
            Direction.HIGHER,
            phrases(
                """
                más humor; un poco de humor; hazme reír; cuéntame un chiste; cuenta un chiste; más
                bromas; más chistes; más alegría; puedes bromear; puedes hacer bromas
                """
            ),
        ),
        Wish(
            "depth",
            Direction.HIGHER,
            phrases(
                """
                profundiza; ve más allá; más profundidad; ve al fondo; más a fondo; profundiza más
                """
            ),
        ),
        Wish(
            "depth",
            Direction.LOWER,
            phrases(
                """
                deja de filosofar; no filosofes; menos filosofía; no me analices; deja de
                analizarme; hazlo simple; no te compliques
                """
            ),
        ),
        Wish(
            "trust",
            Direction.LOWER,
            phrases(
                """
                sin preguntas personales; no me preguntes; deja de indagar; menos preguntas
                personales; no es asunto tuyo
                """
            ),
        ),
        Wish(
            "trust",
            Direction.HIGHER,
            phrases(
                """
                pregúntame lo que quieras; puedes preguntarme lo que sea; puedes ser sincero
                conmigo; puedes confiar en mí
                """
            ),
        ),
        Wish(
            "energy",
            Direction.LOWER,
            phrases(
                """
                ve al grano; vaya al grano; al grano; resume; abrevia; menos texto; demasiado
                texto; menos palabras; en una frase; cálmate; no te enrolles; sin rollos;
                demasiadas preguntas; menos preguntas; menos exclamaciones; hazlo corto; mucho
                texto; no hace falta tanto detalle; sin tanto detalle; menos detalle; menos signos
                de exclamación
                """
            ),
        ),
        Wish(
            "energy",
            Direction.HIGHER,
            phrases(
                """
                más detalles; más detalle; desarrolla; amplía; más energía; más entusiasmo; más
                ánimo; hazme preguntas; escribe más; de entusiasmo; un poco más de entusiasmo; no
                seas tan apagado; con más detalle
                """
            ),
        ),
        Wish(
            "resilience",
            Direction.HIGHER,
            phrases(
                """
                llévame la contraria; rétame; desafíame; no me des siempre la razón; deja de darme
                la razón; no me endulces; dime la verdad; no te cortes; critícame; deja de
                alabarme; sin paños calientes; exígeme más
                """
            ),
        ),
        Wish(
            "resilience",
            Direction.LOWER,
            phrases(
                """
                deja de criticarme; no me critiques; no me juzgues; deja de juzgarme; sin
                sermones; no me sermonees; no me regañes; no me presiones; no me des lecciones;
                deja de llevarme la contraria; deja de presionarme; no me lleves la contraria
                """
            ),
        ),
        Wish(
            "style",
            None,
            phrases(
                """
                no me llames; no me llame; no me hables como; no me hables así; cambia de tono;
                cambia el tono; como a un niño
                """
            ),
        ),
    ),
)
