// Records what js-yaml writes: NODE_PATH=…/node_modules node yamldump.cjs < values.json > yaml_dump.json
// values.json: a list of JSON values, or an earlier yaml_dump.json.
const fs = require("fs");
const yaml = require("js-yaml");
const given = JSON.parse(fs.readFileSync(0, "utf8"));
const values = Array.isArray(given) ? given : given.rows.map((row) => row[0]);
const rows = values.map((value) => [value, yaml.dump(structuredClone(value), { noRefs: true })]);
process.stdout.write(JSON.stringify({ "js-yaml": require("js-yaml/package.json").version, rows }) + "\n");
