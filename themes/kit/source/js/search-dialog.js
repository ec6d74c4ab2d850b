// The search dialog, and the same on a page of its own.
window.inkpostSearch = (() => {
  let dialog

  const build = (frame, site, make, close) => {
    const words = site.text
    const number = document.querySelectorAll(".search-input").length
    // The field of a page is there already, and the reader may be writing in it.
    const input = frame.querySelector("input") || make("input", { class: "search-input", type: "search", placeholder: words.placeholder, "aria-label": words.search, enterkeyhint: "search" })
    const traits = { autocomplete: "off", spellcheck: "false", role: "combobox", "aria-expanded": "false", "aria-controls": `search-results-${number}`, "aria-autocomplete": "list" }
    for (const [name, value] of Object.entries(traits)) input.setAttribute(name, value)
    const box = input.parentElement || make("div", { class: "search-box" }, input)
    if (close) {
      const button = make("button", { class: "search-close", type: "button", "aria-label": words.searchClose }, "✕")
      button.addEventListener("click", close)
      box.append(button)
    }
    const status = make("p", { class: "search-status", role: "status" }, words.hint)
    const results = make("ul", { class: "search-results", id: `search-results-${number}`, role: "listbox", "aria-label": words.search })
    const more = make("button", { class: "button search-more", type: "button", hidden: "" }, words.more)
    for (const old of [...frame.children]) if (old !== box) old.remove()
    frame.append(...box.parentElement ? [] : [box], status, results, more)
    if (close) frame.append(make("p", { class: "search-keys" }, words.keys))

    const marked = (value, terms) => {
      const folded = inkpostIndex.fold(value)
      if (folded.length !== value.length) return [value]
      const parts = []
      let place = 0
      while (place < value.length) {
        let next = -1
        let length = 0
        for (const term of terms) {
          const found = folded.indexOf(term, place)
          if (found >= 0 && (next < 0 || found < next || found === next && term.length > length)) { next = found; length = term.length }
        }
        if (next < 0) break
        parts.push(value.slice(place, next), make("mark", {}, value.slice(next, next + length)))
        place = next + length
      }
      return [...parts, value.slice(place)]
    }
    const show = (found, { terms, done, rest }) => {
      const items = found.slice(0, 50).map(({ doc, id, section, text }, index) => {
        const link = make("a", { class: "search-result", role: "option", id: `search-${number}-${index}`, tabindex: "-1", "aria-selected": "false", href: site.root + doc.u + (id ? `#${encodeURIComponent(id)}` : "") })
        link.append(make("strong", {}, ...marked(doc.t, terms)))
        if (section) link.append(make("small", { class: "search-section" }, ...marked(section, terms)))
        if (text) link.append(make("small", {}, ...marked(text, terms)))
        if (close) link.addEventListener("click", close)
        return make("li", { role: "presentation" }, link)
      })
      results.replaceChildren(...items)
      input.setAttribute("aria-expanded", String(items.length > 0))
      input.removeAttribute("aria-activedescendant")
      more.hidden = !(done && rest)
      status.textContent = found.length
        ? (found.length === 1 ? words.one : words.many.replace("%d", found.length))
        : done ? words.none.replace("%s", input.value.trim()) : words.loading
    }
    let turn = 0
    const run = async (wanted) => {
      const mine = ++turn
      if (!input.value.trim()) {
        results.replaceChildren()
        more.hidden = true
        status.textContent = words.hint
        return
      }
      status.textContent = words.loading
      try {
        await inkpostIndex.search(site, input.value, (found, state) => { if (mine === turn) show(found, state) }, () => mine !== turn, wanted)
      } catch { if (mine === turn) status.textContent = words.failed }
    }
    let timer
    input.addEventListener("input", (event) => {
      if (event.isComposing) return
      clearTimeout(timer)
      timer = setTimeout(run, 120)
    })
    input.addEventListener("compositionend", () => run())
    more.addEventListener("click", () => run(Infinity))
    const choose = (step) => {
      const options = [...results.querySelectorAll("a")]
      if (!options.length) return
      const now = options.findIndex((option) => option.getAttribute("aria-selected") === "true")
      const next = (now + step + options.length) % options.length
      options.forEach((option, index) => option.setAttribute("aria-selected", String(index === next)))
      options[next].scrollIntoView({ block: "nearest" })
      input.setAttribute("aria-activedescendant", options[next].id)
    }
    frame.addEventListener("keydown", (event) => {
      if (event.isComposing) return
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault()
        choose(event.key === "ArrowDown" ? 1 : results.querySelector("[aria-selected=true]") ? -1 : 0)
      } else if (event.key === "Enter" && event.target === input) {
        const option = results.querySelector("[aria-selected=true]") || results.querySelector("a")
        if (option) { event.preventDefault(); option.click() }
      }
    })
    inkpostIndex.load(site).catch(() => { status.textContent = words.failed })
    return { input, run }
  }

  const open = (site, make) => {
    if (!dialog) {
      dialog = make("dialog", { class: "search-dialog", "aria-label": site.text.search })
      document.body.append(dialog)
      dialog.input = build(dialog, site, make, () => dialog.close()).input
      dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close() })
    }
    if (!dialog.open) dialog.showModal()
    dialog.input.focus()
    dialog.input.select()
  }
  const mount = (frame, site, make) => {
    const { input, run } = build(frame, site, make, null)
    if (input.value) run()
  }
  return { open, mount }
})()
