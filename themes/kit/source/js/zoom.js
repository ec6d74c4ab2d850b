// A picture that is shown smaller than it is can be seen large.
{
const { all, load, make, site, text } = window.inkpost
let styled
all(".prose img").forEach((picture) => {
  const link = picture.closest("a")
  const itself = link && (link.matches(".zoom") || /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(link.pathname))
  if (link && !itself || picture.matches(".embed *, .inline-image")) return
  const open = async () => {
    await (styled ||= load(make("link", { rel: "stylesheet", href: site.zoomStyle })).catch(() => {}))
    if (document.querySelector(".zoom-dialog")) return
    const large = make("img", { src: itself ? link.href : picture.currentSrc || picture.src, alt: picture.alt })
    const close = make("button", { class: "zoom-close", type: "button", "aria-label": text.close }, "✕")
    const caption = picture.closest("figure")?.querySelector("figcaption")?.textContent
    const dialog = make("dialog", { class: "zoom-dialog", "aria-label": picture.alt || text.zoom }, large, close)
    if (caption) dialog.append(make("div", { class: "zoom-caption" }, caption))
    dialog.onclose = () => dialog.remove()
    const full = () => dialog.matches(".full")
    dialog.onclick = ({ target }) => {
      if (target === large && large.naturalWidth > innerWidth && !full()) dialog.classList.add("full")
      else dialog.close()
    }
    // Arrows turn to the picture before and after, unless they move about in a large one.
    dialog.onkeydown = ({ key }) => {
      const shown = all(".zoomable")
      const other = shown[shown.indexOf(picture) + { ArrowLeft: -1, ArrowRight: 1 }[key]]
      if (!other || full()) return
      dialog.remove()
      other.closest("a, img").focus()
      other.click()
    }
    document.body.append(dialog)
    dialog.showModal()
  }
  const mark = () => {
    const width = picture.dataset.width || picture.naturalWidth
    if (width && width <= picture.clientWidth * 1.1 && !/\.svg/.test(picture.src)) return
    picture.classList.add("zoomable")
    if (!link) {
      picture.tabIndex = 0
      picture.setAttribute("role", "button")
      picture.setAttribute("aria-label", `${text.zoom}${picture.alt ? `: ${picture.alt}` : ""}`)
    }
    const target = link || picture
    const start = (event) => {
      if (event.metaKey || event.ctrlKey || event.key && event.key !== "Enter" && event.key !== " ") return
      event.preventDefault()
      open()
    }
    target.addEventListener("click", start)
    target.addEventListener("keydown", start)
  }
  picture.complete ? mark() : picture.addEventListener("load", mark, { once: true })
})
}
