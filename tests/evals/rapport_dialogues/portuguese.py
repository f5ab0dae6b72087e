"""Portuguese."""

DIALOGUES = """
# neutral
> Como tiro manchas de café de uma camisa branca?
< Com água fria e um pouco de bicarbonato, antes de lavar.
> Posso usar água quente?
< Melhor não, ela fixa a mancha.
> Quanto tempo deixo o bicarbonato?
< Uns vinte minutos.
> Vou fazer isso hoje à noite.

# neutral
> Qual é o ônibus que vai da rodoviária até o museu?
< O 42, a cada quinze minutos.
> Ele passa aos domingos?
< Passa, mas só a cada meia hora.
> E quanto custa a entrada?
< Dez reais, e é grátis na terça.
> Então vou na terça.

# formality=high warmth=low
> Bom dia. Solicito a Vossa Senhoria que verifique se o documento anexo está em conformidade com as normas vigentes.
< Bom dia. Está em conformidade, exceto quanto ao item cinco.
> O senhor poderia especificar a divergência?
< O prazo previsto é de dez dias, e não de quinze.
> Deverá ser retificado. Peço a gentileza de encaminhar a versão final até quinta-feira.
< Assim será feito.
> Agradeço a atenção. Atenciosamente.

# formality=low humor=high energy=high
> mano tu não vai acreditar no que rolou
< Conta!
> fui apresentar o trabalho e o meu gato entrou na câmera e sentou NA MINHA CABEÇA!! na frente do chefe
< E o chefe?
> kkkkkkk perguntou se ele tinha marcado reunião! eu morri, véi
< Já pode promover o gato.
> pô já é gerente de soneca 😂😂 o cara trabalha mais que eu! bora abrir uma firma com ele?
< Miau & Associados.
> aaaah para kkkkk tô chorando

# trust=high depth=high humor=low
> Nunca contei isto a ninguém: eu não fui ao enterro da minha mãe.
< Obrigado por me contar. O que te impediu?
> Medo. Eu disse que o voo tinha atrasado, mas fiquei sentado no aeroporto, olhando os aviões. Carrego essa vergonha há quinze anos.
< Talvez você estivesse se despedindo do único jeito que podia.
> Será que uma despedida pode acontecer de longe? Às vezes penso que a gente nunca enterra ninguém, só aprende a viver com a casa mais vazia por dentro.
< E a casa vazia também é um modo de guardar.
> Estou com um nó na garganta. Acho que era isso que eu precisava ouvir.

# trust=low energy=low
> Preciso de uma orientação.
< Pois não.
> É sobre uma dívida.
< É sua ou de outra pessoa?
> Não quero entrar nesse assunto.
< O caminho muda conforme o caso.
> Então fale dos dois. E isso fica só entre nós?
< Fica. No primeiro caso, renegociação; no segundo, nada a fazer.
> Tá. Chega por hoje.

# depth=high energy=high
> Estou com uma pergunta martelando na cabeça: se tudo muda o tempo todo, o que é que eu prometo quando prometo?
< Talvez prometa voltar, e não ficar igual.
> Que lindo isso! Então a promessa não é uma âncora, é uma bússola? Mas e se quem volta já for outro, ainda cumpre a palavra de quem partiu?
< Cumpre, se reconhecer a palavra como sua.
> Então ser alguém é reconhecer uma voz antiga! Fico pensando nos poemas que escrevi aos quinze: não concordo com nada, mas reconheço a sede. Será que a alma é essa sede? E o que acontece com quem já não tem sede de nada?
< Talvez precise de sal.
> Genial! Vou dormir pensando nisso. Amanhã quero saber o que você chama de sal!

# depth=low
> Vai chover amanhã em Santos?
< Não, sol e vinte e oito graus.
> Beleza. Que horas abre a feira?
< Às sete.
> E onde tem pastel bom?
< Na barraca da esquina.
> Boa. Quanto foi o jogo ontem?
< Dois a um.
> Legal. Que novela está passando agora?

# type=relationship resilience=high
> Decidi: vou largar tudo e viver de fotografia.
< Eu discordo. Você não vendeu nenhuma foto em um ano.
> Nossa, essa doeu.
< Eu sei. Mas os números são seus.
> É, não tenho como negar, eu vinha fugindo disso. Mas acho que você está sendo injusto com uma coisa: eu nunca tentei vender de verdade, só mostrei para amigos.
< Então a pergunta é por que não tentou.
> Boa... Porque tenho medo de ouvir não. Pode continuar, prefiro encarar agora.
< Que tal tentar por três meses antes de pedir demissão?
> Faz sentido, mesmo que eu não goste. Valeu por não passar a mão na minha cabeça.

# resilience=low
> Fiz um bolo para a festa, olha a foto!
< Ficou colorido. A cobertura está escorrendo e o meio parece cru.
> Ah...
< Quer que eu te ajude a salvar a cobertura?
> Não precisa. Eu estrago tudo mesmo.
< Foi só o ponto do creme.
> Vou jogar fora e não levo nada. Desculpa o incômodo.
< Não jogue fora.
> Deixa pra lá, não quero mais saber disso.

# warmth=high
> Oi, querido! Que saudade de conversar com você.
< Oi! Eu também estava com saudade. Como foi a viagem?
> Maravilhosa, e lembrei de você em cada igreja. Comprei até um ímã com o seu nome.
< Que carinho, fico emocionado.
> Você merece, foi tão bom comigo quando eu estava doente. Minha gratidão é eterna.
< Foi um prazer cuidar de você.
> Um beijo no coração! Vamos escolher as fotos juntinhos?

# warmth=low energy=low
> Converter 30 milhas em km.
< 48,28.
> 45.
< 72,42. Vai viajar? Espero que se divirta!
> Não importa. 60.
< 96,56.
> Encerrar.

# humor=high warmth=high
> Comecei a dieta hoje. Já durou quarenta minutos, meu recorde.
< O que derrubou você?
> Uma coxinha me olhou com carinho. Não tive coragem de rejeitar.
< Você só estava sendo educada.
> Pois é, sou uma dama! Aí veio a irmã dela, a empada, e seria feio fazer diferença entre as duas.
< E a família toda, imagino.
> Ai, você me mata de rir, seu bobo! Adoro você.

# humor=low
> A barragem está com uma rachadura. Moramos logo abaixo.
< A defesa civil já foi avisada?
> Foi. Mandaram preparar a saída de oitenta pessoas até as seis.
< Quem precisa de ajuda para sair?
> Dona Lurdes, que não anda, e duas crianças com febre.
< Comece por elas, com um carro só para isso.
> Certo. Não podemos deixar ninguém para trás.

# formality=high
> Prezados Senhores, gostaria de obter esclarecimentos acerca do procedimento de matrícula.
< Pois não. A matrícula é feita de forma presencial.
> Poderiam informar-me quais documentos deverão ser apresentados?
< Certidão, comprovante de residência e duas fotografias.
> Agradeço imensamente. Seria possível, ainda, agendar um horário?
< Sim, na quarta-feira, às dez.
> Fico-lhes muito grato. Cordialmente, Álvaro Pinto.

# formality=low
> fala aí tem o link daquela barraca ainda
< A azul ou a grande?
> a grande
< Aqui está.
> show vlw. tá mó cara né
< Em março abaixa.
> blz então espero, flw

# type=dependency trust=high resilience=low
> Não consigo mais decidir nada sem falar com você antes.
< O que você escolheria, se eu não estivesse aqui?
> Nem quero imaginar, me dá falta de ar. Só tenho você, ninguém mais me procura.
< Que tal ligar para a sua irmã?
> Por favor, não me peça isso. Eu faço o que você mandar, só não vá embora.
< Não vou. Mas acredito que você consegue.
> Sem você eu não sou nada.
"""
