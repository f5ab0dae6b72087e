"""Names that are the same in every language: things of which one is used for a purpose."""

from ..lexicon import Language, phrases

_CHOICES = {
    "editor": phrases(
        """
        vim; neovim; emacs; vs code; vscode; visual studio code; sublime; sublime text; helix;
        zed; intellij; pycharm; webstorm; cursor; nano; kakoune; atom; notepad++; textmate;
        jetbrains
        """
    ),
    "package manager": phrases("npm; yarn; pnpm; bun; pip; poetry; pdm; pipenv; conda; uv; hatch"),
    "operating system": phrases(
        """
        linux; macos; windows; ubuntu; debian; fedora; arch; arch linux; nixos; chromeos;
        freebsd; mac; mint; opensuse
        """
    ),
    "mobile": phrases("ios; android; iphone; pixel"),
    "browser": phrases("firefox; chrome; safari; brave; edge; vivaldi; arc; opera; librewolf"),
    "shell": phrases("bash; zsh; fish; nushell; powershell"),
    "programming language": phrases(
        """
        python; javascript; typescript; rust; go; golang; java; kotlin; c++; c; c#; ruby; php;
        swift; scala; elixir; haskell; clojure; zig; elm; dart; perl; lua; ocaml; f#; erlang
        """
    ),
    "database": phrases(
        """
        postgres; postgresql; mysql; mariadb; sqlite; mongodb; redis; dynamodb; cassandra;
        cockroachdb; neo4j; oracle; duckdb; firestore; supabase
        """
    ),
    "cloud": phrases(
        """
        aws; azure; gcp; google cloud; hetzner; digitalocean; heroku; fly.io; vercel; netlify;
        cloudflare; cloudflare pages; github pages; render; linode; ovh; railway; cloudflare
        workers; scaleway
        """
    ),
    "ci": phrases(
        """
        jenkins; github actions; gitlab ci; circleci; travis; travis ci; buildkite; drone;
        teamcity; woodpecker; azure pipelines
        """
    ),
    "frontend": phrases(
        """
        react; vue; angular; svelte; solid; preact; ember; htmx; vanilla js; next.js; nuxt;
        sveltekit; astro; remix; qwik; jquery
        """
    ),
    "web framework": phrases(
        """
        django; flask; fastapi; rails; laravel; express; spring; phoenix; starlette; litestar;
        gin; actix; axum; nestjs
        """
    ),
    "bundler": phrases("webpack; vite; rollup; esbuild; parcel; turbopack"),
    "test runner": phrases("jest; vitest; mocha; pytest; unittest; playwright; cypress; selenium"),
    "formatter": phrases("prettier; black; ruff; biome; yapf; autopep8"),
    "queue": phrases("kafka; rabbitmq; nats; sqs; pulsar; celery"),
    "web server": phrases("nginx; apache; caddy; traefik; haproxy"),
    "containers": phrases("docker; podman; kubernetes; nomad; docker swarm; k8s"),
    "chat": phrases(
        """
        slack; discord; teams; microsoft teams; mattermost; zulip; matrix; rocket.chat
        """
    ),
    "notes": phrases(
        """
        notion; obsidian; evernote; logseq; roam; onenote; apple notes; joplin; bear; confluence
        """
    ),
    "tracker": phrases(
        """
        jira; linear; github issues; trello; asana; gitlab issues; basecamp; shortcut; clickup
        """
    ),
    "code host": phrases("github; gitlab; bitbucket; codeberg; sourcehut; gitea; forgejo"),
    "passwords": phrases("1password; bitwarden; keepass; keepassxc; lastpass; dashlane"),
    "music": phrases("spotify; apple music; tidal; youtube music; deezer"),
    "payment": phrases("stripe; paypal; adyen; paddle; braintree; mollie"),
    "api": phrases("rest; graphql; grpc; soap; trpc"),
    "license": phrases(
        """
        mit; apache; apache-2.0; apache 2.0; gpl; gplv3; agpl; bsd; mpl; lgpl; gpl-3.0;
        agpl-3.0; unlicense
        """
    ),
    "pattern": phrases("json; yaml; toml; xml"),
    "model": phrases(
        """
        gpt-4; gpt-4o; claude; gemini; llama; mistral; gpt-5; orpheus; kokoro; whisper
        """
    ),
    "orchestration": phrases("terraform; pulumi; ansible; cloudformation"),
    "search": phrases("google; duckduckgo; kagi; bing; ecosia; startpage"),
    "mail": phrases(
        """
        gmail; protonmail; proton mail; outlook; fastmail; thunderbird; apple mail; tutanota
        """
    ),
    "messenger": phrases("whatsapp; signal; telegram; imessage; threema"),
    "vcs": phrases("git; mercurial; svn; subversion; jujutsu; fossil"),
    "layout": phrases("qwerty; dvorak; colemak; azerty; qwertz"),
    "video": phrases("zoom; google meet; jitsi; webex; skype"),
}

LANGUAGE = Language(choices=_CHOICES)
