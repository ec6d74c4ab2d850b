// Records what moment prints: NODE_PATH=…/node_modules node moment.cjs [count] > moment.json
// Rows are drawn by a fixed sequence, so that a rerun records the same questions.
const moment = require("moment-timezone");

const locales = Object.keys(require(process.cwd() + "/src/inkpost/hexo/moment_locales.json"));
const zones = ["UTC", "Asia/Shanghai", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"];
const tokens = (
  "M Mo MM MMM MMMM D Do DD DDD DDDo DDDD d do dd ddd dddd e E w wo ww W Wo WW YY YYYY YYYYY YYYYYY Y y yo yy N NNNN NNNNN " +
  "gg gggg GG GGGG ggggg Q Qo A a H HH h hh k kk m mm s ss S SS SSS SSSS SSSSSSSSS hmm hmmss Hmm Hmmss eHHmm Z ZZ z zz X x " +
  "LT LTS L LL LLL LLLL l ll lll llll"
).split(" ");
const fixed = [
  "YYYY-MM-DD", "HH:mm:ss", "YYYY-MM-DD HH:mm:ss", "MMM D, YYYY", "YYYY年M月D日", "MMMM YYYY", "D MMMM YYYY", "Do MMMM", "D MMM", "D-MMM-YYYY",
  "dddd, D MMMM YYYY", "[at] HH:mm", "[L] L", "\\Y\\M YYYY", "[[x]] M", "w|", "Wo|", "YYYY/MM/DD [星期]d", "h:mm A", "YYYYMMDDHHmmss", "M月", "", "LLLL [x]",
  "dddd HH:mm", "[В] dddd", "D. MMMM", "T", "e.g. M", "[x", "x]", "\\e", "MMMMM", "DDDDD", "ddddd", "SSSSSSSSSS", "LTSL", "llllll", "MMMM D",
];

let state = 20240305;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const pick = (list) => list[Math.floor(random() * list.length)];
const count = Number(process.argv[2] || 420);

const format = [];
const relative = [];
function ask(locale, when, zone, pattern) {
  format.push([locale, when, zone, pattern, moment(when).tz(zone).locale(locale).format(pattern)]);
}
const instant = () => Math.floor((random() * 130 - 40) * 365.25 * 86400) * 1000 + Math.floor(random() * 1000);

for (const token of tokens) ask("en", 1709600887654, "Asia/Shanghai", token);
for (const pattern of fixed) for (const locale of ["en", "zh-cn"]) ask(locale, 1709600887054, "Asia/Shanghai", pattern);
for (let i = 0; i < count; i++) {
  const pattern = random() < 0.5 ? pick(fixed) : [pick(tokens), pick(tokens), pick(tokens)].join(pick([" ", "-", "", ". ", " [x] "]));
  ask(pick(locales), instant(), pick(zones), pattern);
}
const spans = [0, 1e3, 30e3, 44e3, 45e3, 89e3, 90e3, 6e5, 44.4e5, 36e5, 81e5, 5e7, 792e5, 864e5, 13e7, 2e8, 22e8, 2.3e9, 26e8, 4e9, 7e9, 2.5e10, 2.8e10, 3e10, 5e10, 7e10, 1e12];
for (let i = 0; i < count; i++) {
  const now = instant();
  const when = now + Math.round(pick(spans) * (0.8 + random() * 0.5)) * (random() < 0.4 ? 1 : -1);
  const locale = pick(locales), bare = random() < 0.25, zone = pick(zones);
  relative.push([locale, when, now, zone, bare, moment(when).locale(locale).from(moment(now).tz(zone), bare)]);
}
const names = ["zh-CN", "zh-Hans", "zh_TW", "zh-Hant-TW", "en", "default", "EN-us", "pt-BR", "pt-PT", "de-LI", "xx", "", "fr-FR", "ja-JP", "zh", "nb-NO", "no", "en_GB", "zh_Hans_CN", "ru-RU"];
const toMoment = (lang) => (!lang || lang === "en" || lang === "default" ? "en" : lang.toLowerCase().replace("_", "-"));
const languages = names.map((name) => [name, moment().locale(toMoment(name)).locale()]);
process.stdout.write(JSON.stringify({ moment: moment.version, format, relative, languages }).replace(/\],\[/g, "],\n[") + "\n");
