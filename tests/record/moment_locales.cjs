// Asks moment for the names and patterns of its locales, through its public functions only:
// NODE_PATH=…/node_modules node moment_locales.cjs > src/inkpost/hexo/moment_locales.json
const moment = require("moment");

const NAMES = (
  "en en-gb en-au en-ca en-ie en-in en-nz en-sg zh-cn zh-tw zh-hk zh-mo ja ko de de-at de-ch fr fr-ca fr-ch es es-mx es-us " +
  "pt pt-br ru it it-ch nl nl-be pl tr vi id th uk ar ar-sa cs sk sv da nb nn fi hu el ro bg hr sr sl he fa hi ms ca lt be"
).split(" ");

// Patterns in whose company a name takes another form, tried in this order.
const CONTEXTS = [
  "D[oD]?(\\[[^\\[\\]]*\\]|\\s)+MMMM?",
  "D\\.? MMMM",
  "D[oD]?(\\s)+MMMM",
  "DD?[o.]?(\\[[^\\[\\]]*\\]|\\s)+MMMM",
  "D[oD]?(\\[[^\\[\\]]*\\]|\\s)+MMMM?|MMMM?(\\[[^\\[\\]]*\\]|\\s)+D[oD]?",
  "^(?:(?!MMMM)[\\s\\S])*D[\\s\\S]*MMMM",
  "-MMM-",
  "dddd HH:mm",
  "\\[ ?[Вв] ?(?:прошлую|следующую|эту)? ?\\] ?dddd",
  "\\[ ?[Ууў] ?(?:мінулую|наступную)? ?\\] ?dddd",
  "(\\[[ВвУу]\\]) ?dddd",
  "\\[?(?:минулої|наступної)? ?\\] ?dddd",
];
const PROBES = {
  MMMM: ["MMMM", "D MMMM", "DD MMMM", "Do MMMM", "D. MMMM", "D [x] MMMM", "D-MMMM", "MMMM D", "-MMMM-", "YYYY MMMM", "DD. MMMM", "D, MMMM"],
  MMM: ["MMM", "D MMM", "DD MMM", "D. MMM", "D-MMM-YYYY", "MMM D", "-MMM-", "D [x] MMM"],
  dddd: ["dddd", "D dddd", "dddd HH:mm", "[В] dddd", "[в прошлую] dddd", "[В следующую] dddd", "[У] dddd", "[у мінулую] dddd", "[минулої] dddd", "[x ] dddd", "dddd D"],
  ddd: ["ddd", "D ddd", "ddd HH:mm"],
  dd: ["dd", "D dd", "dd HH:mm"],
};
const MARK = "\u0001";

const days = (token) =>
  token[0] === "M" ? [...Array(12)].map((_, m) => moment.utc([2023, m, 10])) : [...Array(7)].map((_, d) => moment.utc([2023, 0, 1 + d]));

function sample(locale, token, probe) {
  const at = probe.replace(token, MARK + token + MARK);
  return days(token).map((day) => {
    // The marks go into the text around the name, not into the pattern that decides the form.
    const [before, after] = at.split(MARK + token + MARK);
    const whole = day.locale(locale).format(probe);
    const head = before ? day.locale(locale).format(before) : "";
    const tail = after ? day.locale(locale).format(after) : "";
    return whole.slice(head.length, whole.length - tail.length);
  });
}

function names(locale, token) {
  const forms = new Map();
  for (const probe of PROBES[token]) forms.set(probe, JSON.stringify(sample(locale, token, probe)));
  const plain = forms.get(token);
  const others = [...new Set([...forms.values()].filter((form) => form !== plain))];
  const rules = [];
  let left = [...forms.keys()];
  for (const form of others) {
    const found = CONTEXTS.find((pattern) =>
      left.every((probe) => new RegExp(pattern).test(probe) === (forms.get(probe) === form)),
    );
    if (!found) throw new Error(`${locale} ${token}: no context gives ${JSON.stringify([...forms])}`);
    rules.push([found, JSON.parse(form)]);
    left = left.filter((probe) => forms.get(probe) !== form);
  }
  return rules.length ? { names: JSON.parse(plain), when: rules } : { names: JSON.parse(plain) };
}

// A text by number: exact numbers first, then the last two digits, then the last one.
function fit(numbers, textOf) {
  const table = new Map(numbers.map((n) => [n, textOf(n).replace(String(n), "%d")]));
  const counts = {};
  for (const text of table.values()) counts[text] = (counts[text] || 0) + 1;
  const common = Object.keys(counts).sort((a, b) => counts[b] - counts[a])[0];
  const odd = numbers.filter((n) => table.get(n) !== common);
  if (odd.length === 0) return common;
  const most = (list) => {
    const seen = {};
    for (const text of list) seen[text] = (seen[text] || 0) + 1;
    return Object.keys(seen).sort((a, b) => seen[b] - seen[a])[0];
  };
  if (odd.length <= 4) return { else: common, is: Object.fromEntries(odd.map((n) => [n, table.get(n)])) };
  const rule = { else: common, is: {}, mod100: {}, mod10: {} };
  for (let r = 0; r < 10; r++) {
    const text = most(numbers.filter((n) => n % 10 === r).map((n) => table.get(n)));
    if (text !== undefined && text !== common) rule.mod10[r] = text;
  }
  for (let r = 0; r < 100; r++) {
    const list = numbers.filter((n) => n % 100 === r && n > 100);
    const text = most((list.length ? list : numbers.filter((n) => n % 100 === r)).map((n) => table.get(n)));
    if (text !== undefined && text !== (rule.mod10[r % 10] ?? common)) rule.mod100[r] = text;
  }
  for (const n of numbers) {
    const text = rule.mod100[n % 100] ?? rule.mod10[n % 10] ?? common;
    if (text !== table.get(n)) rule.is[n] = table.get(n);
  }
  for (const key of ["is", "mod100", "mod10"]) if (!Object.keys(rule[key]).length) delete rule[key];
  return rule;
}

const range = (from, to) => [...Array(to - from + 1)].map((_, i) => from + i);
const RELATIVE = { s: [1, 44], m: [1, 1], mm: [2, 44], h: [1, 1], hh: [2, 21], d: [1, 1], dd: [2, 25], M: [1, 1], MM: [2, 10], y: [1, 1], yy: [2, 320] };

function relative(data) {
  const out = {};
  // The digits of the locale are put in last, by whoever formats.
  const back = Object.entries(digits(data)).filter(([digit]) => digit !== ",");
  const plain = (text) => back.reduce((all, [digit, own]) => all.replaceAll(own, digit), text);
  for (const [key, [from, to]] of Object.entries(RELATIVE)) {
    const forms = { in: [false, 1], ago: [false, -1], bare_in: [true, 1], bare_ago: [true, -1] };
    const entry = {};
    for (const [form, [bare, sign]] of Object.entries(forms)) {
      const textOf = (n) => {
        const text = data.relativeTime(n, bare, key, sign > 0);
        return plain(String(bare ? text : data.pastFuture(sign, text)));
      };
      entry[form] = from === to ? textOf(from) : fit(range(from, to), textOf);
    }
    if (JSON.stringify(entry.bare_in) === JSON.stringify(entry.bare_ago)) {
      entry.bare = entry.bare_in;
      delete entry.bare_in;
      delete entry.bare_ago;
    }
    out[key] = entry;
  }
  return out;
}

function meridiem(data, lower) {
  const runs = [];
  for (let minute = 0; minute < 1440; minute++) {
    const text = data.meridiem(Math.floor(minute / 60), minute % 60, lower);
    if (!runs.length || runs[runs.length - 1][1] !== text) runs.push([minute, text]);
  }
  return runs;
}

function ordinals(data) {
  const limits = { M: 12, d: 6, D: 31, DDD: 366, w: 53, W: 53, Q: 4, y: 2999 };
  const out = {};
  for (const [period, limit] of Object.entries(limits))
    out[period] = fit(range(period === "d" ? 0 : 1, limit), (n) => String(data.ordinal(n, period)));
  const texts = Object.values(out).map((rule) => JSON.stringify(rule));
  return texts.every((text) => text === texts[0]) ? { "*": out.M } : out;
}

function digits(data) {
  const out = {};
  for (const character of "0123456789,") {
    const text = data.postformat(character);
    if (text !== character) out[character] = text;
  }
  return out;
}

function eras(data) {
  return data.eras().map((era) => {
    const day = (value) => (Number.isFinite(value) ? moment(value).format("YYYY-MM-DD") : value > 0 ? "+" : "-");
    return { since: day(era.since), until: day(era.until), offset: era.offset, year: moment(era.since).year(), name: era.name, abbr: era.abbr, narrow: era.narrow };
  });
}

const out = {};
for (const name of NAMES) {
  if (name !== "en") require(`moment/locale/${name}`);
  moment.locale("en");
  const data = moment.localeData(name);
  const formats = {};
  for (const key of ["LT", "LTS", "L", "LL", "LLL", "LLLL", "l", "ll", "lll", "llll"]) formats[key] = data.longDateFormat(key);
  out[name] = {
    months: names(name, "MMMM"),
    months_short: names(name, "MMM"),
    weekdays: names(name, "dddd"),
    weekdays_short: names(name, "ddd"),
    weekdays_min: names(name, "dd"),
    formats,
    meridiem: meridiem(data, false),
    meridiem_lower: meridiem(data, true),
    ordinal: ordinals(data),
    relative: relative(data),
    dow: data.firstDayOfWeek(),
    doy: data.firstDayOfYear(),
    digits: digits(data),
    eras: eras(data),
  };
}
// A field that the language's own locale has too, or else English, is left out.
const full = structuredClone(out);
for (const name of NAMES.slice(1)) {
  const base = full[name.split("-")[0]] && name.includes("-") ? full[name.split("-")[0]] : full.en;
  for (const key of Object.keys(out[name]))
    if (JSON.stringify(full[name][key]) === JSON.stringify(base[key])) delete out[name][key];
}

const lines = Object.entries(out).map(([name, data]) => `${JSON.stringify(name)}: ${JSON.stringify(data)}`);
process.stdout.write(`{\n${lines.join(",\n")}\n}\n`);
