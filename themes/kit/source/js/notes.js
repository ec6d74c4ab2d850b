// A footnote can be read where it is called.
{
const { all, make } = window.inkpost
let preview
const hidePreview = () => { preview?.remove(); preview = null }
if (matchMedia("(hover: hover)").matches) all(".footnote-ref a").forEach((link) => {
  link.addEventListener("mouseenter", () => {
    const note = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    if (!note) return
    hidePreview()
    preview = make("div", { class: "footnote-preview prose", "aria-hidden": "true" })
    preview.innerHTML = note.innerHTML
    all("[id]", preview).forEach((element) => element.removeAttribute("id"))
    document.body.append(preview)
    const place = link.getBoundingClientRect()
    const left = Math.max(16, Math.min(place.left + scrollX, innerWidth - preview.offsetWidth - 16))
    preview.style.left = `${left}px`
    preview.style.top = `${place.bottom + scrollY + 8}px`
  })
  link.addEventListener("mouseleave", hidePreview)
})
addEventListener("scroll", hidePreview, { passive: true })
}
