// The five comment services. Each is contacted only when the reader asks, or comes near.
window.inkpostComments = async (frame, { loadScript, make, scheme }) => {
  const kind = frame.dataset.comments
  const plan = JSON.parse(frame.querySelector("script").textContent)
  const place = make("div", { id: `comments-${kind}` })
  const look = () => plan[scheme()]
  const follow = (run) => addEventListener("schemechange", run)
  frame.replaceChildren(place)
  if (kind === "giscus" || kind === "utterances") {
    const attributes = Object.fromEntries(Object.entries(plan.attributes).filter(([, value]) => value !== ""))
    attributes[kind === "giscus" ? "data-theme" : "theme"] = look()
    place.append(make("script", { src: plan.script, crossorigin: "anonymous", async: "", ...attributes }))
    follow(() => {
      const inner = place.querySelector("iframe")
      const message = kind === "giscus" ? { giscus: { setConfig: { theme: look() } } } : { type: "set-theme", theme: look() }
      inner?.contentWindow.postMessage(message, new URL(inner.src).origin)
    })
  } else if (kind === "waline") {
    document.head.append(make("link", { rel: "stylesheet", href: plan.style }))
    const { init } = await import(plan.module)
    const options = { el: place, ...plan.options, dark: scheme() === "dark" ? "html" : false }
    const board = init(options)
    follow(() => board.update({ dark: scheme() === "dark" ? "html" : false }))
  } else if (kind === "twikoo") {
    await loadScript(plan.script)
    await window.twikoo.init({ el: place, ...plan.options })
  } else if (kind === "disqus") {
    place.id = "disqus_thread"
    window.disqus_config = function () { Object.assign(this.page, plan.page) }
    await loadScript(plan.script, { "data-timestamp": String(Date.now()) })
    follow(() => window.DISQUS?.reset({ reload: true }))
  }
}
