// Records what js-yaml makes of snippets: NODE_PATH=…/node_modules node yaml.cjs < snippets.json > js_yaml.json
// snippets.json: a list of texts, or an earlier js_yaml.json. Leading tabs become two spaces, as in Hexo.
const fs = require("fs");
const yaml = require("js-yaml");

const given = JSON.parse(fs.readFileSync(0, "utf8"));
const texts = Array.isArray(given) ? given : given.rows.map((row) => row[0]);

function plain(value) {
  if (value instanceof Date) return { $date: isNaN(value) ? null : value.toISOString() };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  if (typeof value === "number" && !Number.isFinite(value)) return { $number: String(value) };
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map(plain);
  if (value && typeof value === "object") return { $map: Object.entries(value).map(([k, v]) => [k, plain(v)]) };
  return value;
}

const rows = texts.map((text) => {
  try {
    const tabs = text.replace(/\n(\t+)/g, (_, t) => "\n" + "  ".repeat(t.length));
    return [text, { value: plain(yaml.load(tabs)) }];
  } catch (error) {
    if (!error.mark) return [text, { error: "depth" }];
    return [text, { error: error.reason, line: error.mark.line }];
  }
});
process.stdout.write(JSON.stringify({ "js-yaml": require("js-yaml/package.json").version, rows }, null, 0) + "\n");
