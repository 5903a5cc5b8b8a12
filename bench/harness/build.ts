import { readFileSync } from 'node:fs'
import { build, type Plugin } from 'vite'
import { gzipSync } from 'node:zlib'
import { builds } from '../../vite.config.ts'
import { out, root } from './files.ts'

/** A script of a build, with its modules and imports. */
export interface Chunk {
  readonly file: string
  readonly gzip: number
  /** Its source files, from the project's root. */
  readonly modules: readonly string[]
  /** Scripts that are loaded before it runs. */
  readonly imports: readonly string[]
  readonly isEntry: boolean
}

const relative = (id: string): string => id.replace(root, '').replace(/\?.*$/, '')

/** The gzip bytes of a file as written, which is after the bundler has noted what each import needs. */
export const gzipOf = (folder: string, file: string): number =>
  gzipSync(readFileSync(`${folder}/${file}`), { level: 9 }).length

/** Records the scripts of the page's build. The worker's build is separate. */
const noteChunks = (chunks: Omit<Chunk, 'gzip'>[]): Plugin => ({
  name: 'bench-note-chunks',
  enforce: 'post',
  generateBundle(_, bundle) {
    const found = Object.values(bundle).flatMap(item =>
      item.type === 'chunk'
        ? [
            {
              file: item.fileName,
              modules: Object.keys(item.modules).map(relative),
              imports: item.imports,
              isEntry: item.isEntry,
            },
          ]
        : [],
    )
    if (found.some(({ modules }) => modules.includes('src/main.tsx'))) chunks.push(...found)
  },
})

/** The product's own production build. */
export interface ProductBuild {
  readonly folder: string
  readonly chunks: readonly Chunk[]
}

let product: Promise<ProductBuild> | null = null

const buildOnce = async (): Promise<ProductBuild> => {
  const folder = `${root}dist`
  const noted: Omit<Chunk, 'gzip'>[] = []
  await build({
    root,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
    plugins: [noteChunks(noted)],
  })
  const chunks = noted.map(chunk => ({ ...chunk, gzip: gzipOf(folder, chunk.file) }))
  return { folder, chunks }
}

/** Builds the product as `npm run build` does, once for all benches of a run. */
export const buildProduct = (): Promise<ProductBuild> => (product ??= buildOnce())

/** Builds pages of bench/subjects with the product's own settings for its packages. Returns the folder. */
export const buildSubjects = async (
  name: string,
  pages: readonly string[],
  settings: { readonly root?: string; readonly external?: Plugin[] } = {},
): Promise<string> => {
  const folder = `${out}${name}`
  const base = settings.root ?? `${root}bench/subjects/`
  await build({
    configFile: false,
    root: base,
    base: './',
    logLevel: 'error',
    plugins: settings.external ?? [],
    resolve: { alias: builds, dedupe: ['dexie', 'rxjs', 'react', 'react-dom'] },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: { input: pages.map(page => `${base}${page}`) },
    },
  })
  return folder
}

/** The gzip bytes of one script with all that the source of a module exports, built as the product is. */
export const floorOf = async (source: string): Promise<number> => {
  let bytes = 0
  await build({
    configFile: false,
    root: `${root}bench/subjects/`,
    logLevel: 'error',
    plugins: [
      {
        name: 'bench-floor',
        resolveId: id => (id === 'floor' ? '\0floor' : null),
        load: id => (id === '\0floor' ? source : null),
        generateBundle: (_, bundle) => {
          for (const item of Object.values(bundle))
            if (item.type === 'chunk') bytes += gzipSync(item.code, { level: 9 }).length
        },
      },
    ],
    resolve: { alias: builds, dedupe: ['dexie', 'rxjs', 'react', 'react-dom'] },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: 'floor',
        preserveEntrySignatures: 'strict',
        output: { codeSplitting: false },
      },
    },
  })
  return bytes
}
