// Looks through the site. `search-index.json` has what is searched first and says where the texts
// are; `search-HASH.json` files hold the texts of some documents each. Formats: see the generator,
// inkpost/builtin/search.py.
const inkpostIndex = (() => {
  // Full-width letters as plain ones, all small; the length stays, so that places can be marked.
  const fold = (value) => value.replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0)).toLowerCase()
  const pause = () => new Promise((done) => setTimeout(done))
  let index
  const texts = new Map()

  const load = async (site) => {
    if (index) return index
    const answer = await fetch(site.search.index, { cache: "no-cache" })
    if (!answer.ok) throw new Error(String(answer.status))
    const data = await answer.json()
    data.docs.forEach((doc) => {
      doc.title = fold(doc.t)
      doc.heads = (doc.h || []).map(([id, title]) => [id, title, fold(title)])
      doc.about = fold(doc.d || "")
    })
    return index = data
  }

  const loadTexts = async (site, shard) => {
    if (!texts.has(shard)) {
      const answer = await fetch(site.root + index.shards[shard])
      if (!answer.ok) throw new Error(String(answer.status))
      const data = await answer.json()
      for (const sections of Object.values(data)) sections.forEach((section) => { section[2] = fold(section[1]) })
      texts.set(shard, data)
    }
    return texts.get(shard)
  }

  // A word that begins where a word begins counts more; CJK text has no such places.
  const weigh = (value, term) => {
    const place = value.indexOf(term)
    if (place < 0) return 0
    return place === 0 || !/[\p{L}\p{N}]/u.test(value[place - 1]) || /[^\x00-\x7f]/.test(term[0]) ? 2 : 1
  }

  const rate = (doc, sections, terms) => {
    let score = 0
    let best = null
    for (const term of terms) {
      let found = weigh(doc.title, term) * 20 + weigh(doc.about, term) * 2
      for (const [id, title, folded] of doc.heads) {
        const weight = weigh(folded, term)
        if (weight) {
          found += weight * 6
          best ||= { id, title, text: "", rank: 2 }
        }
      }
      for (const [id, shown, folded] of sections || []) {
        const weight = weigh(folded, term)
        if (!weight) continue
        found += weight
        const rank = terms.filter((each) => folded.includes(each)).length + (id && best?.id === id ? 2 : 0)
        if (!best || !best.text || rank > best.rank) {
          const title = doc.heads.find(([own]) => own === id)?.[1] || ""
          best = { id, title, text: snippet(shown, folded, terms), rank }
        }
      }
      if (!found) return null
      score += found
    }
    return { doc, score, id: best?.id || "", section: best?.title || "", text: best?.text || doc.d || "" }
  }

  const snippet = (shown, folded, terms) => {
    const places = terms.map((term) => folded.indexOf(term)).filter((place) => place >= 0)
    const place = Math.min(...places)
    const same = shown.length === folded.length
    const from = Math.max(0, (same ? place : Math.floor(place * shown.length / folded.length)) - 32)
    return (from ? "…" : "") + shown.slice(from, from + 130).replace(/\s+/g, " ") + (from + 130 < shown.length ? "…" : "")
  }

  // Tells results as they come: first what titles and headings say, then text after text.
  const search = async (site, query, tell, isStale, wanted = 20) => {
    const terms = [...new Set(fold(query).split(/\s+/).filter(Boolean))]
    const { docs, shards } = await load(site)
    const found = new Map()
    const put = (doc, sections) => {
      const result = rate(doc, sections, terms)
      if (result) found.set(doc, result)
    }
    const sorted = () => [...found.values()].sort((one, other) => other.score - one.score || docs.indexOf(one.doc) - docs.indexOf(other.doc))
    docs.forEach((doc) => put(doc, null))
    tell(sorted(), { terms, done: false })
    for (let shard = 0; shard < shards.length; shard++) {
      const data = await loadTexts(site, shard)
      if (isStale()) return
      for (const doc of docs) if (data[doc.u]) put(doc, data[doc.u])
      const last = shard + 1 >= shards.length
      const enough = found.size >= wanted
      if (last || enough || shard % 3 === 0) tell(sorted(), { terms, done: last || enough, rest: !last })
      if (enough && !last) return
      await pause()
    }
    if (!shards.length) tell(sorted(), { terms, done: true, rest: false })
  }

  return { search, load, fold }
})()
