"""Chinese, in simplified characters; each character is a word of its own."""

from ..lexicon import Arity, Language, Relation, phrases


def _one(slot: str, *phrases: str, certainty: float = 0.93) -> Relation:
    return Relation(slot, Arity.ONE, phrases, certainty)


def _many(slot: str, *phrases: str, denies: bool = False) -> Relation:
    return Relation(slot, Arity.MANY, phrases, is_denial=denies)


LANGUAGE = Language(
    relations=(
        _one("residence", *phrases("住在; 居住在; 搬到; 搬到了; 搬去了; 定居在")),
        _one("employer", "就职于", "任职于", "受雇于", "入职"),
        _one("name", "叫", "名叫", "改名为", certainty=0.85),
        _one("price", "售价", "价格是"),
        _one("location", "位于", certainty=0.9),
        Relation("preference", Arity.PREFERENCE, ("偏爱", "更喜欢", "偏好"), 0.9),
        _many("liking", "喜欢", "爱"),
        _many("liking", "讨厌", "恨", denies=True),
        _many("eating", "吃", "喝"),
        Relation("using", Arity.MANY, ("使用", "用")),
        Relation("having", Arity.MANY, ("有",), counts=True),
        Relation("be", Arity.COPULA, ("是", "为")),
        Relation("be", Arity.BECOME, phrases("变成; 改为; 改成; 推迟到; 提前到")),
    ),
    nouns={
        "deadline": ("截止日期", "截止时间"),
        "price": ("价格", "房租"),
        "status": ("状态",),
        "address": ("地址",),
        "phone": ("电话", "手机号"),
        "birthday": ("生日",),
        "color": ("最喜欢的颜色",),
        "timezone": ("时区",),
        "age": ("年龄",),
    },
    negations=phrases("不; 没; 没有; 不是"),
    endings=("不再", "已经不"),
    updates=phrases("现在; 目前; 如今; 已经"),
    additions=("也", "还", "另外"),
    doubts=phrases("可能; 也许; 想; 打算; 计划"),
    pasts=("以前", "曾经", "过去"),
    fillers=phrases("了; 的; 很; 非常; 现在; 目前"),
    speakers=("我",),
    pronouns=phrases("他; 她; 它; 我"),
    of=("的",),
    conjunctions=("和", "或", "但"),
    alternatives={
        "diet": ("素食者", "纯素食者"),
        "partner": ("单身", "已婚", "离婚"),
    },
    choices={"hot drink": ("茶", "咖啡")},
)
