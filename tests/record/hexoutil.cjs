// Records anew what hexo-util, Hexo's helpers and micromatch make of the inputs in tests/data/hexo:
// TZ=UTC node hexoutil.cjs FOLDER_OF_NODE_MODULES tests/data/hexo
// Every table keeps its inputs; only the results are written again.
const fs = require("fs");
const path = require("path");

const [modules, data] = process.argv.slice(2).map((each) => path.resolve(each));
const load = (name) => require(path.join(modules, name));
const util = load("hexo-util");
const helper = (name) => load(`hexo/dist/plugins/helper/${name}.js`);
const file = (name) => path.join(data, `${name}.json`);
const read = (name) => JSON.parse(fs.readFileSync(file(name), "utf8"));
const lines = (rows, indent) => rows.map((row) => indent + JSON.stringify(row)).join(",\n");
const orNull = (run) => {
  try {
    return run();
  } catch {
    return null;
  }
};
const record = async (name, evaluate) => {
  const rows = [];
  for (const row of read(name)) rows.push(await evaluate(row));
  fs.writeFileSync(file(name), `[\n${lines(rows, " ")}\n]\n`);
};

const PLAIN = { url: "http://example.com", root: "/", relative_link: false, pretty_urls: {} };
const SUB = {
  url: "https://博客.网络/sub",
  root: "/sub/",
  relative_link: false,
  pretty_urls: { trailing_index: false, trailing_html: false },
};
const SEGMENTS = {
  year: /(\d{4})/,
  month: /(\d{2})/,
  day: /(\d{2})/,
  i_month: /(\d{1,2})/,
  i_day: /(\d{1,2})/,
  hash: /([0-9a-f]{12})/,
};

const recordUrls = ({ url }) => ({
  url,
  encode: orNull(() => util.encodeURL(url)),
  root: orNull(() => util.url_for.call({ config: PLAIN, path: "" }, url)),
  sub: orNull(() => util.url_for.call({ config: SUB, path: "" }, url)),
  full: orNull(() => util.full_url_for.call({ config: PLAIN }, url)),
  full_sub: orNull(() => util.full_url_for.call({ config: SUB }, url)),
  external: orNull(() => util.isExternalLink(url, "http://example.com", ["cdn.net"])),
});

const recordPermalink = (row) => {
  const { rule, post, folder, zone } = row;
  const config = {
    permalink: rule,
    post_asset_folder: folder,
    default_category: "uncategorized",
    permalink_defaults: { lang: "en", series: "none", num: 9 },
  };
  const result = load("hexo/dist/plugins/filter/post_permalink.js").call(
    { config },
    {
      slug: post.slug,
      title: post.title,
      id: post.id,
      date: load("moment-timezone").tz(post.date, zone),
      categories: { length: post.category ? 1 : 0, last: () => ({ slug: post.category }) },
      ...post.values,
    },
  );
  return { ...row, path: result };
};

const stem = (name) => name.substring(0, name.length - path.extname(name).length);
const recordFilename = ([rule, name]) => {
  const found = new util.Permalink(stem(rule), { segments: SEGMENTS }).parse(stem(name));
  const title = util.slugize(stem(name));
  return [rule, name, { title, ...found }];
};

const recordText = ({ text, truncate, wrap }) => ({
  text,
  titlecase: load("titlecase")(text),
  truncate: truncate.map(([options]) => [options, util.truncate(text, options)]),
  wrap: wrap.map(([width]) => [width, util.wordWrap(text, { width })]),
});

const recordLink = ([html]) => {
  const config = {
    url: PLAIN.url,
    external_link: { enable: true, field: "site", exclude: ["friend.net"] },
  };
  return [html, load("hexo/dist/plugins/filter/after_render/external_link.js").call({ config }, html)];
};

const recordGlobs = () => {
  const { paths, patterns } = read("globs");
  const isMatch = load("micromatch").isMatch;
  const rows = patterns.map(([pattern]) => [
    pattern,
    paths.flatMap((each, index) => (isMatch(each, pattern) ? [index] : [])),
  ]);
  const head = `{\n "paths": ${JSON.stringify(paths)},\n "patterns": [\n`;
  fs.writeFileSync(file("globs"), `${head}${lines(rows, "  ")}\n ]\n}\n`);
};

const recordAll = async () => {
  const Tag = load("hexo/dist/extend/tag.js");
  const tag = new Tag();
  tag.register("t", (args) => JSON.stringify(args));
  tag.register("b", (args, body) => JSON.stringify(body), { ends: true });
  await record("slugize", ([text]) => [
    text,
    util.slugize(text),
    util.slugize(text, { transform: 1 }),
    util.slugize(text, { transform: 2 }),
    util.slugize(text, { separator: "_" }),
  ]);
  await record("urls", recordUrls);
  await record("relative", ([from, to]) => [from, to, util.relative_url(from, to)]);
  await record("permalinks", recordPermalink);
  await record("filenames", recordFilename);
  await record("text", recordText);
  await record("numbers", ([n, options]) => [n, options, helper("number_format")(n, options)]);
  await record("markup", ([html]) => [
    html,
    util.stripHTML(html),
    util.escapeHTML(html),
    util.unescapeHTML(html),
  ]);
  await record("toc", ([html, cases]) => [
    html,
    cases.map(([options]) => [options, helper("toc")(html, options)]),
  ]);
  await record("links", recordLink);
  await record("tag-args", async ([args]) => [args, JSON.parse(await tag.render(`{% t ${args} %}`))]);
  await record("tag-bodies", async ([body]) => [
    body,
    JSON.parse(await tag.render(`{% b %}${body}{% endb %}`)),
  ]);
  recordGlobs();
};

recordAll();
