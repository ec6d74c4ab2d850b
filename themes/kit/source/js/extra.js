// What few pages need: embeds, comments, analytics.
{
const { all, loadScript, make, scheme, site, text, whenNear } = window.inkpost
all(".embed a").forEach((link) => link.addEventListener("click", (event) => {
  const frame = link.closest(".embed")
  if (!frame.dataset.src) return
  event.preventDefault()
  const height = frame.dataset.height
  if (height) frame.style.cssText = `aspect-ratio:auto;height:${/^\d+$/.test(height) ? `${height}px` : height}`
  frame.replaceChildren(make("iframe", { src: frame.dataset.src, title: link.textContent, allowfullscreen: "", loading: "lazy" }))
}))

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
}
