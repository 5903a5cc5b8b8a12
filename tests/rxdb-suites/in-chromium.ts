import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type BrowserContext } from 'playwright'
import { build, type Plugin, type Rolldown } from 'vite'
import { ensureBrowser, launchArguments } from '../e2e/browser.ts'
import { asImportedHere } from './imports.ts'
import type { PageResult } from './page.ts'
import { withoutStorage, type Played, type Storage } from './played.ts'

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Plays suites in Chromium, on its IndexedDB, each in a page of its own. */
export const playInChromium = async (
  checkout: string,
  suites: readonly string[],
  storage: Storage,
): Promise<Played> => {
  const files = await bundle(checkout, suites)
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: [...launchArguments],
  })
  try {
    const context = await browser.newContext()
    await serve(context, files)
    const played: Played[] = []
    for (const suite of suites) played.push(await playPage(context, suite, storage))
    return {
      tests: played.flatMap(each => each.tests),
      broken: played.flatMap(each => each.broken),
    }
  } finally {
    await browser.close()
  }
}

/** The suites as scripts, by their path: one for each suite, and what they share. */
const bundle = async (
  checkout: string,
  suites: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const entries: Plugin = {
    name: 'entries',
    resolveId: id => (id.startsWith('suite:') ? id : null),
    load: id =>
      id.startsWith('suite:')
        ? [here('page.ts'), `${checkout}/test/unit/${id.slice('suite:'.length)}.test.ts`]
            .map(file => `import ${JSON.stringify(file)}`)
            .join('\n')
        : null,
  }
  const built = (await build({
    root: checkout,
    configFile: false,
    logLevel: 'error',
    plugins: [entries, asImportedHere(checkout)],
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(suites.map(suite => [suite, `suite:${suite}`])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' },
      },
    },
  })) as Rolldown.RolldownOutput
  return new Map(
    built.output.flatMap(file => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code]] : [])),
  )
}

/** Serves the scripts, and the picture that RxDB's test server has. */
const serve = async (
  context: BrowserContext,
  files: ReadonlyMap<string, string>,
): Promise<void> => {
  await context.route('http://localhost/**', (route, request) => {
    const { pathname } = new URL(request.url())
    const body = files.get(pathname)
    return body === undefined
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' })
      : route.fulfill({ contentType: 'text/javascript', body })
  })
  const picture = await readFile(here('../../public/icon-192.png'))
  await context.route('http://localhost:18001/**', (route, request) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      ...(request.url().includes('/base64/')
        ? { contentType: 'text/plain', body: picture.toString('base64') }
        : { contentType: 'image/png', body: picture }),
    }),
  )
}

const playPage = async (
  context: BrowserContext,
  suite: string,
  storage: Storage,
): Promise<Played> => {
  const page = await context.newPage()
  try {
    await page.goto(`http://localhost/#${storage}`)
    await page.addScriptTag({ type: 'module', url: `/${suite}.js` })
    const tests: readonly PageResult[] = await page.evaluate(() => globalThis.playSuite())
    return {
      tests: tests.map(({ name, error }) => ({ suite, name: withoutStorage(name), error })),
      broken: [],
    }
  } catch (error) {
    return { tests: [], broken: [`${suite}: ${String(error)}`] }
  } finally {
    await page.close()
  }
}
