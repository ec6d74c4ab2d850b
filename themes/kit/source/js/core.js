// What every page needs: the scheme, the search button, the button to the top.
const root = document.documentElement
const all = (query, from = document) => [...from.querySelectorAll(query)]
const site = JSON.parse(document.getElementById("site-data")?.textContent || "{}")
const text = site.text || {}
const fill = (pattern, value) => (pattern || "").replace(/%[sd]/, () => value)
const darkMedia = matchMedia("(prefers-color-scheme: dark)")
const scheme = () => root.dataset.scheme || (darkMedia.matches ? "dark" : "light")
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}
const load = (element) => new Promise((done, fail) => {
  element.onload = done
  element.onerror = fail
  document.head.append(element)
})
const loadScript = (src, attributes = {}) => load(make("script", { src, ...attributes }))
const whenNear = (element, run) => {
  const watch = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) { watch.disconnect(); run() }
  }, { rootMargin: "400px" })
  watch.observe(element)
}
// The browser's own bars take the colour of the page.
const tellScheme = () => {
  all("[name=theme-color]").forEach((bar) => { bar.content = getComputedStyle(document.body).backgroundColor })
  dispatchEvent(new CustomEvent("schemechange", { detail: scheme() }))
}
if (root.dataset.scheme) tellScheme()

// A click stores the other scheme; holding the button goes back to the system's.
all("[data-scheme-toggle]").forEach((button) => {
  let held = 0
  const store = (value) => {
    try { value ? localStorage.setItem("scheme", value) : localStorage.removeItem("scheme") } catch {}
    value ? root.dataset.scheme = value : delete root.dataset.scheme
    tellScheme()
  }
  button.addEventListener("pointerdown", () => { held = setTimeout(() => { held = -1; store("") }, 700) })
  button.addEventListener("pointerleave", () => clearTimeout(held))
  button.addEventListener("click", () => {
    if (held === -1) return held = 0
    clearTimeout(held)
    store(scheme() === "dark" ? "light" : "dark")
  })
})
darkMedia.addEventListener?.("change", tellScheme)

let marked = false
const markScroll = () => {
  if (marked !== (marked = scrollY > 600)) root.classList.toggle("scrolled", marked)
}
addEventListener("scroll", markScroll, { passive: true })
markScroll()

// Search costs nothing before it is asked for.
let searching
const loadSearch = () => searching ||= Promise.all([
  loadScript(site.search.script), load(make("link", { rel: "stylesheet", href: site.search.style })),
]).catch((error) => { searching = null; throw error })
const openSearch = async () => {
  const field = document.querySelector("[data-search-page] input")
  if (field) return field.focus()
  try {
    await loadSearch()
    window.inkpostSearch.open(site, make)
  } catch { location.href = document.querySelector("[data-search]")?.href || site.root }
}
if (site.search) {
  all("[data-search]").forEach((link) => link.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    openSearch()
  }))
  const page = document.querySelector("[data-search-page]")
  if (page) {
    const field = page.querySelector("input")
    const mount = () => loadSearch().then(() => window.inkpostSearch.mount(page, site, make)).catch(() => page.classList.add("failed"))
    const asked = new URLSearchParams(location.search).get("q")
    if (asked && field) field.value = asked
    if (!field || field.value || field === document.activeElement) mount()
    else field.addEventListener("focus", mount, { once: true })
  }
}
addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return
  if (site.search?.shortcut && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault()
    return openSearch()
  }
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return
  if (event.target.closest?.("input, textarea, select, [contenteditable]")) return
  if (site.search?.shortcut && event.key === "/") { event.preventDefault(); openSearch() }
  if (site.keys && (event.key === "[" || event.key === "]")) {
    document.querySelector(`main a[rel=${event.key === "[" ? "prev" : "next"}]`)?.click()
  }
})

// The rest is for pages that have something of it.
const parts = { notes: ".footnote-ref", zoom: ".prose img", diagram: "pre.mermaid", extra: ".embed, [data-comments], [data-analytics]", missing: "[data-guess]" }
for (const [name, query] of Object.entries(parts)) if (site[name] && document.querySelector(query)) {
  window.inkpost = { all, load, loadScript, make, root, scheme, site, text, whenNear }
  loadScript(site[name]).catch(() => {})
}
