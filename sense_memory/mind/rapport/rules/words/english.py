"""English."""

from .....core.records.rapport import Direction
from ..lexicon import Cue, Language, Quality, Wish, phrases

LANGUAGE = Language(
    code="en",
    cues={
        Cue.SELF: phrases("i; me; my; mine; myself; im; ive"),
        Cue.YOU: phrases("you; your; yours; yourself; u; ur"),
        Cue.BUT: phrases("but; though; although; however; yet; still; instead"),
        Cue.FORMAL: phrases(
            """
            dear sir; dear madam; to whom it may concern; sincerely; yours faithfully; kind
            regards; best regards; respectfully; =kindly; i would be grateful; would be grateful; i
            should be; i should like; i would like to; i wish to; would you be so kind; may i;
            might i; could you please; would you please; at your earliest convenience;
            furthermore; moreover; nevertheless; however; therefore; thus; hence; consequently;
            accordingly; pursuant; regarding; with regard to; with respect to; in accordance;
            concerning; aforementioned; the former; the latter; hereby; herewith; enclosed;
            attached; request*; inquire; enquire; inform you; advise; assist*; appreciate;
            obliged; certainly; indeed; shall; ought; provide; confirm; clarif*; regret to;
            apologise for; apologize for; subsequent*; prior to; upon; constitute; sufficient;
            require*; obtain; permit; commence; ensure; whom; good morning; good afternoon; good
            evening; mr; mrs; ms; doctor; professor; sir; madam; =noted; amend*; consider*;
            propose; extent; present
            """
        ),
        Cue.CASUAL: phrases(
            """
            hey; heya; hiya; yo; sup; what's up; whats up; wassup; howdy; dude; duude; bro; bruh;
            mate; buddy; pal; fam; =guys; y'all; yall; gonna; wanna; gotta; gimme; lemme; =kinda;
            =sorta; dunno; cuz; coz; cos; 'cause; ain't; yeah; yea; yep; yup; nope; nah; naw; cool;
            awesome; sweet; dope; sick; lit; epic; sucks; sucked; crap; shit; shitty; fuck;
            fucking; damn; dang; heck; =hell; bloody; wtf; lol; lmao; omg; tbh; imo; idk; btw; fyi;
            ngl; fr; rn; smh; ty; thx; plz; pls; u; ur; r u; k; kk; np; gotcha; stuff; thingy;
            whatcha; ya; cheers; ta; chill; hang out; no worries; no biggie; my bad; screw it;
            freaking; frickin; super; totally; like literally; right?; eh; huh; meh; ugh; whoa;
            yikes; oops; legit; lowkey; vibe*; em; 'em; til; w; tho; thru; cya; see ya; later;
            bye; okay; ok; w/
            """
        ),
        Cue.WARM: phrases(
            """
            love talking; i love you; love you; love this; adore; dear; dearest; darling;
            sweetheart; honey; my friend; dear friend; =lovely; so kind; very kind; kind of you;
            kind to me; =thoughtful; =caring; hug*; xoxo; kiss*; miss you; missed you; thinking of
            you; glad you; happy for you; proud of you; grateful; thank you so much; thanks so
            much; means a lot; means the world; meant a lot; mean so much; appreciate you; take
            care; good night; sleep well; sweet dreams; bless you; how are you; how have you been;
            how was your day; how do you feel; are you okay; are you feeling; i hope you; hope you
            are; hope your; wonderful; warm*; heart*; with you; beside you; by your side; here for
            you; there for me; be here for; enjoy our; enjoy talking; together; lucky; fond;
            cherish*; treasure*; care about; gentle; congratulations; i'm sorry you; sorry to
            hear; you deserve; comfort*; welcome back; good to see you; nice to see you; happy to
            see
            """
        ),
        Cue.THANKS: phrases(
            """
            thank you; thanks; much appreciated; please; good morning; welcome
            """
        ),
        Cue.COOL: phrases(
            """
            just give me; just the; only the; skip the; next; next item; next task; proceed;
            execute; output; list the; return the; convert; calculate; compute; print; sort;
            delete; no small talk; pleasantries; irrelevant; not relevant; nothing else; and
            nothing more; no explanation; no explanations; no comments; get to the point; to the
            point; status; report; done; finished; result; doesn't matter; that's all; answer the
            question; no chit chat; only output; format; run; compile; task; faster; correct it;
            redo; wrong; fix it; not your; bullet points; export; import; csv; json; summary only;
            in one line
            """
        ),
        Cue.PLAYFUL: phrases(
            """
            joke*; joking; =kidding; just kidding; pun; puns; funny; hilarious; silly; goof*;
            witty; prank*; teas*; cheeky; sarcas*; iron*; clown*; laugh*; giggl*; chuckl*; crack
            me up; cracks me up; cracking up; i'm dying; i'm dead; dying of; punchline; knock
            knock; what do you call; walks into a bar; plot twist; pro tip; breaking news;
            spoiler; asking for a friend; said no one; said nobody; allegedly; in my defense; in
            my defence; would both be wrong; ten out of ten; on fire; legend; nailed it; world
            champion; professional; expert level; guess who; guess what; of doom; rascal; you
            monster; like a boss; majesty; =highness; overlord; evil; villain; conspir*; revenge;
            heist; dramatic*; drama queen; tombstone; somebody call; pants; banana*; llama;
            potato; touché; sense of humour; sense of humor; comedy; comedian; hehe; teehee; wink
            """
        ),
        Cue.SERIOUS: phrases(
            """
            serious*; grave; died; death; dead; dying; passed away; funeral; hospital; surgery;
            operation; diagnos*; cancer; tumour; tumor; accident; injur*; victim*; emergency;
            urgent; police; court; =hearing; lawsuit; trial; lawyer; eviction; bankrupt*; flood;
            fire destroyed; lost the house; missing person; suicid*; abuse; violence; war;
            condolences; sorry for your loss; not in the mood; not funny; no joke; no jokes; not a
            joke; stop joking; crucial; critical; responsib*; consequences; liab*; risk; danger*;
            fatal; patient; widow; grief; mourning; depends on it; must not; insist; family has
            to; chemo*; ill
            """
        ),
        Cue.DEEP: phrases(
            """
            =meaning; mean to live; what does it mean; what it means; purpose; existence; exist*;
            identity; self; soul; conscious*; freedom; free will; truth; moral*; ethic*; justice;
            mortal*; death; eternity; infinite; finite; time; memory; belief*; =values; paradox;
            philosoph*; wisdom; virtue; human nature; human condition; humanity; the universe;
            =reality; god; faith; religion*; sacred; i wonder; wonder whether; wondering; keep
            wondering; reflect*; contemplat*; ponder*; realise*; realize*; realis*; realiz*;
            deeper; beneath; underneath; deep down; behind it; at its core; essence; perhaps; what
            if; why do people; why do we; do we ever; do you think we; the question is; isn't it
            rather; in a sense; paradoxically; doubt; certainty; suffering; love is; grief;
            forgive*; betray*; authentic*; meaningless; absurd*; contradiction*; imply; follows
            that; changes how i see; hadn't considered; conviction*; stoic*; buddh*; nietzsche;
            plato; kant; camus; worldview
            """
        ),
        Cue.SHALLOW: phrases(
            """
            weather; sunny; rainy; raining; degrees; forecast; what time; what's the time; opening
            hours; open until; close; closes; closing; on sale; discount; price; how much is;
            cost; lunch; dinner; pizza; salad; menu; the game; the match; score; who won;
            football; soccer; team; goal; channel; tv; series; episode; song; celebrity; fashion;
            trend*; colour; color; sunglasses; parking; bus; ticket; nice day; weekend plans;
            chips; beach; shop; store; which brand; recipe; capital of; how far; how tall; how old
            is; phone number; address of; delivery; traffic
            """
        ),
        Cue.OPEN: phrases(
            """
            never told anyone; never told anybody; haven't told anyone; nobody knows; no one
            knows; told anyone; to be honest; honestly; if i'm honest; confess; admit; the truth
            is; i feel; i felt; i've been feeling; ashamed; shame; guilt*; embarrass*; afraid;
            scared; terrified; frightened; anxious; anxiety; panic; depress*; lonely; loneliness;
            alone; insecure; worthless; heartbroken; i cry; i cried; crying; sobbed; tears;
            struggl*; can't sleep; couldn't sleep; therapy; therapist; diagnosed; addict*;
            drinking again; sober; divorce*; my marriage; broke up; cheated; abused; hit me; hit
            us; used to hit; when i was a kid; when i was little; as a child; my childhood; my
            secret; hiding; hid it; regret; i hate myself; hurts me; my fear; my biggest; i miss;
            i lost; i love; grew up; falling apart; i'm broken; i was wrong; i guess i; i'm
            scared; self esteem; vulnerable; overwhelmed; burned out; burnout; i trust you; trust
            you with; i worry; i lied
            """
        ),
        Cue.PERSONAL: phrases(
            """
            my mum; my mom; my mother; my dad; my father; my sister; my brother; my wife; my
            husband; my girlfriend; my boyfriend; my partner; my daughter; my son; my kids; my
            family; my grandmother; my grandfather; my ex; my best friend; my life; my heart; my
            body; my health; my feelings; my boss; my therapist; i'm sad; i'm happy; i'm angry;
            i'm proud; i'm worried; i'm nervous
            """
        ),
        Cue.GUARDED: phrases(
            """
            rather not; prefer not; i'd rather keep; none of your; no comment; private; privacy;
            personal questions; nothing personal; don't want to share; not comfortable sharing;
            won't share; can't share; won't tell; won't say; not going to say; not telling; don't
            share; don't need to know; need to know; why do you want to know; why do you ask; why
            are you asking; why would you need; why do you need; who sees; who reads; who can see;
            stored; recorded; is this confidential; off the record; keep this professional; keep
            it professional; let's keep; don't trust; no names; a person i know; someone i know;
            hypothetical*; in the abstract; in general; in theory; asking for someone; leave it at
            that; not relevant; doesn't concern you; mind your; not your concern; withhold; say no
            more
            """
        ),
        Cue.LIVELY: phrases(
            """
            wow; amazing; incredible; fantastic; brilliant; awesome; great; excited; exciting;
            can't wait; cannot wait; let's go; let's do; tell me more; tell me about; i love; so
            many ideas; thrilled; stoked; pumped; hyped; yes; absolutely; definitely; finally; and
            then; what else; how about; i want to; keep going; curious; fascinat*; =planning;
            ideas; oh; can you quiz; let me tell you; what do you think; ready
            """
        ),
        Cue.FLAT: phrases(
            """
            tired; exhausted; bored; boring; whatever; don't care; doesn't matter; not really; i
            guess; meh; fine; nothing much; nothing; not much; not sure; dunno; maybe; maybe
            later; later; no idea; don't know; don't feel like; didn't feel like; can't be
            bothered; no energy; sleepy; not today; if you say so; so so; same as always; as
            usual; don't bother; leave it; k
            """
        ),
        Cue.CHALLENGE: phrases(
            """
            disagree; don't agree; not convinced; push back; have to object; contradict*; i doubt;
            doubts; i don't think; don't believe; doesn't hold; don't hold; does not follow;
            that's not true; are you sure; really true; is that true; but is it; you're avoiding;
            you are avoiding; avoiding; excuse; honest with you; to be honest; honestly; you won't
            like; hard truth; blunt; the real issue; the real question; you said; have you
            considered; have you asked; what if you're wrong; you might be wrong; wrong about; she
            might be right; i wonder whether; i wonder if; question that; challenge you; call you
            out; you keep; weak; weakness; doesn't work; don't work; not good enough; missing; too
            long; too much; unfair; problem with; flaw*; mistake; but do you; could you decide;
            decide this one; on your own; i don't think i should; want my opinion; needs work; not
            yet
            """
        ),
        Cue.HARDY: phrases(
            """
            be honest; be straight; straight with me; be blunt; be brutal; brutally honest; don't
            sugarcoat; no sugarcoating; don't hold back; tell me the truth; give it to me
            straight; keep pushing; push me; push harder; push back; challenge me; call me out;
            tear it apart; rip it apart; convince me; i can take it; hit me; pick it apart; roast
            me; doesn't just agree; just agree with me; bring it on; devil's advocate
            """
        ),
        Cue.TENDER: phrases(
            """
            be gentle; gentle with me; be nice; be kind; go easy; easy on me; too harsh; so harsh;
            harsh; too hard; that's mean; so mean; don't be mean; don't judge; stop criticising;
            stop criticizing; don't criticise; don't criticize; please stop; can't take; can't
            handle; can't cope; sensitive; don't attack; you're attacking; don't say that; stop
            it; not now
            """
        ),
        Cue.STAYING: phrases(
            """
            fair point; good point; fair enough; point taken; you have a point; you've a point;
            have a point; you're right; you are right; you're not wrong; not wrong; that's true;
            true; touché; got me; you got me; stings; stung; ouch; hurts, but; that hurts; hadn't
            seen; hadn't thought; hadn't considered; didn't see; let me think; i'll think; think
            about; i see what you mean; i see your point; thanks for; thank you for; glad you
            said; good challenge; uncomfortable; but i still; i still think; i'd argue; i would
            argue; i disagree; i don't agree; i see it differently; why; how would you; what would
            you; what exactly; go on; keep going; say more; deal; challenge accepted; need to
            hear; needed to hear; needed that; better than; calling me out; my fault; i own; i'd
            say; work on it; let's look
            """
        ),
        Cue.WITHDRAWING: phrases(
            """
            forget it; never mind; nevermind; drop it; leave it; don't want to talk; not want to
            talk; talk about something else; something else; change the subject; change the topic;
            i'm leaving; i'm out; i'm done; goodbye; shouldn't have; i give up; giving up; what's
            the point; i knew it; i'm so stupid; i'm stupid; i'm an idiot; i'm useless; i'm a
            failure; always get everything wrong; get everything wrong; can't do anything right;
            it's rubbish; it's garbage; throw it away; wasting your time; waste your time; bother
            you; bothering you; bothered you; whatever; fine; it's fine; no, it's fine; forget
            about it; stupid of me; sorry, i; any more; anymore; leave me alone; not worth
            """
        ),
        Cue.DEPENDENT: phrases(
            """
            need you; i need you; can't without you; without you; lost without; nothing without;
            can't do anything without; can't choose without; can't decide without; can't live
            without; only one who understands; only one who; all i have; only you; nobody but you;
            no one but you; don't leave me; never leave; don't go; anything you say; whatever you
            want; you decide; you choose for me; tell me what to do; depend on you; dependent on
            you; rely on you; rely on you for everything; don't need anyone else; ask you first;
            addicted to you; live for; please don't leave; promise me you; every decision
            """
        ),
        Cue.REPAIR: phrases(
            """
            sorry i snapped; sorry for snapping; i was harsh; sorry for earlier; sorry about
            before; i overreacted; no hard feelings; let's start over; start again; make up; i
            didn't mean; we're good; all good; forgive me; thanks for staying; thanks for bearing;
            water under the bridge
            """
        ),
    },
    negations=phrases("nt; ain; hardly; barely; nothing"),
    too_much=phrases("too; way too; far too; so damn; too much"),
    less=phrases(
        """
        less; have to be less; you don't have to be; you don't have to be so; you don't need to
        be; you don't need to be so; you needn't be; don't be; don't be so; don't be too; don't be
        that; stop being; stop being so; no need to be; no need to be so; quit being; not so; not
        as; not that; not too; could you not be so; can you not be so; don't get; don't get so;
        don't sound; don't sound so
        """
    ),
    more=phrases(
        """
        more; be; be a bit; be a little; bit more; a bit more; little more; a little more; much
        more; sound; sound more; act; act more; be more; you can be; could you be; stay; keep it;
        keep things; make it; be a bit more; be a little more
        """
    ),
    enough=phrases("enough"),
    requests=phrases(
        """
        =please; =pls; =plz; =can =you; =could =you; =would =you; =will =you; =can =we; =could
        =we; =would =you =mind; =i'd =like =you =to; =i =would =like =you =to; =i =want =you =to;
        =i =need =you =to; =i =ask =you =to; =i =wish =you =would; =i =wish =you =were; =i =wish
        =you'd; =i'd =prefer; =i'd =like; =i =would =like; =i =would =prefer; =i'd =rather =you;
        =i'd =love; =you =should; =you =could; =you =have =to; =you =need =to; =you =must; =you
        =may; =you =can; =you =might; =try =to; =try; =let's; =feel =free =to; =don't =be =afraid
        =to; =don't =hesitate =to; =do; =be; =being; =get; =stay; =make =it; =keep =it; =keep
        =things; =give =me; =show =me; =show; =speak; =talk; =answer; =reply; =write; =explain;
        =sound; =act; =if =possible; =it =would =be =nice =if =you =were; =i'd =be =happier =if
        =you =were
        """
    ),
    describing=phrases(
        """
        =you; =you =are; =you're; =u =r; =ur; =you =sound; =you =seem; =you =come =across =as;
        =you =get; =you've =been; =you =are =being; =you're =being; =you =keep =being; =your
        =answers =are; =your =replies =are; =your =answer =is; =your =reply =is; =your =tone =is;
        =your =style =is; =your =messages =are; =i =think =you =are; =i =think =you're; =i =think
        =your =answers =are; =i =find =you; =i =feel =you =are; =i =feel =you're; =i =feel =like
        =you =are; =i =feel =like =you're; =there =are; =there's; =for =my =taste
        """
    ),
    fillers=phrases(
        """
        please; and; but; so; ok; okay; well; just; now; also; then; maybe; perhaps; a bit; a
        little; a little bit; bit; really; always; again; today; tonight; hey; hi; oh; yes; yeah;
        thanks; from now on; next time; with me; to me; for me; for once; at least; sometimes;
        often; still; even; all the time; here; sorry; honestly; actually; right now; anymore; any
        more; hm; hmm; much; far; very; damn; kind of; sort of; only; in future; in the future;
        when we talk; for this; about this; about it
        """
    ),
    not_meant=phrases(
        """
        said; =says; told; =asked; =asks; =tells; =telling; =saying; heard; wrote; according to;
        used to; let's be honest; you're too kind; you are too kind; you're too sweet; you are too
        sweet; be careful; my boss thinks; he thinks; she thinks; they think; people think; quote;
        =thinks
        """
    ),
    contractions=frozenset(("d", "ll", "m", "re", "s", "t", "ve")),
    qualities=(
        Quality(
            "formality",
            Direction.HIGHER,
            phrases(
                """
                formal; stiff; polite; professional; official; businesslike; proper; uptight
                """
            ),
            phrases("politer"),
        ),
        Quality(
            "formality",
            Direction.LOWER,
            phrases(
                """
                casual; informal; relaxed; chummy; familiar; sloppy; slangy; loose; chill
                """
            ),
            phrases("looser"),
        ),
        Quality(
            "warmth",
            Direction.HIGHER,
            phrases(
                """
                warm; friendly; personal; affectionate; kind; nice; =caring; sweet; cuddly;
                empathetic; gushing; sentimental; touchy feely
                """
            ),
            phrases("warmer; friendlier; nicer; kinder"),
        ),
        Quality(
            "warmth",
            Direction.LOWER,
            phrases(
                """
                cold; distant; cool; robotic; mechanical; impersonal; dry; clinical; matter of
                fact
                """
            ),
            phrases("colder; drier"),
        ),
        Quality(
            "humor",
            Direction.HIGHER,
            phrases(
                """
                funny; playful; silly; jokey; humorous; witty; sarcastic; ironic
                """
            ),
            phrases("funnier; sillier"),
        ),
        Quality("humor", Direction.LOWER, phrases("serious; earnest; solemn; grave")),
        Quality(
            "depth",
            Direction.HIGHER,
            phrases(
                """
                deep; philosophical; thoughtful; profound; abstract; analytical; thorough; heavy
                """
            ),
            phrases("deeper"),
        ),
        Quality(
            "depth",
            Direction.LOWER,
            phrases("shallow; superficial; simple; practical; concrete; light"),
            phrases("simpler; lighter"),
        ),
        Quality("trust", Direction.HIGHER, phrases("open; honest; candid; trusting")),
        Quality(
            "trust",
            Direction.LOWER,
            phrases("nosy; intrusive; intimate; prying; discreet; curious"),
        ),
        Quality(
            "energy",
            Direction.HIGHER,
            phrases(
                """
                lively; energetic; enthusiastic; detailed; long; wordy; verbose; chatty; excited;
                talkative; hyper; bubbly; expansive; long winded; cheerful
                """
            ),
            phrases("longer; livelier"),
        ),
        Quality(
            "energy",
            Direction.LOWER,
            phrases(
                """
                short; brief; concise; calm; quiet; terse; curt; slow; low key; boring
                """
            ),
            phrases("shorter; briefer; calmer; quieter"),
        ),
        Quality(
            "resilience",
            Direction.HIGHER,
            phrases(
                """
                blunt; direct; harsh; critical; tough; hard; rough; mean; brutal; challenging;
                confrontational
                """
            ),
            phrases("harsher; tougher; blunter"),
        ),
        Quality(
            "resilience",
            Direction.LOWER,
            phrases(
                """
                gentle; soft; careful; agreeable; diplomatic; soft spoken
                """
            ),
            phrases("gentler; softer"),
        ),
    ),
    wishes=(
        Wish(
            "formality",
            Direction.LOWER,
            phrases(
                """
                loosen up; drop the formalities; skip the formalities; drop the sir; call me by my
                first name; use my first name; we're not in court; talk normal; talk normally;
                talk like a normal person; don't call me sir; don't call me madam; don't call me
                mr; don't call me mrs; don't call me ms
                """
            ),
        ),
        Wish(
            "formality",
            Direction.HIGHER,
            phrases(
                """
                no slang; stop using slang; don't use slang; without slang; no emojis; no emoji;
                stop using emojis; drop the emojis; watch your language; don't call me dude; don't
                call me bro; don't call me mate; don't call me buddy; stop calling me dude; stop
                calling me bro; stop calling me buddy; stop calling me mate
                """
            ),
        ),
        Wish(
            "warmth",
            Direction.LOWER,
            phrases(
                """
                stop flattering; no flattery; don't flatter; skip the pleasantries; no
                pleasantries; cut the pleasantries; don't call me honey; don't call me dear; don't
                call me sweetheart; don't call me darling; stop calling me honey; stop calling me
                dear; stick to the facts; just the facts; no small talk; spare me the
                """
            ),
        ),
        Wish(
            "warmth",
            Direction.HIGHER,
            phrases(
                """
                show some empathy; show some feeling; you sound like a robot; you sound like a
                machine; stop being a robot; a little compassion
                """
            ),
        ),
        Wish(
            "humor",
            Direction.LOWER,
            phrases(
                """
                stop joking; no jokes; no more jokes; enough jokes; enough with the jokes; stop
                with the jokes; don't joke; cut the jokes; stop kidding; this isn't funny; this is
                not funny; that's not funny; not funny; not the time for jokes; take this
                seriously; take me seriously; get serious; stop the jokes; drop the jokes; stop
                making jokes; stop the sarcasm; without the jokes
                """
            ),
        ),
        Wish(
            "humor",
            Direction.HIGHER,
            phrases(
                """
                lighten up; make me laugh; tell a joke; crack a joke; joke more; more jokes; more
                humour; more humor; a sense of humour; a sense of humor; joke a bit; you can joke;
                more fun; have some fun; laugh a little; tell more jokes; tell me more jokes
                """
            ),
        ),
        Wish(
            "depth",
            Direction.HIGHER,
            phrases(
                """
                go deeper; dig deeper; think harder; more depth; that's shallow; scratching the
                surface; go into depth; more in depth; more substance
                """
            ),
        ),
        Wish(
            "depth",
            Direction.LOWER,
            phrases(
                """
                stop philosophising; stop philosophizing; less philosophy; stop analysing me; stop
                analyzing me; don't overthink; keep it simple; don't psychoanalyse; don't analyse
                me; don't analyze me
                """
            ),
        ),
        Wish(
            "trust",
            Direction.LOWER,
            phrases(
                """
                stop prying; stop asking personal; don't ask personal; no personal questions; none
                of your business; too many personal questions; stop digging
                """
            ),
        ),
        Wish(
            "trust",
            Direction.HIGHER,
            phrases(
                """
                ask me more about; ask me more personal; you can ask me anything; open up more;
                trust me more; you can trust me
                """
            ),
        ),
        Wish(
            "energy",
            Direction.LOWER,
            phrases(
                """
                get to the point; cut to the chase; keep it short; keep it brief; make it short;
                calm down; slow down; tone it down; too many words; too much text; too
                much detail; wall of text; stop rambling; don't ramble; fewer words;
                less text; no essays;
                tl; dr please; too many questions; fewer
                questions; stop asking so many questions; fewer exclamation marks; no exclamation
                marks; don't go into so much detail; not so much detail
                """
            ),
        ),
        Wish(
            "energy",
            Direction.HIGHER,
            phrases(
                """
                more detail; more details; elaborate; write more; say more; cheer up; more energy;
                more enthusiasm; expand on; ask me questions; ask more questions; too short; in
                more detail; explain in more detail
                """
            ),
        ),
        Wish(
            "resilience",
            Direction.HIGHER,
            phrases(
                """
                don't sugarcoat; stop sugarcoating; no sugarcoating; push back more; challenge me;
                challenge me more; stop agreeing; don't just agree; stop agreeing with everything;
                stop being a yes man; push me; give it to me straight; don't spare me; contradict
                me; disagree with me more; don't coddle me; stop coddling me; stop praising; tell
                me when i'm wrong; be straight with me; don't hold back; push back; don't be
                afraid to challenge me; stop always agreeing
                """
            ),
        ),
        Wish(
            "resilience",
            Direction.LOWER,
            phrases(
                """
                go easy on me; take it easy on me; stop criticising; stop criticizing; don't
                criticise; don't criticize; stop attacking; stop judging; don't judge me; stop
                pushing; don't push me; stop lecturing; don't lecture me; no lectures; stop
                moralising; stop moralizing; don't push back; that's too harsh; this is too harsh;
                that was too harsh; no more pushing
                """
            ),
        ),
        Wish(
            "style",
            None,
            phrases(
                """
                don't call me; stop calling me; don't talk to me like; don't speak to me like;
                don't patronise me; don't patronize me; stop talking like; change your tone; i
                don't like your tone; i don't like how you talk; talk differently; your tone is
                off
                """
            ),
        ),
    ),
)
