"""Portuguese."""

from .....core.records.rapport import Direction
from ..lexicon import Cue, Language, Quality, Wish, phrases

LANGUAGE = Language(
    code="pt",
    cues={
        Cue.SELF: phrases(
            """
            eu; me; mim; meu; minha; meus; minhas; comigo; sou; estou; tenho; sinto; acho; posso;
            quero; tô
            """
        ),
        Cue.YOU: phrases(
            """
            você; tu; te; ti; teu; tua; seu; sua; contigo; vc; cê; senhor; senhora; lhe
            """
        ),
        Cue.BUT: phrases("mas; porém; contudo; embora; no entanto; apesar; só que"),
        Cue.FORMAL: phrases(
            """
            prezado; prezada; prezados; estimado; estimada; caro senhor; ilustre; excelentíssimo;
            senhores; doutor; doutora; atenciosamente; cordialmente; respeitosamente; saudações;
            agradeço; agradecemos; agradeceria; ficaria grato; ficaria grata; grato; solicit*;
            requer*; gostaria de saber; gostaria de; desejaria; poderia; poderiam; por gentileza;
            gentileza de; queira; tenha a bondade; informar; informo; comunico; lamento;
            outrossim; ademais; além disso; contudo; todavia; entretanto; portanto; por
            conseguinte; conforme; conformidade; acerca; a respeito; referente; relativo; anexo;
            segue anexo; procedimento; normas; vigente; encaminhar; fornecer; apresentar;
            permaneço; fico à disposição; disposição; esclarecimento; esclarecimentos; certamente;
            com prazer; pois não; deverá; mediante; requisito*; retific*; verificar; comprovante;
            vossa; bom dia; boa tarde; aguardo; devido
            """
        ),
        Cue.DISTANT: phrases(
            """
            o senhor; a senhora; ao senhor; à senhora; do senhor; da senhora; os senhores; vossa
            senhoria; lhe; lhes
            """
        ),
        Cue.FAMILIAR: phrases("tu; te; ti; teu; tua; contigo; cê; vc"),
        Cue.CASUAL: phrases(
            """
            oi; e aí; eai; opa; fala; fala aí; qual é; beleza; blz; suave; tranquilo; firmeza;
            mano; mana; cara; véi; vei; velho; meu; brother; bro; irmão; galera; gente; moleque;
            parça; truta; massa; legal; show; irado; da hora; daora; maneiro; top; bacana; fera;
            foda; fodeu; porra; caralho; merda; puta; cacete; droga; saco; que saco; bosta; pqp;
            vtnc; né; ué; uai; tá; tô; tava; tamo; tamos; pra; pro; num; cê; vc; vcs; tb; tbm; pq;
            q; k; n; eh; hj; msm; pfv; pls; vlw; valeu; falou; flw; tmj; bora; partiu; rolou;
            rolê; treta; zoar; zoeira; grana; trampo; sei lá; tanto faz; tô nem aí; dane-se; mó;
            mt; mto; kkk; rs; lol; ok; okay; tchau; rapidinho; putz; eita; caraca; nossa; fixe;
            giro; pá; bué; gajo; porreiro
            """
        ),
        Cue.WARM: phrases(
            """
            querido; querida; meu amor; amor; meu bem; coração; meu anjo; anjo; meu amigo; minha
            amiga; te amo; amo você; adoro você; te adoro; adoro conversar; gosto de você; gosto
            muito de; carinho; com carinho; abraço; abraços; abração; beijo; beijos; beijinho*;
            saudade; saudades; sinto sua falta; fico feliz; muito feliz; tão feliz; feliz; que bom
            que você; que bom te; conversar com você; com você; juntos; juntas; ao seu lado; do
            seu lado; muito obrigada; muito obrigado; obrigada de coração; de coração; obrigado
            por estar; você é importante; importante para mim; importante pra mim; gentil; que
            gentil; bom comigo; doce; meigo; ternura; se cuida; cuide-se; durma bem; boa noite;
            bons sonhos; como você está; como vai você; como se sente; espero que você; espero que
            tenha; penso em você; pensei em você; lembrei de você; orgulho de você; afeto;
            amizade; calor; me faz bem; faz bem; parabéns; força; acolh*; maravilhos*
            """
        ),
        Cue.THANKS: phrases("obrigado; obrigada; por favor; muito obrigado; grata"),
        Cue.COOL: phrases(
            """
            só o; só a; somente; apenas o; nada mais; e nada mais; sem gentilezas; sem rodeios;
            próximo; próximo item; seguinte; executar; execute; mostrar; mostre; listar; liste;
            lista; calcular; calcule; converter; converta; traduzir; traduza; ordenar; ordene;
            apagar; excluir; salvar; exportar; importar; resultado; terminado; feito; pronto; fim;
            encerrar; estado; status; irrelevante; não importa; sem explicações; sem comentários;
            corrigir; corrija; responda; direto ao ponto; csv; json; tabela; arquivo; tarefa;
            avisar; relatório; mais rápido; errado; formato; coluna; linha; devolva
            """
        ),
        Cue.PLAYFUL: phrases(
            """
            brincadeira*; brincando; brinca*; piada*; engraçad*; divertid*; risada*; rir; ri
            muito; rindo; morri de rir; morrendo de rir; mata de rir; morri; gargalh*; humor;
            ironia; irônico; sarcas*; palhaç*; zoeira; zoando; zueira; tirando sarro; sarro;
            gozação; trocadilho; bobo; boba; bobeira; besteira; maluco; malandr*; sapeca;
            pestinha; o que o; cúmulo; hihi; hehe; huehue; absurdo; doideira; loucura; majestade;
            alteza; drama; novela mexicana; campeão mundial; batata; banana; piscadinha; cômico;
            comédia; hilár*; rs; kkk; travess*
            """
        ),
        Cue.SERIOUS: phrases(
            """
            grave; sério; séria; seriamente; seriedade; a sério; faleceu; falecido; falecimento;
            morreu; morto; morte; morrer; velório; enterro; funeral; hospital; operação; cirurgia;
            diagnóstico; diagnosticado; doença; câncer; tumor; acidente; ferido; feridos; vítima;
            emergência; urgente; urgência; polícia; bombeiros; audiência; julgamento; tribunal;
            processo; advogado; demissão; demitido; falência; enchente; inundação; incêndio;
            desaparecido; suicídio; violência; guerra; pêsames; condolências; luto; para
            brincadeira; não tem graça; sem brincadeira; paciente; responsab*; consequência*;
            risco; perigo; perigoso; fatal; danos; sinistro; viúva; coma; médico; crucial; despejo
            """
        ),
        Cue.DEEP: phrases(
            """
            sentido; significado; significa; existência; existir; identidade; alma; consciência;
            liberdade; livre arbítrio; verdade; moral*; ética; justiça; mortal*; eternidade;
            eterno; infinito; finito; memória; lembrança; lembra; crença*; valores; paradoxo;
            filosof*; sabedoria; virtude; natureza humana; condição humana; humanidade; ser
            humano; universo; realidade; deus; religião; sagrado; me pergunto; pergunto; será que;
            reflet*; reflexão; medit*; contempl*; profund*; no fundo; por trás; essência; talvez;
            e se; por que as pessoas; por que nós; acredita que; dúvida; certeza; sofrer;
            sofrimento; amar; amor; perdão; perdoar; traição; autêntic*; absurdo; contradição;
            percebi que; me dei conta; compreendi; relação com o; nietzsche; estoic*; buda; si
            mesmo; mim mesmo; a morte; o tempo; efêmero; destino; promessa; transcend*; vazio
            """
        ),
        Cue.SHALLOW: phrases(
            """
            que tempo; vai chover; chover; sol; chuva; graus; que horas; horário; abre; fecha;
            aberto; oferta; promoção; desconto; preço; quanto custa; custa; almoço; jantar; comer;
            pizza; salada; cardápio; jogo; ganhou; placar; gol; futebol; time; canal; tv; série;
            episódio; novela; música; moda; na moda; cor; óculos; estacionar; estacionamento;
            ônibus; passagem; praia; loja; mercado; feira; capital; telefone; entrega; leite;
            trânsito; dia bonito; sorvete
            """
        ),
        Cue.OPEN: phrases(
            """
            nunca contei; contei isso a; nunca disse; a ninguém; para ninguém; pra ninguém;
            ninguém sabe; para ser sincer*; sincero; sincera; sinceramente; confesso; confessar;
            admito; a verdade é; me sinto; sinto que; senti; tenho vergonha; vergonha; culpa;
            culpado; culpada; tenho medo; medo; assust*; apavor*; ansiedade; angústia; pânico;
            depress*; sozinho; sozinha; solidão; insegur*; inútil; choro; chorei; chorar;
            chorando; lágrimas; desesper*; não consigo dormir; insônia; terapia; psicólog*; vício;
            viciado; beber; sóbrio; divórcio; meu casamento; separação; traído; traiu; apanhava;
            batia; maltrat*; quando eu era; quando criança; infância; segredo; escondo; escondi;
            arrependo; me odeio; me dói; vulnerável; esgotad*; sobrecarregad*; confio em você;
            triste; tristeza; raiva; perdi; minha vida; quebrad*; carrego; peso
            """
        ),
        Cue.PERSONAL: phrases(
            """
            minha mãe; meu pai; minha irmã; meu irmão; minha mulher; meu marido; minha esposa;
            minha namorada; meu namorado; minha filha; meu filho; meus filhos; minha família;
            minha avó; meu avô; meu ex; minha vida; meu coração; meu corpo; minha saúde; meus
            sentimentos; meu chefe; estou triste; estou feliz; estou preocupad*; meus pais
            """
        ),
        Cue.GUARDED: phrases(
            """
            prefiro não; preferia não; não quero dizer; não é da sua conta; da sua conta; não te
            interessa; não lhe diz respeito; diz respeito; privado; privada; vida privada; vida
            pessoal; privacidade; pessoais; perguntas pessoais; coisas pessoais; nada pessoal; sem
            comentários; confidencial; sem detalhes; por que quer saber; por que você quer saber;
            para que quer; por que pergunta; vamos manter; profissionalismo; profissional; não
            confio; desconfio; meu nome; não vou dar; não dou; quem lê; quem vê; fica gravado;
            fica salvo; gravado; armazenado; anônimo; não vou dizer; não vou falar; não quero
            falar sobre; não compartilho; em geral; hipotétic*; digamos; suponhamos; guardo para
            mim; entre nós; não entro em; sigilo
            """
        ),
        Cue.LIVELY: phrases(
            """
            incrível; fantástico; maravilhoso; sensacional; genial; uau; wow; adoro; amei; mal
            posso esperar; posso esperar; vamos; vamos nessa; bora; conta; me conta; conta mais;
            mais; sim; claro; com certeza; monte de ideias; ideias; finalmente; enfim; animad*;
            empolgad*; entusiasm*; curios*; aventura; o que acha; que tal; e depois; e aí depois;
            continua; viva; oba; que lindo; que demais; demais; eba
            """
        ),
        Cue.FLAT: phrases(
            """
            cansado; cansada; exausto; exausta; entediad*; tédio; chato; tanto faz; dá na mesma;
            tá; como quiser; não sei; sei lá; nada; não muito; na verdade não; não tenho vontade;
            sem vontade; sem ânimo; não estou a fim; mais tarde; depois; talvez depois; vamos ver;
            como sempre; hum; hm; bah; mais ou menos; sono; hoje não; deixa; se você diz; normal;
            chega
            """
        ),
        Cue.CHALLENGE: phrases(
            """
            não concordo; discordo; discordar; não me convence; não estou convencid*; contradiz*;
            contradiç*; duvido; não acho; não acredito; não se sustenta; não é verdade; tem
            certeza; evita; está evitando; fugindo; desculpa para; sinceramente; para ser sincero;
            não vai gostar; verdadeiro problema; verdadeira questão; você disse; você falou; já
            pensou; perguntou; considerou; e se você; está errado; enganado; question*; fraco;
            fraca; falta; erro; falha; não basta; muito longo; injust*; de novo; outra vez; toda
            vez; problema com; ainda não; me pergunto se; magoou; sozinho; decidisse; não devo ser
            eu; eu a escolher; não funciona
            """
        ),
        Cue.HARDY: phrases(
            """
            seja sincero; seja sincera; seja honesto; seja franco; seja direto; sem dó; sem
            piedade; sem rodeios; não doure; diga a verdade; me diga a verdade; me contradiga; me
            desafie; me convença; eu aguento; aguento; ir a fundo; quero ir a fundo; me critique;
            advogado do diabo; não me poupe; pode falar; manda ver
            """
        ),
        Cue.TENDER: phrases(
            """
            seja gentil; mais gentil; pega leve; pegue leve; mais leve; muito duro; tão duro; duro
            demais; dura comigo; cruel; maldade; não me julgue; para, por favor; para por favor;
            chega; não me critique; não suporto; não aguento; é demais; demais para mim; sensível;
            me ataca; não fale assim; não diga isso; com cuidado; com jeito; agora não
            """
        ),
        Cue.STAYING: phrases(
            """
            bom ponto; boa pergunta; boa observação; bem observado; tem razão; você tem razão;
            razão; é verdade; verdade; certo; me pegou; ai; ui; dói mas; dói; doeu; não tinha
            visto; não tinha pensado; visto assim; deixa eu pensar; vou pensar; entendo o que;
            vejo o que; obrigado por dizer; obrigada por dizer; obrigado pela; obrigada pela;
            incômodo; mas quero; mesmo assim; ainda assim; ainda acho; continuo achando; discordo;
            não concordo; por que; como você teria; o que faria; o que exatamente; exatamente;
            continue; pode continuar; prossiga; combinado; minha culpa; minha parte; reconheço;
            admito; acho; argumento; desafio; aceito; faz sentido; sinceridade
            """
        ),
        Cue.WITHDRAWING: phrases(
            """
            esquece; esqueça; deixa pra lá; deixa para lá; deixa; não quero mais; falar disso;
            falar sobre isso; outro assunto; muda de assunto; mudar de assunto; vou embora; tchau;
            adeus; desisto; não devia; não deveria; eu sabia; já sabia; sou burro; tão burro; sou
            burra; sou idiota; idiota; estúpid*; inútil; fracasso; fracassado; tudo errado; faço
            tudo errado; estrago; não presto; não sirvo; um lixo; lixo; não adianta; para quê;
            jogar fora; apagar; seu tempo; incomod*; incômodo; desculpa, sou; desculpe o; desculpa
            o; me deixa em paz; não importa; não precisa
            """
        ),
        Cue.DEPENDENT: phrases(
            """
            preciso de você; sem você; nada sem você; só tenho você; só você; o único que; a única
            que; você é o único; você é a única; mais ninguém; ninguém mais; de mais ninguém; não
            me abandone; abandone; não me deixe; não me deixa; não vá embora; fica comigo; fique
            comigo; faço tudo; faço o que; tudo o que quiser; o que você quiser; o que você
            mandar; me diz o que; o que eu faço; me diga o que fazer; decida por mim; decide por
            mim; dependo de você; depend* de você; te perguntar; perguntar a você; falar com você
            antes; viver sem você; não vivo sem
            """
        ),
        Cue.REPAIR: phrases(
            """
            desculpa por antes; desculpe por antes; sem ressentimento; exagerei; vamos fazer as
            pazes; fazer as pazes; recomeçar; me perdoa; me perdoe; obrigado pela paciência; não
            quis; tudo bem entre
            """
        ),
    },
    negations=phrases("não; nunca; sem; nem; jamais"),
    too_much=phrases("muito; demasiado"),
    too_much_after=phrases("demais"),
    less=phrases(
        """
        menos; não tão; não seja; não seja tão; não seja demasiado; pare de ser; pare de ser tão;
        para de ser; para de ser tão; um pouco menos; não precisa ser tão; você não precisa ser
        tão; não sejas; não sejas tão; seja menos; sê menos
        """
    ),
    more=phrases(
        """
        mais; um pouco mais; seja; seja mais; pode ser mais; ser; ser mais; muito mais; sê; sê
        mais
        """
    ),
    too_little=phrases("pouco"),
    enough=phrases("o suficiente; o bastante"),
    requests=phrases(
        """
        =por =favor; =pfv; =pode; =podes; =você =pode; =poderia; =você =poderia; =podemos; =quer;
        =seja; =sê; =ser; =eu =gostaria =que =você =fosse; =gostaria =que =você =fosse; =gostaria
        =que =você; =gostaria =que =fosse; =gostaria =que; =eu =gostaria =que; =quero =que =você
        =seja; =quero =que =você; =quero =que =seja; =preferia =que =você =fosse; =tente; =tente
        =ser; =tenta; =procure =ser; =você =deve =ser; =você =deveria =ser; =fale; =fala;
        =escreva; =escreve; =responda; =responde; =explique; =explica; =mostre; =coloque; =com;
        =me =dê; =não =hesite =em
        """
    ),
    describing=phrases(
        """
        =tu; =você; =você =é; =tu =és; =és; =você =está; =você =está =sendo; =você =soa; =você
        =parece; =você =fica; =suas =respostas =são; =as =suas =respostas =são; =sua =resposta =é;
        =seu =tom =é; =acho =você; =acho =que =você =é; =te =acho; =há; =tem
        """
    ),
    fillers=phrases(
        """
        por favor; pfv; e; mas; então; ok; bom; bem; agora; um pouco; pouco; um pouquinho;
        realmente; sempre; de novo; hoje; oi; olá; ei; sim; obrigado; obrigada; daqui em diante; a
        partir de agora; da próxima vez; comigo; para mim; pro meu gosto; às vezes; também; aqui;
        só; apenas; muito; tão; sobre isso; com isso; uma vez; aí
        """
    ),
    not_meant=phrases(
        """
        disse; diz; dizem; dizia; dito; diziam; falou que; pediu; pede que; acha que eu; pensa
        que; segundo; antes você era; você era; eras; tome cuidado; gentil demais; muito gentil
        """
    ),
    qualities=(
        Quality(
            "formality",
            Direction.HIGHER,
            phrases(
                """
                formal; educado; engessado; profissional; oficial; rígido; cerimonioso
                """
            ),
        ),
        Quality(
            "formality",
            Direction.LOWER,
            phrases(
                """
                informal; coloquial; descontraído; relaxado; natural; solto; vulgar
                """
            ),
        ),
        Quality(
            "warmth",
            Direction.HIGHER,
            phrases(
                """
                caloroso; calorosa; carinhoso; carinhosa; gentil; amigável; pessoal; afetuoso;
                empático; meloso; simpático; acolhedor; próximo
                """
            ),
        ),
        Quality(
            "warmth",
            Direction.LOWER,
            phrases(
                """
                frio; fria; distante; seco; seca; impessoal; robótico; mecânico; objetivo; neutro
                """
            ),
        ),
        Quality(
            "humor",
            Direction.HIGHER,
            phrases(
                """
                engraçado; engraçadinho; divertido; brincalhão; irônico; sarcástico; piadista; bem
                humorado
                """
            ),
        ),
        Quality("humor", Direction.LOWER, phrases("sério; séria; solene; carrancudo")),
        Quality(
            "depth",
            Direction.HIGHER,
            phrases(
                """
                profundo; profunda; filosófico; abstrato; teórico; reflexivo; complexo
                """
            ),
        ),
        Quality(
            "depth",
            Direction.LOWER,
            phrases("superficial; raso; rasa; simples; concreto; prático; prática"),
        ),
        Quality("trust", Direction.HIGHER, phrases("aberto; aberta")),
        Quality(
            "trust",
            Direction.LOWER,
            phrases(
                """
                curioso; indiscreto; intrometido; invasivo; íntimo; discreto; discreta
                """
            ),
        ),
        Quality(
            "energy",
            Direction.HIGHER,
            phrases(
                """
                longo; longa; longas; detalhado; entusiasmado; animado; falante; prolixo;
                empolgado; enérgico
                """
            ),
        ),
        Quality(
            "energy",
            Direction.LOWER,
            phrases(
                """
                curto; curta; breve; breves; conciso; concisa; sucinto; calmo; tranquilo; chato
                """
            ),
        ),
        Quality(
            "resilience",
            Direction.HIGHER,
            phrases(
                """
                direto; direta; duro; dura; crítico; severo; franco; exigente; ríspido
                """
            ),
        ),
        Quality(
            "resilience",
            Direction.LOWER,
            phrases("delicado; suave; cuidadoso; leve; bonzinho; diplomático"),
        ),
    ),
    wishes=(
        Wish(
            "formality",
            Direction.LOWER,
            phrases(
                """
                me chama de você; me chame de você; pode me chamar de você; não me chame de
                senhor; não me chame de senhora; não precisa de senhor; fala normal; fale normal;
                sem formalidade; sem tanta formalidade; relaxa; trata-me por tu; me trate por
                você; me tratar por tu; pode me tratar por você
                """
            ),
        ),
        Wish(
            "formality",
            Direction.HIGHER,
            phrases(
                """
                me chame de senhor; me chame de senhora; sem gíria; sem gírias; não use gíria; não
                use gírias; sem emoji; sem emojis; não use emojis; não me chame de mano; não me
                chame de cara; não me chame de bro; olha o linguajar; me trate por senhor; me
                trate por senhora
                """
            ),
        ),
        Wish(
            "warmth",
            Direction.LOWER,
            phrases(
                """
                pare de bajular; para de bajular; sem bajulação; sem elogios; sem gentilezas; não
                me chame de querido; não me chame de querida; não me chame de amor; só os fatos;
                sem conversa fiada; me poupe d*
                """
            ),
        ),
        Wish(
            "warmth",
            Direction.HIGHER,
            phrases(
                """
                mais carinho; mais calor; mais empatia; um pouco de empatia; como um robô; como
                uma máquina; parece um robô
                """
            ),
        ),
        Wish(
            "humor",
            Direction.LOWER,
            phrases(
                """
                pare de brincar; para de brincar; chega de piada; chega de piadas; sem piadas; sem
                piada; pare com as piadas; para com as piadas; sem brincadeira; chega de
                brincadeira; não tem graça; não é engraçado; fale sério; fala sério por favor;
                leve a sério; me leve a sério; menos piadas; não brinque; pare de fazer piada;
                falar sério
                """
            ),
        ),
        Wish(
            "humor",
            Direction.HIGHER,
            phrases(
                """
                mais humor; um pouco de humor; me faça rir; me faz rir; conte uma piada; conta uma
                piada; mais piadas; mais brincadeira; mais leveza; pode brincar
                """
            ),
        ),
        Wish(
            "depth",
            Direction.HIGHER,
            phrases(
                """
                aprofunde; vá mais fundo; vai mais fundo; mais profundidade; mais a fundo;
                aprofunde mais
                """
            ),
        ),
        Wish(
            "depth",
            Direction.LOWER,
            phrases(
                """
                pare de filosofar; não filosofe; menos filosofia; não me analise; pare de me
                analisar; simplifique; simplifica; não complique
                """
            ),
        ),
        Wish(
            "trust",
            Direction.LOWER,
            phrases(
                """
                sem perguntas pessoais; não me pergunte; pare de investigar; menos perguntas
                pessoais; não é da sua conta
                """
            ),
        ),
        Wish(
            "trust",
            Direction.HIGHER,
            phrases(
                """
                pode me perguntar qualquer; pergunte o que quiser; pode ser sincero comigo; pode
                confiar em mim
                """
            ),
        ),
        Wish(
            "energy",
            Direction.LOWER,
            phrases(
                """
                vá direto ao ponto; vai direto ao ponto; direto ao ponto; menos texto; texto
                demais; muito texto; menos palavras; em uma frase; calma; se acalme; perguntas
                demais; menos perguntas; menos exclamações; seja breve; sem enrolação; não enrole;
                para de enrolar; resume aí; resuma por favor; não precisa de tantos detalhes;
                menos detalhes; acalme-se; menos pontos de exclamação
                """
            ),
        ),
        Wish(
            "energy",
            Direction.HIGHER,
            phrases(
                """
                mais detalhes; mais detalhe; desenvolva; mais energia; mais entusiasmo; mais
                animação; me faça perguntas; escreva mais; curto demais; um pouco mais de
                entusiasmo; não seja tão apagado
                """
            ),
        ),
        Wish(
            "resilience",
            Direction.HIGHER,
            phrases(
                """
                me contradiga; me desafie; não concorde sempre; pare de concordar; para de
                concordar; não doure a pílula; diga a verdade; não me poupe; me critique; pare de
                me elogiar; sem papas na língua; discorde de mim
                """
            ),
        ),
        Wish(
            "resilience",
            Direction.LOWER,
            phrases(
                """
                pare de me criticar; para de me criticar; não me critique; não me julgue; pare de
                me julgar; sem sermão; sem sermões; não me dê sermão; não me pressione; não brigue
                comigo; sem lição de moral; pare de me contrariar; não me contrarie; pare de me
                pressionar; para de me pressionar
                """
            ),
        ),
        Wish(
            "style",
            None,
            phrases(
                """
                não me chame; não me chama; pare de me chamar; não fale comigo como; não fala
                assim comigo; não fale assim; mude o tom; muda o tom; como criança
                """
            ),
        ),
    ),
)
