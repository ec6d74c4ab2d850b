// Records what JavaScript's Date makes of texts: node dates.cjs < texts.json > js_dates.json
// texts.json: a list of texts, or an earlier js_dates.json.
const { execFileSync } = require("child_process");
const fs = require("fs");

const given = JSON.parse(fs.readFileSync(0, "utf8"));
const texts = Array.isArray(given) ? given : given.texts;
const zones = {};
for (const zone of ["UTC", "Asia/Shanghai", "America/New_York"]) {
  const code =
    "const t=JSON.parse(require('fs').readFileSync(0,'utf8'));" +
    "process.stdout.write(JSON.stringify(t.map(x=>{const d=new Date(x);" +
    "return isNaN(d)||d.getUTCFullYear()<1||d.getUTCFullYear()>9999?null:d.toISOString()})))";
  zones[zone] = JSON.parse(
    execFileSync(process.execPath, ["-e", code], {
      input: JSON.stringify(texts),
      env: { ...process.env, TZ: zone },
      maxBuffer: 1 << 28,
    }),
  );
}
process.stdout.write(JSON.stringify({ node: process.version, texts, zones }, null, 0) + "\n");
