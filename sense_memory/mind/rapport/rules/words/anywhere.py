"""Pictures and words that are the same in every language."""

from ..lexicon import Cue, phrases

ANYWHERE = {
    Cue.WARM: phrases("❤; 💕; 💖; 💛; 💙; 💚; 💜; 🧡; 🥰; 😍; 😘; 🤗; 😊; ☺; 🫶; 🌸; 🌷; <3"),
    Cue.PLAYFUL: (
        *phrases("😂; 🤣; 😹; 😜; 😝; 😛; 🤪; 😏; 😈; 🙃; 💀; 🤡; 😆; 😅; :P"),
        ";)",
        ";-)",
    ),
    Cue.LIVELY: phrases("🎉; 🔥; 🚀; 🤩; 🥳; 💪; ⚡; 🙌; 💥"),
    Cue.FLAT: phrases("😴; 🥱; 😪; 😑; 😒; 🫠"),
    Cue.OPEN: phrases("😢; 😭; 😔; 😞; 💔; 🥺"),
    Cue.CASUAL: phrases("lol; omg; wtf; btw; idk; imho; lmao; tbh; ok; okay; oki; brb; nvm"),
}
