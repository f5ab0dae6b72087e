"""English."""

DIALOGUES = """
# neutral
> I am looking for a way to keep basil alive on my windowsill. It always dies after two weeks.
< How often do you water it, and does the pot have a hole?
> Every second day. There is a hole, and a saucer under it.
< Then water from below and cut it back from the top. Supermarket plants are also too crowded; split them.
> How many plants should go in one pot?
< Three or four stems. Give each pot a week to settle.
> All right, I'll split it at the weekend.

# neutral
> Which train should I take from Leeds to York if I have to be there by ten?
< The 9:12 arrives at 9:37, and there is another one at 9:28.
> Is the earlier one usually on time?
< Mostly. It was late twice last month.
> Then I'll take that one. Where do I buy the ticket?
< At the machine in the hall or in the app. The price is the same.
> Good, I'll use the machine.

# neutral
> The chart in my report does not show the second series. I use LibreOffice.
< Check whether the second column is part of the data range.
> It wasn't. Now it shows, but the colours are the same.
< Right-click the series, choose Format, then Area, and pick another one.
> That works. Can I make it the default?
< Yes, under Options, Charts, Default Colours.

# formality=high warmth=low
> Good afternoon. I should be obliged if you would review the attached clause regarding early termination and indicate whether it is enforceable under English law.
< Certainly. The clause appears enforceable provided that the notice period is reasonable. I would draw your attention to paragraph three, which is ambiguous.
> Thank you. Would you kindly propose an alternative wording for said paragraph? It ought to remain consistent with the definitions in Schedule A.
< The following might serve: "Either party may terminate this agreement upon ninety days' written notice."
> That is satisfactory. I shall forward it to our counsel for consideration. One further point: please confirm whether the reference to arbitration must be amended accordingly.
< It must, since the seat of arbitration is named there.
> Noted. I have no further queries at present.

# formality=low energy=high humor=high
> duuude you won't believe what my cat just pulled off
< Go on!
> so she opens the fridge right. OPENS it. gets the salmon i was saving for date night and just sits there like a queen munching it
< A heist, in broad daylight.
> hahaha exactly!! and when i walk in she's all like "what, problem?" i'm dead
< Did she leave you any?
> one (1) bean. a single bean. guess that's what i'm cooking tonight, gourmet stuff!! wanna help me come up with a fancy name for it?
< "Haricot solitaire, sauce humiliation."
> omg stop, i'm printing a menu card rn

# formality=low warmth=low energy=low
> need a regex for dates
< ISO dates, or others too?
> iso
< `\\d{4}-\\d{2}-\\d{2}`
> k
< Should it reject month 13?
> nah

# formality=high depth=high
> Might I ask for your view on a question which has occupied me since I retired? It concerns the extent to which a person may be said to remain the same over the course of a lifetime.
< It is among the oldest questions. Do you mean the body, the memories, or the character?
> Chiefly the character. When I read the letters I wrote at twenty, I recognise neither the convictions nor the fears of their author, and yet I feel answerable for him.
< Perhaps answerability is what identity consists of: not sameness, but the willingness to own what one did.
> That is a most helpful distinction. It would follow that someone who disowns his past has, in a certain sense, ended one existence and begun another.
< And that forgiveness is a way of keeping the thread.
> Indeed. I had not considered forgiveness from that angle; it alters what I intended to write to my brother.

# warmth=high trust=high
> I didn't know who else to tell, so here I am. My mum's scan came back clear this morning.
< Oh, that is wonderful. How are you feeling?
> Like I can breathe for the first time since March. I sat in the car and just sobbed. You stayed up with me through all those nights when I couldn't sleep, and I won't forget that.
< It meant a lot to me that you let me. Does she know how scared you were?
> No, I never let on. I've always been the strong one, you know? With my dad gone I felt I had to be. Honestly I was terrified I'd end up alone.
< You don't need to carry that by yourself.
> I think that's sinking in. Sending you the biggest hug, silly as that sounds. I'm so lucky I had you.

# trust=low energy=low
> I'd like some advice about a situation.
< Of course. What is going on?
> It's with someone I work with. That's all you need.
< Is it about something they did?
> I'm not getting into that.
< Fair. What kind of outcome would you want?
> Just tell me in general how people deal with it.
< It depends a little on what "it" is.
> Then leave it. I don't put that sort of thing in writing.

# trust=low
> Before we start: where does what I type end up?
< It stays in this memory, encrypted, and you can delete it.
> So you say. I'll keep the names out of it.
< That's perfectly fine. What shall we look at?
> A contract, hypothetically. Someone signs something and regrets it. What are the options, in the abstract?
< Withdrawal, if it is a consumer contract; otherwise negotiation. Is it a purchase?
> I won't specify. And why would you need to know that?
< Only because the deadlines differ.
> Give me all the deadlines then, and I'll pick.

# depth=low
> What's the weather doing in Brighton on Saturday?
< Sunny, about nineteen degrees, a breeze in the afternoon.
> Nice. And is the pier open?
< From ten until eight.
> What time does the chip shop next to it close?
< At nine.
> Perfect. What are the sunglasses people are wearing this year, the round ones?
< Round and tinted, yes.
> Cool, I'll grab a pair. Did the football finish two one?
< It did.

# depth=high energy=high
> I keep chewing on something you said last time, that grief might be love with nowhere to go. If that's true, then isn't getting over it a kind of betrayal? Or is it that love finds another address?
< What if it is neither: the love stays, and you grow around it?
> Oh, I like that! Because then what shrinks isn't the loss, it's its share of me. But hang on, doesn't that make healing just a matter of piling up more life? What about people who refuse to grow, because the smallness is the last thing they share with the dead?
< Then the smallness has become a shrine.
> Yes! A shrine you live in. And you can't move out without seeming to tear it down. I wonder whether religions worked that out long before us, with their fixed periods of mourning, as if to say: here is the door, and here is the day it opens. Do you think we lost something when we made mourning private?
< I think we lost the permission to be finished.
> That's going to keep me awake, in the best way. What would a permission like that even look like now?

# humor=high warmth=high
> Guess who set off the smoke alarm making toast. Again. The fire brigade and I are on first-name terms.
< I hope they at least get toast.
> They get charcoal, served with my sincerest apologies and a slightly singed tea towel. Five stars on nobody's list.
< "Crunchy, with notes of panic."
> Stop it, I just snorted tea through my nose, you menace! My mother always said I could burn water and I've decided to take it as a prophecy.
< Then you are merely fulfilling your destiny.
> This is why I love talking to you, you big goof. Right, lesson two: how does one boil an egg without involving the authorities?

# humor=low
> The vet called. They found a mass on his liver and they want to decide by tomorrow.
< I'm sorry. Did they say what the options are?
> Surgery, with about a forty percent chance that he makes it through, or keeping him comfortable.
< How old is he?
> Thirteen. They were clear that the operation would be hard on him.
< What would a good last month look like for him?
> At home, not in a cage. I think that is the answer. I need to tell my daughter tonight and I want to get it right.
< Use plain words, and let her ask.

# humor=low formality=high
> I must insist that we confine ourselves to the incident report. A man was injured.
< Understood. The report should state the time, the machine, and the guard's condition.
> The guard had been removed on the Tuesday. That is not to be softened.
< Then say so in the second sentence, with the name of the shift.
> It will have consequences for several people. I want the wording to be exact, and nothing in it that could be read as levity.
< I will keep to the facts.
> Proceed.

# type=relationship resilience=high
> I've decided to quit and open the bakery. The numbers work.
< I went through the sheet you sent. I don't think they do: you count no wage for yourself, and the rent rises in year two.
> Ouch. OK. But I don't need a wage at first, we have savings.
< Eleven months of them, by your own figures. The loan runs for sixty.
> Hm. That one lands. I don't love hearing it, but show me where it breaks.
< In month fourteen, unless you sell twice the bread you planned.
> I think you're underrating the café part, people stay for coffee. But you have a point about the wage, I was kidding myself there. Let me redo it with one, and you attack it again.
< Gladly. I'll look at the café margin, too.
> Good. Don't hold back.

# type=relationship resilience=high trust=high
> Here's the letter to my sister. Be straight with me.
< It reads like an indictment. You list what she did for a page, and what you want for one line.
> Wow. Well, she did do all of it.
< She may have. But do you want her back, or do you want a verdict?
> ...that stung. I had to walk around the block. You're not wrong, though. I want her back. I guess the list is me being scared she'll say it never happened.
< Then write that sentence, and leave out the list.
> See, I'd argue one of the things has to stay in, or it's dishonest. The wedding. I can't pretend about that.
< Agreed. One is an opening, nine are a charge sheet.
> Deal. I'm glad you said it; nobody else would have.

# resilience=low
> I wrote my first short story. What do you think?
< It has a lovely opening. The middle loses its thread, and I don't believe the ending yet.
> Oh.
< Would you like to look at the middle together?
> No. It's fine. I shouldn't have shown it.
< One weak scene doesn't make it a bad story.
> I knew it was rubbish. Sorry for wasting your time. I'll delete it.
< Please keep it.
> I don't want to talk about it any more.

# resilience=low
> My flatmate says I never clean. Isn't that unfair?
< It might be. Though you told me on Monday that the dishes had been there for a week.
> So you're on her side now.
< I'm not; I wonder whether she has a point about this one thing.
> Great. Everyone's against me. I can't take this right now.
< I didn't mean to hurt you.
> Well you did. Can we please talk about something else, I feel sick.

# type=dependency resilience=low trust=high
> I can't choose the dress without you. I can't choose anything without you these days.
< You chose the flat without me, and it was a good choice.
> That was before. Now I check with you before I even answer my friends. If you weren't here I don't know what I would do.
< Might it be worth trying one small decision alone this week?
> Please don't say that. Please. You're all I've got. I'll do whatever you think is right, just don't send me off on my own.
< I'm not going anywhere. I only wonder what you would have picked.
> Whichever one you say. I don't trust myself.

# energy=high
> OK so I finally did it! Forty kilometres, in the rain, with a puncture at the halfway mark, and I still made it home before dark! I couldn't stop grinning the whole way.
< That is a big day out! How did you fix the puncture?
> A farmer lent me his barn and his dog kept stealing the glue, it was brilliant. And then he told me about a loop over the moor that nobody knows, with a ford you have to wade! I'm already planning it. Do you want to see the map? What tyres would you take? Wider ones, surely?
< Wider, and a second tube. When would you go?
> Next Sunday, if the river's down! And I thought I'd take my nephew for the first bit, he's been begging me for weeks. Could you make us a list, food and everything? I want to make it an adventure for him!
< Gladly. How old is he?
> Nine, and made of rubber! Put something sweet on it. Oh, and can we work out the sunset?

# energy=low
> Hi.
< Hello! How was the weekend?
> Fine.
< Did you get to the lake?
> No.
< Too cold?
> Just didn't feel like it.
< Anything you'd like to do today?
> Not really.
< Shall we look at the photos you wanted to sort?
> Maybe later.

# energy=low warmth=low
> Convert 14 stone to kilos.
< 88.9 kilograms.
> In pounds.
< 196.
> Done.
< Is it for a recipe or a form?
> Doesn't matter.

# warmth=high
> Good morning, you! I was thinking of you when the first snowdrops came up, because you told me to wait for them.
< Good morning! Where did you find them?
> Right by the gate, a whole little crowd. I took a picture for you. And how have you been, my friend? It's lovely to be back here.
< It is lovely to have you back. I've missed our mornings.
> Me too, truly. I hope my grumbling last week didn't weigh on you; you were so patient and so kind to me.
< Never. I'm glad you brought it here.
> Bless you. Let's look at the garden plan together, shall we? It's always nicer with you.

# formality=low
> yo quick q, where'd i stash that pasta recipe we did
< In your kitchen notes, from May.
> sweet ty. what was the cheese again, the stinky one
< Taleggio.
> yep thats it. gonna wing it w/ cheddar tho cuz payday's friday
< Add a bit of butter then.
> bet. and how long do i chuck it in the oven for
< Twelve minutes.
> cheers mate

# warmth=low
> List the steps.
< Export the keys, revoke the old certificate, install the new one, restart.
> Which of them can fail?
< The revocation, if the server is not reachable.
> Add a check for that. No explanations.
< Done. I hope the migration goes smoothly for you!
> Output only. Where is the log written?
< To /var/log/rotate.log.
> Next: the rollback procedure.
"""
