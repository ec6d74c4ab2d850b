// A page that is not there: the pages whose addresses are most like the one that was asked for
// take the first rows of the recent ones, so that nothing moves.
{
const { make, site } = window.inkpost
const guess = document.querySelector("[data-guess]")
if (site.search) fetch(site.search.index).then((answer) => answer.json()).then(({ docs }) => {
  const asked = decodeURIComponent(location.pathname).toLowerCase().split("/").filter(Boolean).pop() || ""
  const pairs = (word) => new Set([...word].slice(0, -1).map((letter, index) => letter + [...word][index + 1]))
  const wanted = pairs(asked)
  const near = docs.map((doc) => {
    const own = pairs(`${decodeURIComponent(doc.u)} ${doc.t}`.toLowerCase())
    return [[...wanted].filter((pair) => own.has(pair)).length / (wanted.size || 1), doc]
  }).filter(([share]) => share > 0.6).sort((one, other) => other[0] - one[0]).slice(0, 3)
  if (!near.length) return
  const [title, list] = guess.children
  const rest = [...list.children].filter((row) => !near.some(([, doc]) => row.firstChild.pathname === new URL(site.root + doc.u, location).pathname))
  const rows = near.map(([, doc]) => make("li", {}, make("a", { href: site.root + doc.u }, doc.t)))
  const left = rest.slice(0, Math.max(0, list.children.length - 1 - near.length))
  guess.replaceChildren(make("h2", {}, guess.dataset.guess), make("ul", {}, ...rows))
  if (left.length) guess.append(make("h2", { id: title.id }, title.textContent), make("ul", {}, ...left))
}).catch(() => {})
}
