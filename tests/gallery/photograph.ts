/**
 * Takes pictures of the gallery: `npx tsx tests/gallery/photograph.ts <folder>`; CHROMIUM names a browser to use.
 * Fails when a scene is wider than its page at 320 px, with text at 200 % or right to left, or logs an error.
 */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright'
import { createServer } from 'vite'

interface Visit {
  name: string
  query: string
  width: number
  height: number
  /** In per cent of the browser's default text size. */
  text: number
  /** Only checked, without a picture. */
  checkOnly: boolean
}

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

const pictures: Visit[] = ['light', 'dark', 'sunlight'].flatMap(theme =>
  sizes.map(size => ({
    name: `${theme}-${size.width}x${size.height}`,
    query: `theme=${theme}`,
    ...size,
    text: 100,
    checkOnly: false,
  })),
)

const checks: Visit[] = [
  { name: 'narrow', query: '', width: 320, height: 640, text: 100, checkOnly: true },
  { name: 'large text', query: '', width: 360, height: 800, text: 200, checkOnly: true },
  { name: 'right to left', query: 'dir=rtl', width: 390, height: 844, text: 100, checkOnly: true },
]

const folder = process.argv[2]
if (folder === undefined) throw new Error('Name the folder for the pictures.')
await mkdir(folder, { recursive: true })

const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url))
const server = await createServer({ configFile, server: { port: 0, strictPort: false } })
await server.listen()
const address = server.resolvedUrls?.local[0] ?? ''

const executablePath = process.env['CHROMIUM']
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath ? { executablePath } : {}),
})

const faults: string[] = []
for (const visit of [...pictures, ...checks]) faults.push(...(await look(browser, visit)))
await browser.close()
await server.close()
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1

/** Visits every scene in one way and returns the problems. */
async function look(browser: Browser, visit: Visit): Promise<string[]> {
  const { width, height } = visit
  const isPhone = width < 600
  const context = await browser.newContext({
    viewport: { width, height },
    isMobile: isPhone,
    hasTouch: isPhone,
    deviceScaleFactor: isPhone ? 2 : 1,
  })
  const page = await context.newPage()
  const found: string[] = []
  page.on('pageerror', error => found.push(`${visit.name}: ${error.message}`))
  for (const scene of await sceneKeys(page)) {
    await page.goto(`${address}?scene=${scene}&${visit.query}`)
    await page.locator('main > *').first().waitFor()
    await page.addStyleTag({ content: `html { font-size: ${visit.text}% }` })
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (excess > 0) found.push(`${visit.name}: ${scene} is ${excess} px too wide`)
    if (visit.checkOnly) continue
    await page.screenshot({ path: `${folder}/${scene}-${visit.name}.png`, fullPage: isPhone })
  }
  await context.close()
  return found
}

async function sceneKeys(page: Page): Promise<string[]> {
  await page.goto(address)
  await page.locator('main > *').first().waitFor()
  const hrefs = await page
    .locator('a[href*="scene="]')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  if (hrefs.length === 0) throw new Error('The gallery shows no scenes.')
  return hrefs.map(href => new URLSearchParams(href.slice(1)).get('scene') ?? '')
}
