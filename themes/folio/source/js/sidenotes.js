// Footnotes beside the text. They stay at the foot as well, for narrow windows and for printing.
{
const { all, make } = window.inkpost
const notesRoom = matchMedia("(min-width: 1280px)")
const calls = all(".with-notes .prose .footnote-ref a")
if (calls.length) {
  const prose = document.querySelector(".with-notes .prose")
  const seen = new Set()
  const notes = []
  for (const call of calls) {
    const note = document.getElementById(decodeURIComponent(call.hash.slice(1)))
    if (!note || seen.has(note.id)) continue
    seen.add(note.id)
    const side = make("aside", { class: "sidenote", "aria-hidden": "true" })
    side.innerHTML = note.innerHTML
    all("[id]", side).forEach((element) => element.removeAttribute("id"))
    all("a", side).forEach((element) => { element.tabIndex = -1 })
    side.prepend(make("sup", {}, call.textContent.replace(/[[\]]/g, "")), " ")
    const first = side.querySelector("p")
    if (first) first.prepend(...[...side.childNodes].slice(0, 2))
    prose.append(side)
    notes.push([call, side])
  }
  const place = () => {
    if (!notesRoom.matches) return
    let free = 0
    const top = prose.getBoundingClientRect().top
    for (const [call, side] of notes) {
      const wanted = Math.max(free, call.getBoundingClientRect().top - top - 6)
      side.style.top = `${wanted}px`
      free = wanted + side.offsetHeight + 12
    }
  }
  place()
  addEventListener("resize", place, { passive: true })
  addEventListener("load", place)
  document.fonts?.ready.then(place)
}
}
