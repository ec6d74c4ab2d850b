// A picture that is shown smaller than it is can be seen large.
{
const { all, load, make, site, text } = window.inkpost
let styled
all(".prose img").forEach((picture) => {
  const link = picture.closest("a")
  const itself = link && (link.classList.contains("zoom") || /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(link.pathname))
  if (link && !itself || picture.closest(".embed") || picture.classList.contains("inline-image")) return
  const open = async () => {
    await (styled ||= load(make("link", { rel: "stylesheet", href: site.zoomStyle })).catch(() => {}))
    if (document.querySelector(".zoom-dialog")) return
    const large = make("img", { src: itself ? link.href : picture.currentSrc || picture.src, alt: picture.alt })
    const close = make("button", { class: "zoom-close", type: "button", "aria-label": text.close }, "✕")
    const caption = picture.closest("figure")?.querySelector("figcaption")?.textContent.trim()
    const dialog = make("dialog", { class: "zoom-dialog", "aria-label": picture.alt || text.zoom }, large, close)
    if (caption) dialog.append(make("div", { class: "zoom-caption" }, caption))
    dialog.addEventListener("close", () => dialog.remove())
    dialog.addEventListener("click", (event) => {
      if (event.target === large && large.naturalWidth > innerWidth && !dialog.classList.contains("full")) return dialog.classList.add("full")
      dialog.close()
    })
    document.body.append(dialog)
    dialog.showModal()
  }
  const mark = () => {
    const width = Number(picture.dataset.width) || picture.naturalWidth
    if (width && width <= picture.clientWidth * 1.1 && !/\.svg/.test(picture.src)) return
    picture.classList.add("zoomable")
    if (!link) {
      picture.tabIndex = 0
      picture.setAttribute("role", "button")
      picture.setAttribute("aria-label", `${text.zoom}${picture.alt ? `: ${picture.alt}` : ""}`)
    }
    const target = link || picture
    target.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey) return
      event.preventDefault()
      open()
    })
    target.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open() }
    })
  }
  picture.complete ? mark() : picture.addEventListener("load", mark, { once: true })
})
}
