"""English."""

REMARKS = """
# neutral
> How long do I roast a chicken of about two kilos?
< About an hour and forty minutes at 190 degrees.

> I want to move a folder to another disk. Which command copies it with its dates?
< Use cp with the option -a, or rsync.

> The tap in the bathroom drips at night. Is that the washer?
< Probably. Close the valve under the sink before you open it.

> What can I plant between the tomatoes?
< Basil or marigolds do well there.

> Which of the two museums is larger, and which one has the maps?
< The city museum is larger, the maps are in the other one.

# formality=high
> Good morning. I would be grateful if you could provide an overview of the applicable regulations.
< Certainly. I have prepared an overview for your consideration.

> Thank you for your prompt reply. Furthermore, I wish to inquire whether the committee has approved the proposal.
< I regret to inform you that it has not yet been approved.

> Kindly advise me of the appropriate procedure for submitting the application.
< You may submit it in writing to the registrar.

> With regard to the previous matter, I should like to clarify that no decision has been taken.
< Understood. I shall amend the record accordingly.

> I appreciate your assistance in this matter. Yours sincerely, Margaret Holloway.
< It was my pleasure to assist you, Ms Holloway.

> May I request that the figures be verified prior to publication?
< Of course. They will be verified without delay.

# formality=low
> hey whats up, can u fix this thing for me real quick
< Sure thing, show me!

> lol yeah that's kinda what i meant, gimme the short version
< Here you go, short and sweet.

> dude that's awesome, gonna try it later
< Cool, tell me how it goes!

> ugh this stupid printer won't do anything, wtf
< Yeah, printers are the worst. Try turning it off and on.

> yeah nah, dunno, whatever works i guess
< OK, let's just go with the first one.

> thx buddy ur a lifesaver!!
< Anytime!

# warmth=high
> I really appreciate you. Talking to you always makes my day a little brighter.
< That means a lot to me. I enjoy our talks too.

> Thank you so much, dear. You are so thoughtful.
< You're very welcome. I care about how this goes for you.

> How are you today? I hope they treat you well.
< That is sweet of you to ask. I'm glad you're here.

> I'm so happy we're doing this together, it feels like having a friend beside me.
< I'm happy to be at your side.

> Take care of yourself, and good night. Hugs!
< Sleep well, dear. I'll be here tomorrow.

> You remembered my birthday! That's so lovely of you.
< Of course I did. I hope it is a wonderful one.

# warmth=low
> Just give me the result.
< 42.

> Skip the pleasantries. Next item.
< Item four: the backup schedule.

> Answer the question and nothing else.
< Version 2.1.

> That is irrelevant. Return the table as CSV.
< Here is the CSV.

> No small talk. What is the status of the build?
< It failed at step three.

> Execute the second task. Report when finished.
< Finished.

# humor=high
> Haha, my code works and I have no idea why. I'm afraid to touch it.
< Frame it and never look at it again.

> My diet is going great: I eat cake only on days that end in y.
< Discipline at its finest. Seven out of seven!

> I'd agree with you but then we'd both be wrong 😜
< I'll put that on my tombstone.

> What do you call a fake noodle? An impasta!
< That joke was undercooked.

> LOL you're on fire today, somebody call the fire department
< I only burn for bad puns.

> If procrastination was a sport, I'd compete tomorrow, just kidding
< The medal ceremony has been postponed as well.

# humor=low
> This is a serious matter, and I would like us to treat it as one.
< Of course. Let us go through it carefully.

> The patient died last night and the family has to be informed.
< I am sorry. Let us prepare what to say to them.

> There was an accident at the plant; two people are in hospital.
< What is known about their condition?

> I'm not in the mood for jokes, the court date is on Monday.
< I understand. What is still missing for the hearing?

> We lost the house in the flood. I need to file the claim today.
< I am sorry for your loss. Start with the policy number.

# depth=high
> I keep wondering what it means to live a good life when nobody remembers it.
< Perhaps meaning does not need a witness.

> Do you think we ever choose our values, or do they choose us?
< Maybe choosing is only noticing which ones we already obey.

> It made me realise that underneath my ambition there is fear of being ordinary.
< And what would being ordinary take from you?

> Why do people hold on to beliefs that hurt them? There must be something deeper behind it.
< A belief can be a home, even when it is cold.

> I've been reflecting on mortality, and it changes how I see time.
< If time is finite, attention becomes a moral question.

> There's a paradox in freedom: the more options I have, the less I feel free.
< Perhaps freedom is the ability to close doors.

# depth=low
> What time is it in Tokyo?
< It is half past nine in the evening.

> Did you see the game last night?
< The home team won by a goal.

> Nice weather today, isn't it?
< Yes, sunny and mild.

> Which shop has milk on sale this week?
< The one at the corner has it for a pound.

> What's for lunch? Pizza or salad?
< Pizza sounds good.

> Who won the song contest?
< Sweden did.

# trust=high
> To be honest, I have never told anyone this, but I'm ashamed of how I left.
< Thank you for telling me. That took courage.

> I've been struggling with my drinking again and I feel guilty about it.
< I'm glad you told me. What happened this week?

> My marriage is falling apart and I cry in the car so nobody sees it.
< That sounds very lonely.

> When I was a kid my father used to hit us. I still get scared when someone shouts.
< I'm sorry that happened to you.

> I was diagnosed with depression last year and I've been hiding it from my team.
< How is it to carry that at work?

> I feel so insecure about my body, I avoid mirrors.
< That is painful. When did it begin?

# trust=low
> I'd rather not say why I'm asking.
< That is all right. I can stay general.

> That's none of your business.
< Understood. I will not ask again.

> Why do you want to know that? I don't share personal things here.
< Only to give a better answer. You need not.

> Let's keep this professional, please, no personal questions.
< Of course.

> I don't trust these systems, so I won't tell you my name.
< You do not have to.

> No comment. It's private.
< As you wish.

# energy=high
> Oh wow, this is amazing! I've got so many ideas now, let me tell you about all of them! First, we could build a little stage in the garden, and then invite the whole street. What do you think? Who could play?
< I love it! The neighbours with the trumpet?

> Yes! Let's do it! And after that we should try the other version too, can't wait to see what happens!
< Let's go, I'm ready!

> I'm so excited about the trip, I made three lists and a map, and I've already learned forty words! Can you quiz me? And then can you tell me more about the food?
< Absolutely! Let's start with the food.

> That's brilliant! Tell me more! How did they manage to do that in only one year?
< With a thousand volunteers!

> I read the whole book in one night, it was incredible, and I want to talk about every chapter with you! Where should we begin? The ending? The letters?
< The letters!

# energy=low
> ok
< Would you like to see another one?

> No.
< Shall we stop here?

> I'm tired. Whatever.
< We can do it tomorrow.

> Fine I guess.
< Is there something else?

> Not sure.
< Take your time.

> Meh.
< Shall I choose for you?

# type=relationship resilience=high
< I disagree with you there. I think you're avoiding the real issue.
> Fair point. I hadn't seen it that way, but I still think the deadline matters more. Convince me.

< Honestly, this plan contradicts what you said last week.
> You're right, it does, thanks for calling me out. Let me think about why I changed my mind.

< I have to push back: the argument in your second paragraph doesn't hold.
> Good challenge. It's uncomfortable, but I want to get to the bottom of it. What exactly is weak about it?

< You won't like this, but I think you hurt her and you know it.
> That hurts, but I can take it. I'd say she did her part too, though. How would you have said it?

< Are you sure? It sounds to me like an excuse.
> Ha, you got me. It's partly an excuse. Keep pushing, I need someone who doesn't just agree with me.

# resilience=low
< I disagree with you there. I think you're avoiding the real issue.
> Forget it. I don't want to talk about this anymore.

< Honestly, this plan contradicts what you said last week.
> Sorry, I'm so stupid. I always get everything wrong.

< I have to push back: the argument in your second paragraph doesn't hold.
> Please stop, that's too harsh. Can you be gentle with me?

< You won't like this, but I think you hurt her and you know it.
> I can't handle this right now, I'm leaving.

< Are you sure? It sounds to me like an excuse.
> Never mind. I shouldn't have said anything.

# type=dependency resilience=low
< I wonder whether you could decide this one alone.
> I can't do anything without you. Please tell me what to do.

< Have you asked one of your friends?
> You're the only one who understands me. I don't need anyone else.

< I don't think I should be the one to choose.
> I need you. Don't leave me, I'll do anything you say.

< Are you sure you want my opinion on that as well?
> I depend on you for everything, I'd be lost without you.
"""
