/**
 * Renders the icons of public/ from the mark: `npx tsx tests/gallery/make-icons.ts`. CHROMIUM names a browser to
 * use instead of Playwright's own.
 */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { type MarkShape, markSvg } from './mark.ts'

const pictures: readonly [file: string, shape: MarkShape, size: number][] = [
  ['icon-192.png', 'rounded', 192],
  ['icon-512.png', 'rounded', 512],
  ['maskable-512.png', 'maskable', 512],
  ['apple-touch-icon.png', 'square', 180],
]

const drawings: readonly [file: string, shape: MarkShape][] = [
  ['favicon.svg', 'rounded'],
  ['default-logo.svg', 'rounded'],
]

function publicFile(name: string): string {
  return fileURLToPath(new URL(`../../public/${name}`, import.meta.url))
}

for (const [file, shape] of drawings) await writeFile(publicFile(file), markSvg(shape))

const executablePath = process.env['CHROMIUM']
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath ? { executablePath } : {}),
})
const page = await browser.newPage()
for (const [file, shape, size] of pictures) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${markSvg(shape)}`)
  await page.screenshot({ path: publicFile(file), omitBackground: true })
}
await browser.close()
