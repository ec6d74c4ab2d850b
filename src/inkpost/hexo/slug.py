"""Slugs and heading ids as Hexo makes them: CJK stays, Latin letters lose their marks."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from inkpost.hexo.jstext import JS_SPACE, trim
from inkpost.hexo.markup import strip_html, unescape_html

# Letters that no Unicode decomposition takes apart; all others are found by `_fold_letter`.
_UNDECOMPOSED = {
    "A": "ȺⱯ",
    "a": "ɐẚⱥ",
    "AA": "Ꜳ",
    "aa": "ꜳ",
    "AE": "ÆǢǼ",
    "ae": "æǣǽ",
    "AO": "Ꜵ",
    "ao": "ꜵ",
    "AU": "Ꜷ",
    "au": "ꜷ",
    "AV": "ꜸꜺ",
    "av": "ꜹꜻ",
    "AY": "Ꜽ",
    "ay": "ꜽ",
    "B": "ƁƂɃ",
    "b": "ƀƃɓ",
    "C": "ƇȻꜾ",
    "c": "ƈȼↄꜿ",
    "D": "ĐƉƊƋꝹ",
    "d": "đƌɖɗꝺ",
    "DZ": "ǄǱ",
    "Dz": "ǅǲ",
    "dz": "ǆǳ",
    "E": "ƎƐ",
    "e": "ǝɇɛ",
    "F": "ƑꝻ",
    "f": "ƒꝼ",
    "G": "ƓǤꝽꝾꞠ",
    "g": "ǥɠᵹꝿꞡ",
    "H": "ĦⱧⱵꞍ",
    "h": "ħɥⱨⱶ",
    "hv": "ƕ",
    "I": "Ɨ",
    "i": "ıɨ",
    "J": "Ɉ",
    "j": "ɉ",
    "K": "ƘⱩꝀꝂꝄꞢ",
    "k": "ƙⱪꝁꝃꝅꞣ",
    "L": "ĿŁȽⱠⱢꝆꝈꞀ",
    "l": "ŀłſƚɫⱡꝇꝉꞁ",
    "LJ": "Ǉ",
    "Lj": "ǈ",
    "lj": "ǉ",
    "M": "ƜⱮ",
    "m": "ɯɱ",
    "N": "ƝȠꞐꞤ",
    "n": "ŉƞɲꞑꞥ",
    "NJ": "Ǌ",
    "Nj": "ǋ",
    "nj": "ǌ",
    "O": "ØƆƟǾꝊꝌ",
    "o": "øǿɔɵꝋꝍ",
    "OE": "\x8cŒ",
    "oe": "\x9cœ",
    "OI": "Ƣ",
    "oi": "ƣ",
    "OO": "Ꝏ",
    "oo": "ꝏ",
    "OU": "Ȣ",
    "ou": "ȣ",
    "P": "ƤⱣꝐꝒꝔ",
    "p": "ƥᵽꝑꝓꝕ",
    "Q": "ɊꝖꝘ",
    "q": "ɋꝗꝙ",
    "R": "ɌⱤꝚꞂꞦ",
    "r": "ɍɽꝛꞃꞧ",
    "S": "ẞⱾꞄꞨ",
    "s": "ßȿẛꞅꞩ",
    "T": "ŦƬƮȾꞆ",
    "t": "ŧƭʈⱦꞇ",
    "TZ": "Ꜩ",
    "tz": "ꜩ",
    "U": "Ʉ",
    "u": "ʉ",
    "V": "ƲɅꝞ",
    "v": "ʋʌꝟ",
    "VY": "Ꝡ",
    "vy": "ꝡ",
    "W": "Ⱳ",
    "w": "ⱳ",
    "Y": "ƳɎỾ",
    "y": "ƴɏỿ",
    "Z": "ƵȤⱫⱿꝢ",
    "z": "ƶȥɀⱬꝣ",
}
_SPECIAL_LETTERS = {letter: base for base, letters in _UNDECOMPOSED.items() for letter in letters}

_CONTROL = re.compile(r"[\x00-\x1f]")
_SPECIAL = re.compile("[" + JS_SPACE + r"""~`!@#$%^&*()\-_+=\[\]{}|\\;:"'<>,.?/]+""")
_NOT_ASCII = re.compile(r"[^\x00-\x7e]")


def slugize(text: str, *, case: int = 0, separator: str = "-") -> str:
    """A URL segment: marks off Latin letters, runs of ASCII punctuation and space to separators.

    case: 0 keeps, 1 lowers, 2 raises.
    Source: hexo-util 4.0 slugize.
    """
    separator = separator or "-"
    slug = _SPECIAL.sub(lambda _: separator, _CONTROL.sub("", fold_diacritics(text)))
    quoted = re.escape(separator)
    # Hexo 8.1 squeezes only the last character of a separator that is longer than one.
    slug = re.sub(quoted + "{2,}", lambda _: separator, slug)
    slug = re.sub(f"^{quoted}+|{quoted}+\\Z", "", slug)
    if case == 1:
        return slug.lower()
    return slug.upper() if case == 2 else slug


def heading_slug(text: str, *, case: int = 0) -> str:
    """The id of a heading whose rendered HTML is text; making ids unique is the caller's.

    case: `marked.modifyAnchors`. May be empty. Source: hexo-renderer-marked 7.0.1, heading.
    """
    return slugize(trim(strip_html(unescape_html(text))), case=case)


def fold_diacritics(text: str) -> str:
    """Text with precomposed, circled and full-width Latin letters as plain ones.

    Source: hexo-util 4.0 escapeDiacritic. Combining marks that stand alone are kept.
    """
    if text.isascii():
        return text
    return _NOT_ASCII.sub(lambda match: _fold_letter(match[0]), text)


@cache
def _fold_letter(letter: str) -> str:
    special = _SPECIAL_LETTERS.get(letter)
    if special is not None:
        return special
    if "\u24b6" <= letter <= "\u24e9" or "\uff21" <= letter <= "\uff5a":
        folded = unicodedata.normalize("NFKD", letter)
    elif "\xc0" <= letter < "\u2000":
        parts = unicodedata.normalize("NFD", letter)
        folded = "".join(part for part in parts if not "\u0300" <= part <= "\u036f")
    else:
        return letter
    return folded if folded.isascii() and folded.isalpha() else letter
