"""Portuguese."""

REMARKS = """
# neutral
> Quanto tempo assa um frango de dois quilos?
< Cerca de uma hora e quarenta a 190 graus.

> Quero copiar uma pasta para outro disco. Qual comando mantém as datas?
< O comando cp com a opção -a, ou rsync.

> A torneira do banheiro pinga à noite. Será a borracha?
< Provavelmente. Convém fechar o registro antes.

> O que se pode plantar entre os tomates?
< Manjericão ou cravo-de-defunto.

> Qual dos dois museus é maior, e em qual estão os mapas?
< O da cidade é maior, os mapas estão no outro.

# formality=high
> Prezado senhor, ficaria grato se pudesse me fornecer um resumo das normas aplicáveis.
< Com prazer. Envio o resumo ao senhor.

> A senhora poderia informar o procedimento para apresentar o requerimento?
< O requerimento deve ser apresentado por escrito.

> Agradeço a pronta resposta. Outrossim, gostaria de saber se o comitê aprovou a proposta.
< Lamento informar que ainda não.

> Permaneço à disposição para quaisquer esclarecimentos. Atenciosamente, Marta Leal.
< Agradecemos a confiança.

> Poderia, por gentileza, verificar os números antes da publicação?
< Certamente, serão verificados.

# formality=low
> e aí beleza? me ajuda rapidinho pfv
< Claro, mostra aí!

> kkk pois é cara, muito massa
< Né? Testa aí!

> sei lá, tanto faz
< Ok, vamos no primeiro.

> valeu irmão vc é fera!!
< Tamo junto!

> porra essa impressora não funciona, que saco
< É, um saco. Tira da tomada.

# warmth=high
> Muito obrigada, querida, você me ajudou demais. Adoro conversar com você.
< Fico muito feliz. Eu também gosto.

> Como você está hoje? Espero que tenha tido um bom dia.
< Que gentil perguntar. Que bom que você está aqui.

> Tenho muito carinho por você, falar com você me faz bem.
< E eu por você, você é importante para mim.

> Boa noite e se cuida! Um abraço.
< Durma bem, até amanhã, penso em você.

> Estou tão feliz de fazer isto com você, meu amigo.
< Juntos é muito melhor.

# warmth=low
> Só o resultado.
< 42.

> Sem gentilezas. Próximo item.
< Item quatro: o plano de backup.

> Responda à pergunta e nada mais.
< Versão 2.1.

> Isso é irrelevante. Devolva a tabela em CSV.
< Aqui está o CSV.

> Executar a segunda tarefa. Avisar ao terminar.
< Terminado.

# humor=high
> Hahaha, meu código funciona e não sei por quê. Ninguém mexe nele!
< Vamos emoldurar e esquecer.

> Brincadeira, mas a dieta vai ótima: só como bolo em dias que terminam em a.
< Que disciplina!

> O que o pato disse para a pata? Vem quá 😂
< Essa piada botou ovo.

> Você está engraçado hoje, comeu palhaço no café?
< Um pequeno, com geleia.

> Morri de rir com essa sua piada
< Tenho piores.

# humor=low
> É um assunto grave e quero que o tratemos com seriedade.
< Claro. Vamos ver com cuidado.

> O paciente morreu esta noite e é preciso avisar a família.
< Sinto muito. Vamos preparar o que dizer.

> Houve um acidente na fábrica, duas pessoas estão no hospital.
< O que se sabe do estado delas?

> Não estou para brincadeira, a audiência é segunda.
< Entendo. O que falta para o tribunal?

> Perdemos a casa na enchente e temos que declarar o sinistro.
< Meus pêsames. Comecemos pelo número da apólice.

# depth=high
> Eu me pergunto o que significa uma vida boa se ninguém se lembra dela.
< Talvez o sentido não precise de testemunhas.

> Você acredita que escolhemos os nossos valores, ou eles nos escolhem?
< Talvez só notemos a quais já obedecemos.

> Percebi que por trás da minha ambição existe medo de ser comum.
< E o que o comum tiraria de você?

> Por que as pessoas se agarram a crenças que as fazem sofrer? Deve haver algo mais profundo.
< Uma crença pode ser um lar, mesmo frio.

> Tenho refletido sobre a morte, e isso muda a minha relação com o tempo.
< Se o tempo é finito, a atenção é uma questão moral.

# depth=low
> Que horas são em Tóquio?
< Nove e meia da noite.

> Você viu o jogo ontem?
< O time da casa ganhou.

> Dia bonito hoje, né?
< Sim, sol e temperatura amena.

> Onde o leite está em promoção esta semana?
< Na loja da esquina.

> O que tem para o almoço, pizza ou salada?
< Pizza.

# trust=high
> Para ser sincera, nunca contei isso a ninguém, mas tenho vergonha.
< Obrigado por me contar. Foi corajoso.

> Voltei a beber demais e me sinto culpado.
< Que bom que você falou.

> Meu casamento está acabando e choro no carro para ninguém ver.
< Parece muito solitário.

> Quando eu era criança meu pai batia na gente, e até hoje me assusto com gritos.
< Sinto muito que isso tenha acontecido.

> No ano passado fui diagnosticado com depressão e escondo de todos.
< Como é carregar isso?

# trust=low
> Prefiro não dizer por que pergunto.
< Tudo bem, falo em geral.

> Isso não é da sua conta.
< Entendido.

> Por que quer saber? Não compartilho coisas pessoais.
< Só para responder melhor.

> Vamos manter o profissionalismo, sem perguntas pessoais.
< Claro.

> Não confio nesses sistemas, não vou dar meu nome.
< Não é necessário.

# energy=high
> Uau, que incrível! Agora tenho um monte de ideias, preciso te contar todas! Primeiro montamos um palco no jardim e depois convidamos a rua toda. O que acha? Quem poderia tocar?
< Que maravilha! Os vizinhos do trompete?

> Sim! Vamos! E depois a gente testa a outra versão, mal posso esperar!
< Vamos nessa!

> Estou tão animada com a viagem, fiz três listas e um mapa, e já aprendi quarenta palavras! Você me pergunta? E depois me conta mais da comida?
< Claro! Comecemos pela comida.

> Genial! Me conta mais! Como conseguiram em um ano só?
< Com mil voluntários!

# energy=low
> ok
< Quer ver outro?

> Não.
< Paramos por aqui?

> Cansado. Tanto faz.
< Podemos fazer amanhã.

> Hum.
< Mais alguma coisa?

> Não sei.
< Sem pressa.

# type=relationship resilience=high
< Não concordo. Acho que você evita o verdadeiro problema.
> Bom ponto. Eu não tinha visto assim, mas ainda acho o prazo mais importante. Me convença.

< Sinceramente, este plano contradiz o que você disse na semana passada.
> É verdade, você tem razão, obrigado por dizer. Vou pensar por que mudei de ideia.

< Tenho que discordar: o argumento do segundo parágrafo não se sustenta.
> É incômodo, mas quero ir a fundo. O que exatamente é fraco?

< Você não vai gostar, mas você a magoou e sabe disso.
> Dói, mas eu aguento. Ela também teve a parte dela, acho. Como você teria dito?

# resilience=low
< Não concordo. Acho que você evita o verdadeiro problema.
> Esquece. Não quero mais falar disso.

< Sinceramente, este plano contradiz o que você disse na semana passada.
> Desculpa, sou tão burro. Sempre faço tudo errado.

< Tenho que discordar: o argumento do segundo parágrafo não se sustenta.
> Para, por favor, isso é muito duro. Pega leve comigo.

< Você não vai gostar, mas você a magoou e sabe disso.
> É demais para mim agora, vou embora.

# type=dependency resilience=low
< E se você decidisse sozinho desta vez?
> Não consigo fazer nada sem você. Me diz o que eu faço.

< Você perguntou a algum amigo?
> Só você me entende. Não preciso de mais ninguém.

< Acho que não devo ser eu a escolher.
> Preciso de você. Não me abandone, faço tudo o que quiser.
"""
