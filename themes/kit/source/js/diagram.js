// Mermaid's diagrams, drawn when the reader comes near, in the colours of the page.
{
const { all, loadScript, make, root, scheme, site, text, whenNear } = window.inkpost
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
  const redraw = async () => {
    for (const [index, drawing] of drawings.entries()) if ("drawn" in drawing.dataset) await draw(drawing, index)
  }
  addEventListener("schemechange", redraw)

  // What is printed is the page as it stands when this has run: so the library is waited for, and
  // all is drawn, what the reader has not come near too, in light colours.
  let stored
  addEventListener("beforeprint", () => {
    if (scheme() === "dark") {
      stored = root.dataset.scheme || "system"
      root.dataset.scheme = "light"
    }
    try {
      if (!window.mermaid) {
        const request = new XMLHttpRequest()
        request.open("GET", site.mermaid, false)
        request.send()
        document.head.append(make("script", {}, request.responseText))
      }
    } catch {}
    if (window.mermaid) ready = Promise.resolve()
    drawings.forEach(draw)
  })
  addEventListener("afterprint", () => {
    if (!stored) return
    stored === "dark" ? root.dataset.scheme = stored : delete root.dataset.scheme
    stored = ""
    redraw()
  })
}
}
