// What few pages need: embeds, diagrams, comments, analytics, guesses on the page for what is lost.
const { all, loadScript, make, root, scheme, site, text } = window.inkpost
const whenNear = (element, run) => {
  if (!("IntersectionObserver" in window)) return run()
  const watch = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) { watch.disconnect(); run() }
  }, { rootMargin: "400px" })
  watch.observe(element)
}

all(".embed a").forEach((link) => link.addEventListener("click", (event) => {
  const frame = link.closest(".embed")
  if (!frame.dataset.src) return
  event.preventDefault()
  const height = frame.dataset.height
  if (height) frame.style.cssText = `aspect-ratio:auto;height:${/^\d+$/.test(height) ? `${height}px` : height}`
  frame.replaceChildren(make("iframe", { src: frame.dataset.src, title: link.textContent, allowfullscreen: "", loading: "lazy" }))
}))

const drawings = all("pre.mermaid")
if (drawings.length && site.mermaid) {
  const sources = new Map(drawings.map((drawing) => [drawing, drawing.textContent]))
  let ready
  const draw = async (drawing, index) => {
    try {
      await (ready ||= loadScript(site.mermaid))
      const style = getComputedStyle(root)
      const value = (name) => style.getPropertyValue(name).trim()
      window.mermaid.initialize({
        startOnLoad: false, securityLevel: "strict", theme: "base", fontFamily: value("--sans"),
        themeVariables: {
          darkMode: scheme() === "dark", background: value("--card"), primaryColor: value("--tint"), primaryTextColor: value("--text"),
          primaryBorderColor: value("--accent"), lineColor: value("--muted"), textColor: value("--text"), secondaryColor: value("--code"),
          tertiaryColor: value("--card"), noteBkgColor: value("--mark"), noteTextColor: value("--text"), edgeLabelBackground: value("--bg"),
        },
      })
      const { svg } = await window.mermaid.render(`diagram-${index}-${scheme()}`, sources.get(drawing))
      drawing.innerHTML = svg
      drawing.dataset.drawn = ""
    } catch {
      drawing.textContent = sources.get(drawing)
      drawing.title = text.mermaid
      drawing.dataset.drawn = "failed"
      document.getElementById(`ddiagram-${index}-${scheme()}`)?.remove()
    }
  }
  drawings.forEach((drawing, index) => whenNear(drawing, () => draw(drawing, index)))
  addEventListener("schemechange", async () => {
    for (const [index, drawing] of drawings.entries()) if ("drawn" in drawing.dataset) await draw(drawing, index)
  })
}

all("[data-comments]").forEach((frame) => {
  const start = async () => {
    try {
      if (!window.inkpostComments) await loadScript(site.comments)
      await window.inkpostComments(frame, { loadScript, make, scheme })
    } catch { frame.replaceChildren(make("p", { class: "comments-note" }, text.comments)) }
  }
  frame.querySelector("button")?.addEventListener("click", start)
  if (frame.dataset.load === "visible") whenNear(frame, start)
})

all("[data-analytics]").forEach((plan) => {
  const refused = plan.dataset.dnt === "true" && (navigator.doNotTrack === "1" || navigator.globalPrivacyControl)
  if (refused) return
  const { src, id, attributes } = JSON.parse(plan.textContent)
  loadScript(src, { async: "", ...attributes }).catch(() => {})
  if (plan.dataset.analytics === "google") {
    const layer = window.dataLayer = window.dataLayer || []
    // The library wants the `arguments` object itself.
    const tell = function () { layer.push(arguments) }
    tell("js", new Date())
    tell("config", id)
  }
})

// A page that is not there: the pages whose addresses are most like the one that was asked for.
const guess = document.querySelector("[data-guess]")
if (guess && site.search) fetch(site.search.index).then((answer) => answer.json()).then(({ docs }) => {
  const asked = decodeURIComponent(location.pathname).toLowerCase().split("/").filter(Boolean).pop() || ""
  const pairs = (word) => new Set([...word].slice(0, -1).map((letter, index) => letter + [...word][index + 1]))
  const wanted = pairs(asked)
  const near = docs.map((doc) => {
    const own = pairs(`${decodeURIComponent(doc.u)} ${doc.t}`.toLowerCase())
    return [[...wanted].filter((pair) => own.has(pair)).length / (wanted.size || 1), doc]
  }).filter(([share]) => share > 0.6).sort((one, other) => other[0] - one[0]).slice(0, 3)
  if (!near.length) return guess.append(make("p", {}, guess.dataset.guess))
  const items = near.map(([, doc]) => make("li", {}, make("a", { href: site.root + doc.u }, doc.t)))
  guess.append(make("h2", {}, guess.getAttribute("aria-label")), make("ul", {}, ...items))
}).catch(() => {})
