// The contents list follows the scroll; what is too wide can be reached by keyboard.
const contents = document.getElementById("ink-toc")
const links = new Map(all("a", contents || make("div")).map((link) => [decodeURIComponent(link.hash.slice(1)), link]))
const heads = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean)
if (heads.length) {
  let current
  const follow = () => {
    const line = innerHeight * 0.25
    let found = heads[0]
    for (const head of heads) {
      if (head.getBoundingClientRect().top > line) break
      found = head
    }
    if (scrollY + innerHeight >= root.scrollHeight - 4 && scrollY > 0) found = heads[heads.length - 1]
    if (found === current) return
    if (current) links.get(current.id).removeAttribute("aria-current")
    current = found
    const link = links.get(found.id)
    link.setAttribute("aria-current", "true")
    const list = link.closest("nav")
    if (list.scrollHeight > list.clientHeight) {
      const place = link.offsetTop - list.offsetTop
      if (place < list.scrollTop + 40 || place > list.scrollTop + list.clientHeight - 60) list.scrollTop = place - list.clientHeight / 2
    }
  }
  let waiting = false
  addEventListener("scroll", () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(() => { waiting = false; follow() })
  }, { passive: true })
  addEventListener("resize", follow, { passive: true })
  follow()
  contents.addEventListener("click", (event) => {
    if (event.target.closest("a") && contents.matches?.(":popover-open")) contents.hidePopover()
  })
}

all(".prose table").forEach((table) => {
  if (table.closest(".highlight")) return
  const first = all("tr > :first-child", table)
  if (table.rows[0]?.cells.length > 2 && first.every((cell) => cell.textContent.length <= 10)) table.classList.add("short-head")
})
const wide = all(".prose pre, .table-scroll, .prose .katex-display").map((element) => [
  element,
  element.matches("pre") ? "code" : element.matches(".katex-display") ? "math" : "table",
])
const fitRegions = () => {
  const count = {}
  const over = wide.map(([element]) => element.scrollWidth > element.clientWidth + 1)
  wide.forEach(([element, kind], index) => {
    if (over[index]) {
      count[kind] = (count[kind] || 0) + 1
      element.tabIndex = 0
      element.setAttribute("role", "region")
      element.setAttribute("aria-label", fill(text[kind], count[kind]))
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) element.removeAttribute(name)
    }
  })
}
if (wide.length) {
  fitRegions()
  addEventListener("resize", fitRegions, { passive: true })
  document.fonts?.ready.then(fitRegions)
}

// A part of a displayed formula is copied as the whole one, displayed. KaTeX's own script, which
// sees to all other selections, would take it for a formula in a line.
document.addEventListener("copy", (event) => {
  const range = getSelection().rangeCount && getSelection().getRangeAt(0)
  if (!range || range.collapsed) return
  const [from, to] = [range.startContainer, range.endContainer].map((node) => (node.closest ? node : node.parentElement)?.closest(".katex-display"))
  const tex = from && from === to && from.querySelector("annotation")
  if (!tex) return
  event.clipboardData.setData("text/plain", `$$${tex.textContent}$$`)
  event.preventDefault()
  event.stopImmediatePropagation()
}, true)
