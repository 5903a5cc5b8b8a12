import { readdirSync, readFileSync } from 'node:fs'
import type { Bench } from '../harness/bench.ts'
import { buildProduct, floorOf, gzipOf, type Chunk, type ProductBuild } from '../harness/build.ts'
import { floors, heaviest } from '../harness/floors.ts'
import type { Gate } from '../harness/outcome.ts'
import { mediaKindAt } from '../../src/lib/worker/media.ts'

/*
 * The bytes that a route makes the browser fetch and read before its first paint: the scripts of its modules, and
 * all their imports. The row of the worker has what is fetched afterwards; the column of
 * the fixed packages has what a script of them alone needs, by bench/harness/floors.ts.
 */

const signedIn = ['src/main.tsx', 'src/app/start/routed-screens.tsx', 'src/workspace/workspace.ts']

const routes: readonly (readonly [name: string, modules: readonly string[], most: number])[] = [
  ['login', ['src/main.tsx', 'src/app/start/login-alone.tsx'], 105],
  ['dashboard', [...signedIn, 'src/features/dashboard/dashboard.tsx'], 245],
  [
    'fill',
    [...signedIn, 'src/features/fill/fill.tsx', 'src/features/fill/interview-screen.tsx'],
    320,
  ],
]

const kilobytes = (bytes: number): number => Math.round(bytes / 100) / 10

/** The scripts that contain the modules, with all their imports. */
const closureOf = (chunks: readonly Chunk[], modules: readonly string[]): readonly Chunk[] => {
  const found = new Set<Chunk>()
  const add = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    for (const file of chunk.imports) add(chunks.find(other => other.file === file))
  }
  for (const module of modules) {
    const chunk = chunks.find(({ modules: within }) => within.includes(module))
    if (chunk === undefined) throw new Error(`No script of the build holds ${module}.`)
    add(chunk)
  }
  return [...found]
}

const total = (chunks: readonly Chunk[]): number => chunks.reduce((sum, { gzip }) => sum + gzip, 0)

/** Whether a script has the words of a language other than English, which only its users load. */
const isTranslation = ({ modules }: Chunk): boolean =>
  modules.length > 0 && modules.every(module => /^src\/messages\/[a-z]{2}\//.test(module))

/** The scripts that the worker keeps for every surveyor, without other languages; gzip bytes of each. */
const precached = ({ folder, chunks }: ProductBuild): readonly number[] => {
  const aside = new Set(chunks.filter(isTranslation).map(({ file }) => file))
  const worker = readFileSync(`${folder}/worker.js`, 'utf8')
  const files = [...worker.matchAll(/[{,]\s*"?url"?:\s*"([^"]+\.js)"/g)].map(([, url]) => url ?? '')
  return files
    .filter(file => !aside.has(file) && mediaKindAt(`/${file}`) === null)
    .map(file => gzipOf(folder, file))
}

/** The number of copies of a package in the build, by the folders its modules come from. */
const copiesOf = (chunks: readonly Chunk[], name: string): number =>
  new Set(
    chunks.flatMap(({ modules }) =>
      modules.flatMap(module => {
        const at = module.lastIndexOf(`node_modules/${name}/`)
        return at < 0 ? [] : [module.slice(0, at)]
      }),
    ),
  ).size

/** The gates of this bench have no tolerance, because bytes are the same on every machine. */
export const size: Bench = {
  name: 'size',
  run: async () => {
    const build = await buildProduct()
    const closures = routes.map(([name, modules, most]) => {
      const closure = closureOf(build.chunks, modules)
      return { name, most, closure, kB: kilobytes(total(closure)) }
    })
    const alone = new Map<string, number>()
    for (const [name, source] of Object.entries({ ...floors, ...heaviest }))
      alone.set(name, kilobytes(await floorOf(source)))
    const keptFiles = precached(build)
    const kept = kilobytes(keptFiles.reduce((sum, bytes) => sum + bytes, 0))
    const engine = readdirSync(`${build.folder}/assets`).find(name =>
      /^background-sync-engine.*\.js$/.test(name),
    )
    if (engine === undefined) throw new Error('The build has no second script of the worker.')
    const copies = ['dexie', 'rxjs', 'react', 'react-dom', 'rxdb'].map((name): Gate => ({
      what: `copies of ${name}`,
      value: copiesOf(build.chunks, name),
      most: 1,
    }))
    return {
      bench: 'size',
      workload: "gzip of each route's scripts, from the production build",
      columns: ['what', 'kB gzip', 'fixed packages alone', 'scripts', 'the largest'],
      rows: [
        ...closures.map(({ name, kB, closure }) => [
          `${name}, to its first paint`,
          kB,
          alone.get(name) ?? '',
          closure.length,
          [...closure]
            .sort((a, b) => b.gzip - a.gzip)
            .slice(0, 3)
            .map(({ file, gzip }) => `${file.replace(/^.*\/|-.{8}\.js$/g, '')} ${kilobytes(gzip)}`)
            .join(', '),
        ]),
        [
          'all that the worker keeps, other languages and media kinds aside',
          kept,
          alone.get('kept') ?? '',
          keptFiles.length,
          '',
        ],
        ['the worker itself', kilobytes(gzipOf(build.folder, 'worker.js')), '', 1, ''],
        [
          'its second script, which sends in the background: the database and the sync once more',
          kilobytes(gzipOf(build.folder, `assets/${engine}`)),
          '',
          1,
          '',
        ],
        ...Object.keys(heaviest).map(name => [name, '', alone.get(name) ?? '', '', '']),
      ],
      gates: [
        ...closures.map(({ name, kB, most }) => ({ what: name, value: kB, most, unit: 'kB' })),
        { what: 'all precached script', value: kept, most: 560, unit: 'kB' },
        ...copies,
      ],
      note: "'Fixed packages alone' is one script with what the route takes from the packages that the spec fixes, without a line of ours.",
    }
  },
}
