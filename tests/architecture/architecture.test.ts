import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { doors } from './doors.ts'
import { packageOf, root, sourceFiles, target, type SourceFile } from './files.ts'

/** The house rules as tests. Each lists the violations of its rule. */

const product = sourceFiles.filter(({ path }) => !/^(tests|bench)\//.test(path))
const isIn = (file: SourceFile, prefix: string) => file.path.startsWith(prefix)

/** Which of our files each part may import, in addition to its own. The first matching pattern applies. */
const directions: readonly (readonly [from: string, allowed: RegExp])[] = [
  ['collections/', /^collections\//],
  ['replication/wire/', /^replication\/wire\//],
  ['replication/', /^(collections|replication)\//],
  // The labels of an export are filled in by the form engine, as on a screen.
  ['server/export/', /^(server\/|replication\/wire\/|collections\/cases\/|src\/form\/)/],
  // The server and the phones fold cases with the same functions.
  ['server/', /^(server\/|replication\/wire\/|collections\/cases\/|package\.json$)/],
  ['src/ui/', /^src\/ui\//],
  // Headless: no screen, no database, no words.
  [
    'src/form/',
    /^(src\/(form\/|lib\/(ascii-digits|is-email|keyed-store|local-time|phone\/phone)\.ts|limits\.ts)|replication\/wire\/|collections\/(ids\.ts|schemas\/))/,
  ],
  ['src/', /^(src|replication|collections)\//],
]

test('imports point one way: src to replication to collections, server only to the wire and the form engine', () => {
  const wrong = product.flatMap(file => {
    const allowed = directions.find(([from]) => isIn(file, from))?.[1]
    return file.imports.flatMap(specifier => {
      const to = target(file.path, specifier)
      return to === null || allowed?.test(to) ? [] : [`${file.path} imports ${to}`]
    })
  })
  expect(wrong).toEqual([])
})

test('a feature never imports another feature', () => {
  const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null
  const wrong = product.flatMap(file =>
    file.imports.flatMap(specifier => {
      const from = featureOf(file.path)
      const to = featureOf(target(file.path, specifier) ?? '')
      return from !== null && to !== null && from !== to
        ? [`${file.path} imports ${specifier}`]
        : []
    }),
  )
  expect(wrong).toEqual([])
})

test('each package has one door', () => {
  const wrong = product.flatMap(file =>
    file.imports.flatMap(specifier => {
      const name = packageOf(specifier)
      if (name === null) return []
      return doors[name]?.some(door => door.test(file.path)) ? [] : [`${file.path} imports ${name}`]
    }),
  )
  expect(wrong).toEqual([])
})

test('every dependency that the product installs is used by it', () => {
  const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    dependencies: Record<string, string>
  }
  const used = new Set(product.flatMap(({ imports }) => imports.map(packageOf)))
  const runsTheServer = ['tsx', 'vite', 'vite-plugin-pwa', '@vitejs/plugin-react']
  const unused = Object.keys(dependencies).filter(
    name => !used.has(name) && !runsTheServer.includes(name),
  )
  expect(unused).toEqual([])
})

test('no file is longer than 300 lines', () => {
  expect(sourceFiles.filter(({ lines }) => lines > 300).map(({ path }) => path)).toEqual([])
})

test('no file is more than three folders deep in its room', () => {
  const deep = sourceFiles.filter(({ path }) => path.split('/').length - 2 > 3)
  expect(deep.map(({ path }) => path)).toEqual([])
})

test('there are no barrels', () => {
  expect(product.filter(({ path }) => /\/index\.tsx?$/.test(path)).map(({ path }) => path)).toEqual(
    [],
  )
})

test('relative imports name their file with its extension', () => {
  const wrong = sourceFiles.flatMap(file =>
    file.imports
      .filter(specifier => specifier.startsWith('.') && !/\.[a-z]+(\?[\w&]+)?$/.test(specifier))
      .map(specifier => `${file.path} imports ${specifier}`),
  )
  expect(wrong).toEqual([])
})

test('relative imports name an existing file: the types accept x.ts for x.tsx, the bundler does not', () => {
  const wrong = sourceFiles.flatMap(file =>
    file.imports
      .map(specifier => target(file.path, specifier.replace(/\?.*$/, '')))
      .filter(to => to !== null && !existsSync(`${root}${to}`))
      .map(to => `${file.path} imports ${to}`),
  )
  expect(wrong).toEqual([])
})

test('only the files named *.browser.ts and the worker use browser globals', () => {
  const world =
    /\b(window|localStorage|sessionStorage|Date\.now|setTimeout|setInterval|navigator)\b(?!['"\w-]|=\{)/
  const isAllowed = (path: string) => /\.browser\.tsx?$/.test(path) || path === 'src/pwa/worker.ts'
  const wrong = product
    .filter(file => /^(src|replication|collections)\//.test(file.path) && !isAllowed(file.path))
    .flatMap(file =>
      withoutComments(file.text)
        .split('\n')
        .flatMap((line, index) =>
          world.test(line) ? [`${file.path}:${index + 1} ${line.trim()}`] : [],
        ),
    )
  expect(wrong).toEqual([])
})

test('lists and counts are read by the named queries of collections/queries.ts', () => {
  const wrong = product
    .filter(({ path }) => /^(replication|src)\//.test(path))
    .filter(({ text }) => /\.(find|count)\(\s*\{/.test(withoutComments(text)))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test("nothing uses RxDB's incremental upsert, which never recovers from an error", () => {
  const wrong = product.filter(({ text }) => /\.incrementalUpsert\(/.test(withoutComments(text)))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('rxdb, dexie and rxjs are pinned, and dexie to the version that rxdb brings', () => {
  const manifest = (path: string) =>
    JSON.parse(readFileSync(`${root}${path}package.json`, 'utf8')) as {
      dependencies: Record<string, string>
    }
  const ours = manifest('').dependencies
  expect(ours['dexie']).toBe(manifest('node_modules/rxdb/').dependencies['dexie'])
  for (const name of ['rxdb', 'dexie', 'rxjs']) expect(ours[name]).toMatch(/^\d/)
})

/** The code without its comments. Line numbers stay the same. */
const withoutComments = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ''))
    .replace(/\/\/.*$/gm, '')
