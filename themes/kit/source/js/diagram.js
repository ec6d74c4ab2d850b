// Mermaid's diagrams, drawn when the reader comes near, in the colours of the page.
{
const { all, loadScript, root, scheme, site, text, whenNear } = window.inkpost
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
}
