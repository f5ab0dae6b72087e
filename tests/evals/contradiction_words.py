"""What the generated facts are about: people, projects, and what can be said of them."""


def _words(text: str) -> list[str]:
    return text.split()


PEOPLE = _words(
    """
    Vergel Lisa Ruca Anna Ben Clara David Elena Farid Grace Hugo Ines Jonas Keiko Liam Mara
    Nils Olga Pavel Quinn Rosa Samir Tessa Umar Vera Wanda Xenia Yusuf Zoe Aiko Bruno Carmen
    Dario Edith Felix Gita Hanna Igor Julia Karim Lena Marco Nadia Oskar Petra Rafael Sofia
    Timo Ursula Viktor
    """
)
PROJECTS = _words(
    """
    Orpheus VoxRelay NostrKeep Atlas Borealis Cascade Delphi Everest Falcon Granite Harbor
    Iris Jasper Kestrel Lantern Meridian Nimbus Onyx Pegasus Quasar Ridgeline Sextant Tundra
    Umbra Vortex Willow
    """
)
CITIES = _words(
    """
    Berlin Madrid Lisbon Vienna Oslo Prague Dublin Athens Warsaw Zurich Turin Lyon Ghent
    Seville Bergen Krakow Nairobi Lima Bogota Osaka Seoul Hanoi Toronto Vancouver Boston
    Denver Austin Portland Chicago Utrecht Porto Bilbao Graz Basel Malmo Tartu Riga Gdansk
    Split Bologna
    """
)
COMPANIES = _words(
    """
    Acme Globex Initech Umbrella Hooli Stark Wayne Cyberdyne Soylent Vandelay Dunder Wonka
    Tyrell Aperture Massive Oscorp Monarch Virtucon Gringotts Zorin
    """
)
JOBS = _words(
    """
    designer developer teacher nurse lawyer baker carpenter translator journalist architect
    pilot chef librarian electrician photographer
    """
)
COLORS = ["blue", "green", "red", "orange", "purple", "yellow", "teal", "black", "white", "brown"]
DISHES = ["lasagna", "sushi", "ramen", "paella", "goulash", "falafel", "pierogi", "tacos", "pho"]
BOOKS = ["Dune", "Emma", "Ulysses", "Momo", "Beloved", "Neuromancer", "Solaris", "Persuasion"]
DATES = [
    "3 May",
    "10 May",
    "June 1",
    "15 July",
    "2 August",
    "September 9",
    "21 October",
    "30 November",
]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]
TIMES = ["9:00", "9:30", "10:00", "11:15", "14:00", "15:30", "16:45"]
VERSIONS = ["1.4", "1.5", "2.0", "2.1", "3.0", "3.2", "4.1"]
PRICES = ["$10", "$12", "$15", "$20", "$25", "€9", "€14", "€29", "$99"]
ZONES = [
    "Europe/Berlin",
    "America/Vancouver",
    "Asia/Tokyo",
    "America/Lima",
    "Africa/Nairobi",
    "UTC",
]
EDITORS = ["Neovim", "Emacs", "VS Code", "Zed", "Helix", "Sublime Text"]
HOSTS = ["Vercel", "Netlify", "Hetzner", "Heroku", "Cloudflare Pages", "Render"]
DATABASES = ["Postgres", "MySQL", "SQLite", "MongoDB", "DuckDB"]
LANGUAGES = ["Python", "Rust", "Go", "TypeScript", "Kotlin", "Elixir"]
LICENSES = ["MIT", "Apache 2.0", "GPLv3", "AGPL", "BSD"]
CI = ["Jenkins", "GitHub Actions", "CircleCI", "Buildkite", "GitLab CI"]
HOBBIES = [
    "hiking",
    "pottery",
    "chess",
    "climbing",
    "birdwatching",
    "knitting",
    "sailing",
    "calligraphy",
    "cycling",
    "gardening",
    "juggling",
    "origami",
    "surfing",
    "yoga",
    "fencing",
    "baking bread",
]
FOODS = [
    "olives",
    "mango",
    "dark chocolate",
    "sourdough",
    "pickles",
    "blue cheese",
    "ginger",
    "figs",
    "walnuts",
    "rhubarb",
    "lentils",
    "kimchi",
    "avocado",
    "cinnamon",
    "miso soup",
]
PETS = ["dog", "cat", "parrot", "tortoise", "rabbit", "hamster"]
TONGUES = ["German", "Spanish", "Polish", "Swahili", "Korean", "Tagalog", "Farsi", "Portuguese"]
TOOLS = ["npm", "docker", "Figma", "Postgres", "Terraform", "Redis", "Sentry", "Stripe", "pytest"]
INSTRUMENTS = ["violin", "guitar", "piano", "drums", "flute", "cello", "accordion"]

OTHER_PEOPLE = _words(
    """
    Abel Beate Cyril Doris Emil Frida Gustav Hedda Ilias Jutta Knut Lorena Mirko Noemi Otto Paula
    Ralf Silke Tariq Ulla Vito Wilma Xaver Yara Zeno Agnes Bodo Celia Dimitri Eveline Falk Greta
    Henrik Irma Jarek Kira Ludwig Malin Nestor Ottilie Pia Quentin Romy Sven Thea Ugo Vilma Wim
    """
)
"""About them only facts are told that hold together."""
OTHER_PROJECTS = _words(
    """
    Acorn Beacon Comet Dynamo Ember Fjord Glacier Horizon Inkwell Juniper Keystone Lighthouse
    Monsoon Nautilus Obelisk Papyrus Quiver Rampart Solstice Talisman Uplift Vellum Whirlwind Zephyr
    """
)
