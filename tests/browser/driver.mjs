// Drives Chromium for the tests. Reads one JSON message a line on stdin, answers each with one on
// stdout, in order. Arguments: the folder whose node_modules has playwright-core, the browser.
//
//   {"verb": "open", "options": {...}}                       -> number of a page in a context of its own
//   {"verb": "call", "page": 0, "path": "keyboard.press", "args": ["Tab"]} -> what the method returned
//   {"verb": "wait", "page": 0, "source": "document.title"}  -> nothing, once that is true
//   {"verb": "seen", "page": 0}                              -> what the page logged and asked for so far
//   {"verb": "close", "page": 0}
import { createRequire } from "node:module"
import { createInterface } from "node:readline"

const [tools, executablePath] = process.argv.slice(2)
const { chromium } = createRequire(`${tools}/package.json`)("playwright-core")
const browser = await chromium.launch({
  executablePath,
  args: ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
})
const pages = []

const watch = (page) => {
  const seen = { console: [], requests: [] }
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) seen.console.push(`${message.type()}: ${message.text()}`)
  })
  page.on("pageerror", (error) => seen.console.push(`uncaught: ${error.message}`))
  page.on("request", (request) => seen.requests.push(request.url()))
  return seen
}

const verbs = {
  async open({ options: { permissions, timeout = 15000, ...options } }) {
    const context = await browser.newContext(options)
    if (permissions) await context.grantPermissions(permissions)
    context.setDefaultTimeout(timeout)
    const page = await context.newPage()
    return pages.push({ context, page, timeout, seen: watch(page) }) - 1
  },
  async call({ page, path, args }) {
    const names = path.split(".")
    const name = names.pop()
    const owner = names.reduce((object, each) => object[each], pages[page])
    const value = await owner[name](...args)
    return ["string", "number", "boolean"].includes(typeof value) || isPlain(value) ? value : null
  },
  // Playwright's own waiting runs in the page, which cannot where scripts are switched off.
  async wait({ page, source }) {
    const end = Date.now() + pages[page].timeout
    for (;;) {
      const value = await pages[page].page.evaluate(source).catch((error) => {
        // A page on its way to another one has nothing to tell.
        if (!/context was destroyed|navigation/i.test(error.message)) throw error
      })
      if (value) return
      if (Date.now() > end) throw new Error(`waited in vain for ${source}`)
      await new Promise((done) => setTimeout(done, 25))
    }
  },
  async seen({ page }) { return pages[page].seen },
  async close({ page }) { await pages[page].context.close() },
}
// What has a way to JSON: handles, responses and buffers have none.
const isPlain = (value) => value === null || Array.isArray(value) || Object.getPrototypeOf(Object(value)) === Object.prototype

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  let answer
  try {
    answer = { value: (await verbs[message.verb](message)) ?? null }
  } catch (error) {
    answer = { error: error.message }
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
await browser.close()
