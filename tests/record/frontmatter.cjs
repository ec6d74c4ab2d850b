// Records how hexo-front-matter splits texts: NODE_PATH=…/node_modules node frontmatter.cjs < texts.json > front_matter.json
// texts.json: a list of texts, or an earlier front_matter.json. BOM and CRLF are dropped first, as Hexo's file reader does.
const fs = require("fs");
process.env.TZ = "UTC";
const { parse } = require("hexo-front-matter");

const given = JSON.parse(fs.readFileSync(0, "utf8"));
const texts = Array.isArray(given) ? given : given.rows.map((row) => row[0]);
const rows = texts.map((text) => {
  try {
    const data = parse(text.replace(/\r\n/g, "\n").replace(/^\ufeff/, ""));
    if (Array.isArray(data)) return [text, { error: "list" }];
    const body = data._content;
    delete data._content;
    return [text, { keys: data instanceof Date ? [] : Object.keys(data), body }];
  } catch (error) {
    return [text, { error: error.reason || String(error) }];
  }
});
process.stdout.write(JSON.stringify({ "hexo-front-matter": require("hexo-front-matter/package.json").version, rows }) + "\n");
