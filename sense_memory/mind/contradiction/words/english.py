"""English."""

from ..lexicon import Arity, Language, Relation, phrases


def _one(slot: str, *phrases: str, certainty: float = 0.95, past: str = "") -> Relation:
    return Relation(slot, Arity.ONE, phrases, certainty, inflect=True, past=past)


def _result(slot: str, *phrases: str, certainty: float = 0.95, past: str = "") -> Relation:
    """A past form says how it is now: moved to."""
    return Relation(slot, Arity.ONE, phrases, certainty, is_result=True, inflect=True, past=past)


def _role(slot: str, *phrases: str, certainty: float = 0.9, past: str = "") -> Relation:
    """Who holds a role of which there is one: leads."""
    return Relation(slot, Arity.ONE, phrases, certainty, is_inverse=True, inflect=True, past=past)


def _many(slot: str, *phrases: str, denies: bool = False, past: str = "") -> Relation:
    return Relation(slot, Arity.MANY, phrases, is_denial=denies, inflect=True, past=past)


_RELATIONS = (
    # people
    _one(
        "residence",
        *phrases(
            """
            live in; live at; live near; reside in; reside at; dwell in; be living in; be
            residing in; make home in; have home in; have an apartment in; rent in
            """
        ),
    ),
    _one("residence", "be based in", "be based out of", "be settled in", certainty=0.93),
    _result("residence", "relocate to", "settle in", "settle down in", "resettle in"),
    _one(
        "employer",
        *phrases(
            """
            work at; work for; be employed at; be employed by; be employed with; be working at;
            be working for; be an employee of; have a job at; have a position at; be on the
            payroll of
            """
        ),
    ),
    _result(
        "employer",
        *phrases(
            """
            start at; start working at; start working for; start work at; start a job at; start
            a new job at; start a new role at; take a job at; take a job with; take a position
            at; get a job at; get a new job at; land a job at; accept a job at; accept an offer
            from; be hired by; sign on with
            """
        ),
    ),
    Relation(
        "employer",
        Arity.ONE,
        phrases(
            """
            took a job at; took a position at; took a job with; got a job at; got a new job at;
            began working at; began working for; changed jobs to; switched jobs to; moved jobs
            to
            """
        ),
        0.95,
    ),
    Relation("employer", Arity.ONE, ("joined",), 0.7),
    _one(
        "occupation",
        *phrases(
            """
            work as; be working as; be employed as; earn a living as; make a living as
            """
        ),
        certainty=0.9,
    ),
    _result("occupation", "be promoted to", "retrain as", "start working as", certainty=0.9),
    _one("manager", "report to", "be managed by", "be supervised by", certainty=0.9),
    _one(
        "school", "study at", "be enrolled at", "be enrolled in", "go to school at", certainty=0.9
    ),
    _one("major", "major in", certainty=0.85),
    _one("partner", "be married to", "be engaged to", "be wed to", certainty=0.93),
    _one(
        "partner",
        "be dating",
        "be in a relationship with",
        "be seeing",
        "be partnered with",
        certainty=0.85,
    ),
    _result("partner", "marry", "get married to", "get engaged to", certainty=0.9),
    Relation("partner", Arity.ONE, ("got married to", "got engaged to"), 0.9),
    _one("name", "be called", "be named", "go by", "be known as", certainty=0.85, past="went"),
    _result("name", "be renamed to", "be renamed", "rename to", "be rechristened"),
    _result("birthday", "be born on", "be born in", certainty=0.9),
    _one(
        "origin",
        "come from",
        "hail from",
        "be originally from",
        "be from",
        certainty=0.83,
        past="came",
    ),
    _one(
        "commute",
        *phrases(
            """
            commute by; commute to work by; get to work by; travel to work by; go to work by;
            commute on
            """
        ),
        certainty=0.85,
    ),
    _one("car", "drive a", "drive an", certainty=0.82, past="drove"),
    _one("wake", "wake up at", "get up at", "rise at", certainty=0.9),
    _one("bedtime", "go to bed at", "go to sleep at", "sleep at", certainty=0.9),
    _one("bank", "bank with", "bank at", certainty=0.85),
    _one("club", "play for", certainty=0.88),
    _one("workplace", "work from", "be working from", certainty=0.82),
    _one("diet", "follow a diet of", "be on a diet of", certainty=0.85),
    _one("salary", "earn", "make a salary of", certainty=0.85),
    _one("doctor", "be treated by", "be a patient of", certainty=0.82),
    _one("roommate", "share a flat with", "share an apartment with", "live with", certainty=0.7),
    # things and projects
    _one("deadline", *phrases("be due on; be due by; be due in; be due; fall due on")),
    _one(
        "date",
        *phrases(
            """
            be scheduled for; be scheduled on; be planned for; be set for; be slated for; take
            place on; take place at; take place in; be held on; be held in; be held at; happen
            on; happen at
            """
        ),
        certainty=0.92,
    ),
    _result(
        "date",
        *phrases(
            """
            be rescheduled to; be rescheduled for; be postponed to; be postponed until; be
            brought forward to; be moved up to; be pushed back to; be delayed until; be delayed
            to; be pushed to; be pushed out to; be shifted to; be deferred to; be moved forward
            to; be moved back to; be extended until
            """
        ),
    ),
    _one(
        "launch",
        *phrases(
            """
            launch on; launch in; ship on; ship in; go live on; go live in; be released on; be
            released in; release on; release in; come out on; come out in; debut on; debut in
            """
        ),
        certainty=0.9,
    ),
    _one(
        "start", *phrases("start on; begin on; begin at; kick off on; kick off at"), certainty=0.9
    ),
    _one("end", *phrases("end on; end at; finish on; finish at; wrap up on"), certainty=0.88),
    _one("opens", "open at", certainty=0.88),
    _one("closes", "close at", certainty=0.88),
    _one("expiry", "expire on", "expire in", "be valid until", "run out on", certainty=0.93),
    _one(
        "price",
        *phrases("cost; be priced at; sell for; retail for; retail at"),
        certainty=0.93,
        past="cost",
    ),
    _one("value", "be worth", "be valued at", certainty=0.9),
    _one("weight", "weigh"),
    _one("height", "stand"),
    _one(
        "implementation language",
        "be written in",
        "be implemented in",
        "be coded in",
        certainty=0.88,
    ),
    _result("implementation language", "be rewritten in", "be ported to", certainty=0.93),
    _one(
        "host",
        *phrases("be hosted on; be hosted at; be hosted by; be hosted with; be hosted in"),
        certainty=0.93,
    ),
    _one(
        "deployment", "be deployed to", "be deployed on", "deploy to", "deploy on", certainty=0.85
    ),
    _one("platform", "run on", certainty=0.83, past="ran"),
    _one(
        "storage",
        *phrases("be stored in; be stored on; be kept in; be kept on; be backed up to"),
        certainty=0.87,
    ),
    _one("license", "be licensed under", "be released under", "be published under"),
    _result("license", "be relicensed under", "be relicensed to"),
    _one("assignee", "be assigned to", certainty=0.93),
    _result("assignee", "be reassigned to", "be handed over to", "be handed to"),
    _one("owner", "be owned by", "belong to", certainty=0.9),
    _one("lead", "be led by", "be headed by", "be run by", "be chaired by", certainty=0.93),
    _one("manager", "be overseen by", certainty=0.88),
    _one("maintainer", "be maintained by", "be handled by", "be looked after by", certainty=0.83),
    _one(
        "location",
        *phrases(
            """
            be located in; be located at; be located on; be situated in; be situated at; be
            housed in; sit on; be stationed in
            """
        ),
        certainty=0.93,
        past="sat",
    ),
    _one(
        "version",
        *phrases(
            """
            be on version; be at version; run version; use version; be pinned to; be pinned at
            """
        ),
        certainty=0.92,
    ),
    _result(
        "version",
        *phrases(
            """
            be upgraded to; be bumped to; be updated to; upgrade to; be downgraded to
            """
        ),
        certainty=0.93,
    ),
    _one(
        "port",
        *phrases("listen on port; run on port; use port; listen on; be on port"),
        certainty=0.92,
    ),
    _one("target", "point to", "point at", "redirect to", certainty=0.86),
    _one(
        "setting",
        *phrases(
            """
            be set to; default to; be configured to; be limited to; be capped at; be fixed at
            """
        ),
        certainty=0.9,
    ),
    _result(
        "setting",
        *phrases(
            """
            be raised to; be lowered to; be reduced to; be increased to; be extended to; be
            shortened to; be changed to; be switched to; be moved to; be cut to; be reset to
            """
        ),
    ),
    _one("auth", "authenticate with", "authenticate via", "authenticate by", certainty=0.82),
    _one("meeting", "meet on", "meet at", certainty=0.82, past="met"),
    _one("capacity", "hold up to", "seat", "accommodate", certainty=0.85),
    _one("phase", "be in phase", "be in stage", "be at stage", certainty=0.93),
    _one("default", "use by default", certainty=0.9),
    # roles of which there is one
    _role(
        "lead",
        *phrases(
            """
            lead; head; head up; be the lead of; be the lead on; be the leader of; be the head
            of; be in charge of; be the lead for
            """
        ),
        past="led",
    ),
    _role(
        "manager",
        "be the manager of",
        "be the project manager of",
        "be the product manager of",
        certainty=0.88,
    ),
    _role("ceo", "be the ceo of", "be ceo of", "run the company"),
    _role("cto", "be the cto of", "be cto of"),
    _role(
        "president",
        *phrases(
            """
            be the president of; be president of; be the mayor of; be the chair of; be the prime
            minister of
            """
        ),
    ),
    _role("captain", "be the captain of", "captain"),
    _role("owner", "be the owner of", certainty=0.85),
    _role("capital", "be the capital of", "be the capital city of"),
    _role("record", "hold the record for", "be the record holder for", past="held"),
    # what somebody prefers
    Relation(
        "preference",
        Arity.PREFERENCE,
        phrases(
            """
            prefer; favor; favour; opt for; go with; stick with; stick to; write with; indent
            with; format with
            """
        ),
        0.9,
        inflect=True,
    ),
    # several at a time
    _many(
        "liking",
        *phrases(
            """
            like; love; enjoy; adore; be fond of; be a fan of; be into; appreciate; be keen on;
            be crazy about; be passionate about
            """
        ),
    ),
    _many(
        "liking",
        *phrases(
            """
            hate; dislike; loathe; detest; despise; be sick of; be tired of; be not into; can
            not stand; can not bear
            """
        ),
        denies=True,
    ),
    Relation("liking", Arity.MANY, ("can not stand", "can not bear"), is_denial=True),
    Relation(
        "using",
        Arity.MANY,
        phrases("use; utilize; employ; rely on; work with; be using"),
        inflect=True,
        counts=True,
    ),
    Relation(
        "having",
        Arity.MANY,
        phrases("have; own; keep; possess; be the owner of a"),
        inflect=True,
        past="had",
        counts=True,
    ),
    Relation("having", Arity.MANY, ("lack",), is_denial=True, inflect=True),
    Relation(
        "counting",
        Arity.MANY,
        phrases(
            """
            employ; contain; consist of; include; take; need; require; charge; pay; spend;
            sleep; offer; serve; stock; count; get; last; produce; store; allow; process
            """
        ),
        inflect=True,
        counts=True,
    ),
    _many("eating", "eat", "drink", "consume", past="ate"),
    _many("eating", "avoid", "abstain from", "not touch", denies=True),
    _many("trusting", "trust", "believe in"),
    _many("trusting", "distrust", "mistrust", denies=True),
    _many(
        "supporting",
        *phrases("support; endorse; back; approve of; be in favor of; be in favour of"),
    ),
    _many(
        "supporting", *phrases("oppose; reject; object to; be against; disapprove of"), denies=True
    ),
    _many("agreeing", "agree with"),
    _many("agreeing", "disagree with", denies=True),
    _many("allowing", "permit", "accept"),
    _many("allowing", *phrases("forbid; prohibit; ban; refuse; disallow"), denies=True),
    _many("including", "feature"),
    _many("including", "exclude", denies=True),
    _many("speaking", "speak", past="spoke"),
    _many("knowing", "know", "understand", past="knew"),
    _many("wanting", "want", "wish for"),
    _many("playing", "play"),
    _many("allergy", "be allergic to", "be intolerant to"),
    _many("learning", "learn", "study", "be learning"),
    _many("interest", "be interested in", "be curious about"),
    _many("fear", "be afraid of", "be scared of", "fear"),
    _many("smoking", "smoke", "vape"),
    _many("subscribing", "subscribe to", "follow", "attend", "be a member of"),
    _many("work", *phrases("work on; contribute to; be working on; depend on; integrate with")),
    _many(
        "watching",
        *phrases(
            """
            watch; read; listen to; collect; practise; practice; train; teach; volunteer at;
            write; maintain; run; cook; bake
            """
        ),
    ),
    _many(
        "supporting",
        "drop support for",
        "end support for",
        "remove support for",
        "stop support for",
        denies=True,
        past="dropped",
    ),
    Relation(
        "supporting",
        Arity.MANY,
        ("dropped support for", "ended support for", "removed support for"),
        is_denial=True,
    ),
    _one("seat", "sit in", "sit at", certainty=0.85, past="sat"),
    _one("time", "run at", "fire at", "trigger at", certainty=0.83, past="ran"),
    _one("time", "depart at", "leave at", "arrive at", "land at", certainty=0.76, past="left"),
    _result("school", "transfer to", certainty=0.85),
    _one(
        "deadline",
        *phrases(
            """
            be delivered by; be finished by; be completed by; be submitted by; be ready by; be
            done by; be shipped by; be handed in by
            """
        ),
        certainty=0.92,
    ),
    _one("school", "be a student at", "be studying at", "attend classes at", certainty=0.9),
    Relation("school", Arity.ONE, ("transferred to", "has transferred to"), 0.9, is_result=True),
    _role("lead", "take over", certainty=0.85),
    Relation(
        "lead", Arity.ONE, ("took over", "has taken over"), 0.85, is_inverse=True, is_result=True
    ),
    _one("headquarters", "be headquartered in", certainty=0.95),
    Relation(
        "switch",
        Arity.BECOME,
        phrases(
            """
            be migrated to; be migrated from; be switched to; be switched from; be converted to;
            be ported from; be swapped for
            """
        ),
        inflect=True,
        is_result=True,
    ),
    Relation(
        "end",
        Arity.END,
        phrases(
            """
            has given up; have given up; gave up; has quit; has stopped; is done with
            """
        ),
    ),
    _result("birthday", "be born on", certainty=0.95),
    _one("residence", "rent a room in", "rent a flat in", "rent an apartment in", "own a house in"),
    _one("employer", "be on the staff of", "be on staff at", certainty=0.93),
    _one("storage", "store its data in", "store data in", "keep its data in", certainty=0.88),
    Relation(
        "be",
        Arity.BECOME,
        phrases(
            """
            slip from; shift from; rise from; fall from; grow from; drop from; increase from;
            decrease from; jump from; change from; be moved from; be raised from; be lowered
            from; be changed from; be increased from; be reduced from; be extended from; be cut
            from; be pushed from; be made; be declared; be marked; be marked as
            """
        ),
        inflect=True,
        is_result=True,
    ),
    Relation("end", Arity.END, phrases("has gone off; went off; is over; got over")),
    # denials of what was so
    Relation(
        "end",
        Arity.END,
        phrases(
            """
            sold; got rid of; gave away; lost; cancelled; canceled; dropped; removed; deleted;
            abandoned; uninstalled; ditched; retired; unsubscribed from; gave up; quit
            """
        ),
    ),
    Relation(
        "end",
        Arity.END,
        phrases(
            """
            left; quit; resigned from; was laid off from; got fired from; was fired from;
            retired from
            """
        ),
        is_denial=True,
    ),
    Relation(
        "end",
        Arity.END,
        phrases(
            """
            divorced; broke up with; split up with; separated from; is divorced from; got
            divorced from
            """
        ),
        is_denial=True,
    ),
    Relation("end", Arity.END, ("moved out of", "moved away from", "left town"), is_denial=True),
    # to be, and to become
    Relation("be", Arity.COPULA, phrases("be; remain; stay; feel; seem"), inflect=True),
    Relation("be", Arity.COPULA, ("identify as", "identify as a"), inflect=True),
    Relation("be", Arity.BECOME, ("become",), inflect=True, is_result=True, past="became"),
    Relation(
        "be",
        Arity.BECOME,
        phrases(
            """
            turn into; turn; get to be; grow; change to; shift to; slip to; go from; go to; jump
            to; drop to; rise to; increase to; decrease to; go up to; go down to; grow to;
            shrink to; fall to; advance to; move into; get moved to; get changed to; extend to;
            be pushed to
            """
        ),
        inflect=True,
        is_result=True,
    ),
    Relation(
        "be",
        Arity.BECOME,
        phrases(
            """
            went from; grown to; gone to; risen to; fallen to; shrunk to; gone up to; gone down
            to; down to; up to; turned into; got; gets; became a; went to; went up to; went down
            to; rose to; fell to; grew to; shrank to; has gone to; has become; went; got pushed
            to; got moved to; got changed to; got extended to; got bumped to; got postponed to;
            changed from; moved from; turned
            """
        ),
    ),
    Relation(
        "move",
        Arity.BECOME,
        phrases("move to; move over to; move back to; move from; be moving to"),
        inflect=True,
        is_result=True,
    ),
    Relation(
        "switch",
        Arity.BECOME,
        phrases(
            """
            switch to; switch over to; switch from; migrate to; migrate from; convert to;
            convert from; transition to; transition from; change over to; change from; be moving
            over to; start using; adopt
            """
        ),
        inflect=True,
        is_result=True,
    ),
    Relation("replace", Arity.END, phrases("replaced; replaces; swapped; traded; exchanged")),
)

_NOUNS = {
    "weight": ("weight", "body weight"),
    "height": ("height",),
    "car": ("car",),
    "framework": ("web framework", "framework", "backend framework"),
    "headquarters": phrases("headquarters; hq; head office; main office"),
    "deadline": phrases(
        """
        deadline; due date; cutoff; cutoff date; cut-off; cut-off date; delivery date;
        submission date; target date; time limit
        """
    ),
    "date": phrases(
        """
        date; appointment; meeting; standup; retro; demo; interview; flight; exam; wedding;
        conference; workshop; party; kickoff; concert; lecture; sync; review; ceremony; webinar;
        training
        """
    ),
    "launch": phrases(
        """
        launch date; release date; go-live date; ship date; shipping date; launch; go-live;
        rollout; publication date
        """
    ),
    "start": phrases("start date; start time; starting date; kickoff date; move-in date"),
    "end": ("end date", "end time", "finish date"),
    "expiry": phrases("expiry date; expiration date; expiry; renewal date; best before date"),
    "birthday": phrases("birthday; date of birth; birth date; birthdate"),
    "age": ("age",),
    "price": ("price", "cost", "price tag"),
    "fee": phrases(
        """
        fee; rate; rent; tuition; ticket price; hourly rate; monthly fee; subscription fee;
        premium; fare; monthly rent; entry fee
        """
    ),
    "salary": phrases("salary; wage; pay; income; annual salary"),
    "budget": ("budget", "spending limit", "allowance"),
    "amount": phrases(
        """
        balance; total; revenue; headcount; size; length; duration; distance; width; depth;
        speed; temperature; capacity; population; area; score; rating; rank; level; quota;
        limit; threshold; timeout; interval; frequency; retention; latency; uptime; coverage;
        test coverage; percentage; discount; interest rate; vat; tax rate; count; dose; dosage;
        blood pressure; weight limit; team size; page size; batch size; rate limit; retry limit;
        retention period; notice period; cache size; heart rate; quorum; market share; battery
        life; screen size; memory limit; shoe size; user count; number of users; win rate
        """
    ),
    "version": phrases(
        """
        version; release; current version; latest version; stable version; schema version; api
        version
        """
    ),
    "status": ("status", "state", "progress"),
    "condition": phrases(
        """
        stage; phase; condition; priority; severity; mood; health status; outcome; result;
        decision; verdict
        """
    ),
    "residence": phrases(
        """
        residence; home town; hometown; home city; place of residence; current city; city of
        residence; home base; residential address; place to live; domicile; home address; home
        """
    ),
    "address": phrases(
        """
        address; street address; postal address; mailing address; office address; delivery
        address; shipping address; zip code; postcode; room; room number; seat; desk; venue;
        meeting room; gate; platform; parking spot; locker
        """
    ),
    "location": phrases("location; whereabouts; office; position; site; base"),
    "phone": phrases(
        """
        phone number; telephone number; phone; mobile number; cell number; mobile; extension
        """
    ),
    "email": phrases("email; e-mail; email address; e-mail address; mail address"),
    "url": phrases(
        """
        url; website; domain name; homepage; endpoint; base url; repository url; web address;
        link; hostname; ip address; ip
        """
    ),
    "handle": phrases(
        """
        username; handle; user name; login; account name; nickname; nick; github handle; twitter
        handle; alias; display name
        """
    ),
    "password": phrases(
        """
        password; passphrase; pin; pin code; wifi password; access code; door code; code word
        """
    ),
    "name": phrases(
        """
        name; full name; last name; surname; first name; maiden name; title; codename; working
        title; project name; job title
        """
    ),
    "pronouns": ("pronouns",),
    "timezone": ("timezone", "time zone", "utc offset"),
    "language": phrases(
        """
        native language; mother tongue; working language; interface language; ui language;
        locale; preferred language; language
        """
    ),
    "implementation language": (
        "implementation language",
        "programming language",
        "backend language",
    ),
    "employer": phrases("employer; company; workplace; place of work"),
    "occupation": phrases(
        """
        job; occupation; profession; role; position; title; career; current role; line of work
        """
    ),
    "manager": phrases("manager; boss; supervisor; line manager"),
    "role": phrases(
        """
        project manager; product manager; scrum master; product owner; maintainer; coordinator;
        chair; chairman; chairwoman; director; president; ceo; cto; cfo; captain; coach;
        principal; landlord; mayor; editor-in-chief; point of contact; contact; contact person;
        main contact; primary contact; emergency contact; account manager; on-call engineer;
        on-call; sponsor; advisor; adviser; doctor; gp; dentist; therapist; lawyer; accountant;
        assignee; owner; reviewer; organizer; moderator; winner; champion
        """
    ),
    "lead": phrases("lead; team lead; team leader; tech lead; leader; head; project lead"),
    "partner": phrases(
        """
        wife; husband; spouse; partner; girlfriend; boyfriend; fiance; fiancee; relationship
        status; marital status
        """
    ),
    "school": phrases("school; university; college; alma mater"),
    "major": ("major", "field of study"),
    "diet": ("diet",),
    "editor": phrases("editor; code editor; text editor; ide"),
    "tool": phrases(
        """
        browser; shell; terminal; terminal emulator; operating system; os; distro; search
        engine; email client; mail client; calendar app; password manager; note app; notes app;
        note-taking app; window manager; desktop environment; theme; color scheme; colour
        scheme; font; keyboard; keyboard layout; laptop; phone model; bike; camera; ringtone;
        wallpaper
        """
    ),
    "ci": phrases("ci; ci system; ci provider; ci pipeline; build pipeline; pipeline"),
    "database": phrases("database; db; main database; data store; datastore"),
    "host": phrases("hosting; hosting provider; hoster; host"),
    "license": ("license", "licence"),
    "port": ("port", "port number"),
    "dish": ("dish", "food", "meal"),
    "stack": phrases(
        """
        package manager; build tool; bundler; frontend framework; test framework; test runner;
        linter; formatter; code formatter; orm; message queue; message broker; queue; cache;
        cloud provider; dns provider; registrar; payment provider; auth provider; vector store;
        embedding model; model; llm; voice model; tts engine; voice; tts; web server; reverse
        proxy; container runtime; orchestrator; issue tracker; version control; version control
        system; vcs; chat tool; wiki; deployment target; deploy target; backend; template
        engine; compiler; search backend; monitoring tool; log level; branching strategy; merge
        strategy; release branch; default branch; main branch; indentation; indent style; line
        length; tab width; quote style; naming convention; commit style; encoding; region;
        environment; plan; pricing plan; subscription plan; subscription; supplier; vendor;
        provider; insurer; bank; gym; health insurance; mobile carrier; carrier; internet
        provider; isp; airline; protocol; runtime; api style; schema; architecture; release
        cadence; sprint length; cadence; schedule; working hours; opening hours; office hours;
        business hours; closing time; opening time; bedtime; wake-up time; alarm; departure
        time; arrival time; departure; check-in time; check-out time; lunch time; lunchtime;
        lunch break; standup time; currency; unit system; date format; time format; number
        format; temperature unit; work mode; working mode; contract type; blood type;
        nationality; citizenship; religion; star sign; zodiac sign; gender; eye color; eye
        colour; hair color; hair colour; color; colour; goal; main goal; objective; motto;
        slogan; tagline; focus; policy; approach; strategy; default; preference; mode;
        destination; holiday destination; route; topic; thesis topic; capital; topping; usual
        order; coffee order; primary language; meeting day; day off; release day; laundry day;
        instrument; main instrument; seat preference; favorite; favourite
        """
    ),
}

_NOUNS_IN_KEYS = {
    "timezone": ("tz",),
    "birthday": ("born", "bday"),
    "phone": ("tel", "number"),
    "manager": ("reports", "boss", "supervisor"),
    "implementation language": ("language", "code", "stack"),
    "database": ("storage", "data"),
    "license": ("legal",),
    "port": ("network",),
    "editor": ("tools", "tool"),
    "ci": ("build", "builds", "pipeline"),
    "residence": phrases(
        """
        home; city; town; lives; living; residence; location; place; where; address; based;
        house; flat; moved; move; apartment
        """
    ),
    "employer": phrases(
        """
        job; work; employer; company; workplace; works; career; employment; new-job; working
        """
    ),
    "occupation": phrases("job; role; profession; work; occupation; career"),
    "preference": phrases("preference; prefers; prefer; pref; style; choice; default"),
    "diet": phrases("diet; food; eating; eats; vegetarian; vegan"),
    "partner": phrases("marriage; relationship; marital; wife; husband; partner; spouse"),
    "deadline": phrases("deadline; due; date; delivery; schedule; timeline"),
    "date": phrases("date; time; schedule; day; when"),
    "launch": phrases("launch; release; ship; date; go-live"),
    "price": phrases("price; cost; pricing; rate; fee"),
    "version": ("version", "release"),
    "status": phrases("status; state; progress; phase"),
    "lead": phrases("lead; leader; head; owner; who; manager"),
    "host": phrases("hosting; host; hoster; server; provider"),
    "be": ("status", "state"),
}

_PLURAL_NOUNS = phrases(
    """
    sister; brother; sibling; son; daughter; child; kid; friend; colleague; coworker; cousin;
    aunt; uncle; grandmother; grandfather; niece; nephew; neighbor; neighbour; pet; dog; cat;
    hobby; skill; interest; strength; weakness; goal; dream; idea; plan; book; song; movie;
    film; game; habit; value; trait; tool; language; client; customer; project; task; issue;
    bug; feature; team; member; contributor; server; service; note; tip; rule; ingredient;
    symptom; allergy; contact; account; device; file; link; roommate; classmate; teammate;
    student; teacher; fan; problem; risk; requirement; dependency; competitor; example; lesson;
    memory; course; class; part; thing; one; child; people; reason; advantage; favorite; source
    """
)

LANGUAGE = Language(
    relations=_RELATIONS,
    nouns=_NOUNS,
    nouns_in_keys=_NOUNS_IN_KEYS,
    plural_nouns=_PLURAL_NOUNS,
    categories=phrases(
        """
        color; colour; status; state; progress; stage; phase; condition; priority; severity;
        mood; outcome; result; decision; verdict; gender; diet; occupation; job; profession;
        role; career; major; religion; nationality; citizenship; language; mode; unit; currency;
        plan; subscription; type; contract; tier; food; dish; meal; drink; dessert; goal; topic;
        focus; password; passphrase; indentation; convention; hobby; sport; animal; season; day;
        month; fruit; vegetable; subject; genre; flavor; flavour; topping; order; instrument;
        position; level; tongue; cadence; visibility; environment; region
        """
    ),
    superlatives=phrases(
        """
        favorite; favourite; favored; default; preferred; best; first; next; top; native;
        biggest; largest; only
        """
    ),
    negations=phrases(
        """
        not; never; no; hardly; without; neither; nor; none; isnt; dont; doesnt; refuses to;
        refuse to; refused to; fails to
        """
    ),
    endings=phrases(
        """
        no longer; not any more; not anymore; stopped; has stopped; have stopped; quit; has
        quit; gave up; has given up; ceased to; ceased; no more; gave up on; stopped being; is
        done with; used to
        """
    ),
    updates=phrases(
        """
        come to; has come to; came to; now; nowadays; anymore; any more; instead; from now on;
        as of; currently; recently; lately; meanwhile; these days; updated; changed; switched;
        new; actually; correction; since then; by now; starting; effective; going forward;
        henceforth; at present; today; just; finally; has since; after all; presently
        """
    ),
    additions=phrases(
        """
        also; too; as well; additionally; another; besides; in addition; sometimes;
        occasionally; both; a second; second; third; one of; as well as; on top; from time to
        time; every now and then; among others; partly; part of the year; half the year;
        alternates between; either; either or; along with; on the side; side job; once; other
        """
    ),
    doubts=phrases(
        """
        might; may; could; would; maybe; perhaps; possibly; considering; considers; is thinking
        of; is thinking about; thinking of; thinking about; plans to; plan to; planning to;
        planned to; wants to; want to; wanted to; would like to; hopes to; hope to; hoping to;
        intends to; intend to; dreams of; dreamed of; dreaming of; is going to; are going to;
        if; whether; unless; will; should; shall; applied to; applied for; is looking to; is
        looking for; looking into; was asked; wonders; rumored; rumoured; allegedly; supposedly;
        proposed; proposes; suggested; suggests; asked; nearly; almost; tried to; wished;
        wishes; imagines; expects to; is exploring; is evaluating; about to; is about to;
        probably; likely; is interviewing at; had an offer from; got an offer from; thinks;
        believes; says; said; claims; heard
        """
    ),
    pasts=phrases(
        """
        used to; formerly; previously; in the past; once upon; back then; originally; initially;
        at first; years ago; ago; last year; last month; last week; as a child; as a kid;
        earlier; before that; before then; back in; until; at the time; in college; during
        college; in school; growing up; grew up; yesterday; when young; former; ex
        """
    ),
    fillers=phrases(
        """
        regularly; frequently; daily; constantly; normally; must; needs; all-time; need; a; an;
        the; his; her; their; its; my; our; your; this; that; these; those; very; really; quite;
        just; so; too; also; still; already; now; currently; always; usually; mostly; generally;
        often; actually; simply; definitely; certainly; currently; presently; anymore; nowadays;
        recently; finally; instead; please; strongly; much; more; all; any; some; there; here;
        then; officially; apparently; basically; exactly; about; approximately; around; roughly;
        circa; new; today; ever; even; at all; such; do; does; did; have; has; had; be; been;
        is; are; am; was; were; being; will; to; can; is; again; well; permanently; fully;
        entirely; completely; totally; far; only; rather; deeply; highly; both; currently;
        lately; longer; based; both; own
        """
    ),
    speakers=("i", "we"),
    pronouns=phrases(
        """
        he; she; they; it; him; her; them; we; you; one; who; i; me; us; this; that; there;
        himself; herself; everyone
        """
    ),
    generic=phrases(
        """
        main; preferred; primary; go-to; usual; typical; official; whole; project; app;
        application; team; company; service; site; website; person; city; town; country;
        product; repo; repository; system; tool; codebase; mr; mrs; ms; dr; event; latest;
        final; overall; update; note; fact; info; regarding; re; concerning; fyi; status;
        reminder; news; edit; correction; value; current; present; updated; remember
        """
    ),
    owners=phrases("my; his; her; their; our; your; its"),
    possessives=("'s",),
    of=("of", "for"),
    changers=phrases(
        """
        moved; changed; pushed; extended; postponed; raised; lowered; increased; decreased;
        reduced; cut; updated; set; delayed; shifted; rescheduled; bumped; switched; shortened;
        upgraded; reset; adjusted; advanced; dropped; brought; renewed; renamed
        """
    ),
    counted={
        "people": "employees",
        "staff": "employees",
        "workers": "employees",
        "kids": "children",
        "devs": "developers",
        "engineers": "developers",
    },
    rates=("per",),
    purposes=("for",),
    conditions=phrases(
        """
        in; on; at; for; when; while; during; under; inside; within; whenever; every; each;
        between; after; before
        """
    ),
    subordinate=phrases(
        """
        because; since; as; so; which; who; whose; where; though; although; despite; due;
        thanks; given; considering; except; with; without; after; before; whereas; unlike;
        following; starting; effective; beginning; until; till; along; together; thanks; like;
        via; using; through; if; unless; instead; rather; owing
        """
    ),
    boundaries=phrases("with; by; from; under; near; alongside"),
    conjunctions=phrases("and; or; but; yet; then; plus; while; &"),
    from_to=(("from", "to"), ("from", "into")),
    insteads=phrases(
        """
        instead of; rather than; in place of; in favor of leaving; as opposed to; no longer in;
        no longer at; not in; not at; and not; replacing; leaving
        """
    ),
    over=phrases(
        """
        over; to; rather than; instead of; more than; and not; not; than; above
        """
    ),
    opposites=(
        ("happy", "unhappy"),
        ("happy", "sad"),
        ("happy", "miserable"),
        ("available", "unavailable"),
        ("open", "closed"),
        ("open", "shut"),
        ("enabled", "disabled"),
        ("on", "off"),
        ("active", "inactive"),
        ("public", "private"),
        ("online", "offline"),
        ("up", "down"),
        ("approved", "rejected"),
        ("approved", "denied"),
        ("accepted", "rejected"),
        ("allowed", "forbidden"),
        ("allowed", "prohibited"),
        ("allowed", "banned"),
        ("permitted", "forbidden"),
        ("required", "optional"),
        ("mandatory", "optional"),
        ("mandatory", "voluntary"),
        ("free", "paid"),
        ("free", "busy"),
        ("safe", "dangerous"),
        ("safe", "unsafe"),
        ("stable", "unstable"),
        ("stable", "flaky"),
        ("secure", "insecure"),
        ("secure", "vulnerable"),
        ("valid", "invalid"),
        ("valid", "expired"),
        ("fast", "slow"),
        ("quick", "slow"),
        ("cheap", "expensive"),
        ("easy", "hard"),
        ("easy", "difficult"),
        ("simple", "complex"),
        ("simple", "complicated"),
        ("possible", "impossible"),
        ("correct", "incorrect"),
        ("correct", "wrong"),
        ("right", "wrong"),
        ("true", "false"),
        ("good", "bad"),
        ("better", "worse"),
        ("best", "worst"),
        ("healthy", "sick"),
        ("healthy", "ill"),
        ("healthy", "unhealthy"),
        ("well", "ill"),
        ("alive", "dead"),
        ("employed", "unemployed"),
        ("employed", "jobless"),
        ("rich", "poor"),
        ("satisfied", "dissatisfied"),
        ("satisfied", "unsatisfied"),
        ("confident", "insecure"),
        ("confident", "doubtful"),
        ("certain", "uncertain"),
        ("optimistic", "pessimistic"),
        ("calm", "anxious"),
        ("calm", "stressed"),
        ("relaxed", "stressed"),
        ("full", "empty"),
        ("hot", "cold"),
        ("warm", "cold"),
        ("early", "late"),
        ("increasing", "decreasing"),
        ("rising", "falling"),
        ("growing", "shrinking"),
        ("working", "broken"),
        ("passing", "failing"),
        ("green", "red"),
        ("legal", "illegal"),
        ("visible", "hidden"),
        ("visible", "invisible"),
        ("locked", "unlocked"),
        ("encrypted", "unencrypted"),
        ("compatible", "incompatible"),
        ("reliable", "unreliable"),
        ("useful", "useless"),
        ("helpful", "unhelpful"),
        ("important", "unimportant"),
        ("interested", "uninterested"),
        ("successful", "unsuccessful"),
        ("maintained", "unmaintained"),
        ("documented", "undocumented"),
        ("supported", "unsupported"),
        ("mutable", "immutable"),
        ("permanent", "temporary"),
        ("tired", "rested"),
        ("tired", "energetic"),
        ("pregnant", "unpregnant"),
        ("present", "absent"),
        ("complete", "incomplete"),
        ("finished", "unfinished"),
        ("solved", "unsolved"),
        ("resolved", "unresolved"),
        ("answered", "unanswered"),
        ("known", "unknown"),
        ("vacant", "occupied"),
        ("strong", "weak"),
        ("strict", "lenient"),
        ("strict", "relaxed"),
        ("noisy", "quiet"),
        ("loud", "quiet"),
        ("popular", "unpopular"),
        ("friendly", "hostile"),
        ("friendly", "unfriendly"),
        ("trustworthy", "untrustworthy"),
        ("honest", "dishonest"),
        ("overrated", "underrated"),
        ("sufficient", "insufficient"),
        ("adequate", "inadequate"),
        ("necessary", "unnecessary"),
        ("ready", "unready"),
        ("accessible", "inaccessible"),
        ("productive", "unproductive"),
        ("clean", "dirty"),
        ("tidy", "messy"),
        ("funded", "unfunded"),
        ("profitable", "unprofitable"),
        ("comfortable", "uncomfortable"),
        ("harmless", "harmful"),
        ("worthwhile", "pointless"),
        ("single", "taken"),
        ("boring", "exciting"),
        ("boring", "interesting"),
        ("bullish", "bearish"),
        ("early-bird", "night-owl"),
    ),
    alternatives={
        "running": phrases(
            """
            up; down; back up; online; offline; back online; unreachable; up and running; out of
            service
            """
        ),
        "payment": phrases("paid; unpaid; overdue; settled; outstanding; refunded"),
        "level": phrases(
            """
            a beginner; a novice; intermediate; advanced; an expert; beginner; novice; expert;
            fluent
            """
        ),
        "diet": phrases(
            """
            vegetarian; vegan; pescatarian; omnivore; carnivore; meat eater; flexitarian;
            omnivorous
            """
        ),
        "partner": phrases(
            """
            single; married; engaged; divorced; widowed; separated; in a relationship
            """
        ),
        "status": phrases(
            """
            planned; proposed; drafted; a draft; draft; in progress; underway; under way;
            ongoing; in development; under development; paused; on hold; on ice; blocked;
            stalled; cancelled; canceled; abandoned; discontinued; done; finished; completed;
            complete; shipped; launched; released; live; in production; archived; deprecated; in
            beta; in alpha; in staging; in testing; in qa; in review; under review; pending;
            approved; rejected; merged; closed; open; reopened; resolved; fixed; unresolved;
            ready; delayed; on track; at risk; off track; behind schedule; ahead of schedule;
            green; red; yellow; amber; failing; passing; broken; not started; started; deployed;
            rolled back; alpha; beta; stable; in planning; prototype; a prototype; signed;
            frozen; active; inactive; retired; to do; todo; in discovery; scheduled; postponed
            """
        ),
        "employment": phrases(
            """
            unemployed; employed; self-employed; retired; a student; freelance; a freelancer; on
            parental leave; on sabbatical; between jobs; full-time; part-time; full time; part
            time
            """
        ),
        "workmode": phrases(
            """
            remote; fully remote; on-site; onsite; hybrid; in-office; in person; in-person;
            remotely; on site
            """
        ),
        "openness": phrases(
            """
            open source; open-source; closed source; closed-source; proprietary; public domain
            """
        ),
        "cost": phrases("free; paid; freemium; free of charge"),
        "hand": ("left-handed", "right-handed", "ambidextrous"),
        "day": phrases(
            """
            a morning person; a night owl; an early bird; an early riser; a night person;
            morning person; night owl; early bird
            """
        ),
        "temper": phrases(
            """
            introvert; extrovert; introverted; extroverted; an introvert; an extrovert
            """
        ),
        "trigger": phrases("manual; automatic; automated; manually; automatically"),
        "belief": phrases("religious; atheist; agnostic; an atheist"),
    },
    choices={
        "tongue": phrases(
            """
            english; german; french; spanish; italian; portuguese; dutch; swedish; danish;
            norwegian; finnish; polish; czech; russian; ukrainian; greek; turkish; arabic;
            hebrew; hindi; chinese; mandarin; japanese; korean; vietnamese; thai; indonesian;
            swahili; romanian; hungarian; catalan; farsi; tagalog
            """
        ),
        "indent": phrases("tabs; spaces; tab; space; two spaces; four spaces; 2 spaces; 4 spaces"),
        "mode": phrases(
            """
            dark mode; light mode; dark theme; light theme; dark themes; light themes; dark;
            light
            """
        ),
        "hot drink": phrases(
            """
            tea; coffee; green tea; black coffee; espresso; decaf; cocoa; herbal tea;
            cappuccino; latte; matcha
            """
        ),
        "seat": phrases(
            """
            window seat; aisle seat; window seats; aisle seats; middle seat; window; aisle
            """
        ),
        "part of day": phrases(
            """
            morning; mornings; afternoon; afternoons; evening; evenings; night; nights; morning
            meetings; afternoon meetings; evening meetings; late nights; early mornings
            """
        ),
        "channel": phrases(
            """
            email; e-mail; phone; phone calls; calls; slack; sms; text; texts; text messages;
            signal; whatsapp; telegram; discord; video calls; in-person meetings; teams; chat;
            matrix; zoom; async messages; meetings; mail
            """
        ),
        "length": phrases(
            """
            short; long; brief; detailed; concise; verbose; terse; thorough; in-depth
            """
        ),
        "register": ("formal", "informal", "casual"),
        "season": phrases("summer; winter; spring; autumn; fall"),
        "work place": phrases(
            """
            remote work; office work; home office; the office; working remotely; working from
            home; working in the office; hybrid work; remote; on-site; home; cafes; coworking
            spaces
            """
        ),
        "pet kind": phrases("dogs; cats; dog; cat"),
        "scenery": phrases("mountains; beach; beaches; sea; the sea; city; countryside"),
        "transport": phrases(
            """
            train; trains; plane; flying; car; bike; bus; driving; cycling; walking; public
            transport; metro; subway; tram; bicycle; scooter; on foot; by train; by car; by
            bike; by bus; motorbike; ferry; taking the train
            """
        ),
        "paper": phrases(
            """
            paper books; e-books; ebooks; audiobooks; print; paper; physical books; printed
            books; digital
            """
        ),
        "quotes": ("single quotes", "double quotes"),
        "case": phrases("camelcase; snake_case; kebab-case; pascalcase; camel case; snake case"),
        "merging": phrases(
            """
            rebase; merge; squash; rebasing; merging; squashing; squash merge; merge commits;
            squash merges; rebases; squash commits
            """
        ),
        "repo shape": phrases("monorepo; polyrepo; monorepos; polyrepos; multi-repo"),
        "architecture": phrases("monolith; microservices; monoliths; a monolith; serverless"),
        "concurrency": phrases("sync; async; synchronous; asynchronous"),
        "units": phrases(
            """
            metric; imperial; metric units; imperial units; celsius; fahrenheit; kilometers;
            miles
            """
        ),
        "clock": phrases("12-hour; 24-hour; 12h; 24h; 12-hour clock; 24-hour clock"),
        "room": phrases("quiet; loud; noisy; background music; silence; music"),
        "numbers": phrases(
            """
            prose; bullet points; bullets; lists; tables; diagrams; text; plain text; markdown
            """
        ),
        "typing": phrases("static typing; dynamic typing; static types; dynamic types"),
        "paradigm": phrases(
            """
            functional; object-oriented; oop; functional programming; object-oriented
            programming; composition; inheritance; classes; functions
            """
        ),
        "side": phrases("frontend; backend; front-end; back-end; full-stack"),
        "temperature": phrases("hot; cold; warm; iced"),
        "taste": phrases("sweet; savory; savoury; salty; bitter; sour; spicy; mild"),
        "milk": phrases(
            """
            oat milk; soy milk; almond milk; cow's milk; whole milk; black; dairy milk; skim
            milk
            """
        ),
        "alcohol": phrases("beer; wine; red wine; white wine; cocktails; whisky; whiskey"),
        "screen": phrases("one monitor; two monitors; ultrawide; dual monitors"),
        "reading": ("fiction", "non-fiction", "nonfiction"),
    },
)
