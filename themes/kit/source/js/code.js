// Buttons on code: copy, wrap, fold.
const codeRules = site.code || {}
all(".prose .highlight").forEach((figure) => {
  const code = figure.querySelector("td.code pre, pre code") || figure.querySelector("pre")
  const bar = figure.querySelector("figcaption")
  if (!code || !bar) return
  const diagram = figure.classList.contains("diagram")
  const button = (label, run) => {
    const element = make("button", { class: "code-tool", type: "button" }, label)
    element.addEventListener("click", () => run(element))
    bar.append(element)
    return element
  }
  const tooWide = () => figure.querySelector("pre").scrollWidth > figure.clientWidth + 1
  if (codeRules.wrap && !diagram && tooWide()) {
    const wrap = button(text.wrap, (self) => {
      self.setAttribute("aria-pressed", String(figure.classList.toggle("wrapped")))
      fitRegions()
    })
    wrap.setAttribute("aria-pressed", "false")
  }
  if (codeRules.copy) button(text.copy, async (self) => {
    const copy = code.cloneNode(true)
    all(".tok-gp", copy).forEach((prompt) => prompt.remove())
    try { await navigator.clipboard.writeText(copy.textContent.replace(/\n$/, "")) } catch { return getSelection().selectAllChildren(code) }
    const tell = (done) => {
      self.textContent = done ? text.copied : text.copy
      self.classList.toggle("done", done)
    }
    tell(true)
    setTimeout(tell, 1500, false)
  })
  const lines = Number(figure.dataset.lines)
  if (codeRules.fold && lines > codeRules.fold && !diagram) {
    const more = make("button", { class: "code-unfold", type: "button" })
    const set = (folded) => {
      figure.classList.toggle("folded", folded)
      more.textContent = folded ? fill(text.unfold, lines) : text.fold
      more.setAttribute("aria-expanded", String(!folded))
    }
    more.addEventListener("click", () => {
      const folded = !figure.classList.contains("folded")
      set(folded)
      if (folded) figure.scrollIntoView({ block: "nearest" })
    })
    figure.append(more)
    set(!location.hash || !figure.querySelector(CSS.escape ? `#${CSS.escape(location.hash.slice(1) || "-")}` : "i"))
  }
})
