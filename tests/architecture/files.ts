import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'

/** The project's source files and what they import, for the checks of the house rules. */

export const root = fileURLToPath(new URL('../..', import.meta.url))
const rooms = ['collections', 'replication', 'src', 'server', 'tests', 'bench'] as const

export interface SourceFile {
  /** From the project's root, with slashes. */
  readonly path: string
  readonly lines: number
  readonly text: string
  readonly imports: readonly string[]
}

const isSource = (name: string) => /\.(ts|tsx)$/.test(name) && !name.endsWith('.d.ts')
const skipped = new Set(['node_modules', 'out', 'peers', 'dist'])

/** Every folder of the product with its number of files: sources, style sheets and READMEs. */
export const foldersOf = (folder: string): readonly (readonly [path: string, files: number])[] => {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  const inner = entries.filter(entry => entry.isDirectory() && !skipped.has(entry.name))
  return [
    [folder, entries.filter(entry => entry.isFile()).length],
    ...inner.flatMap(({ name }) => foldersOf(`${folder}/${name}`)),
  ]
}

const walk = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : walk(`${folder}/${entry.name}`)
    return isSource(entry.name) ? [`${folder}/${entry.name}`] : []
  })

const read = (path: string): SourceFile => {
  const text = readFileSync(join(root, path), 'utf8')
  const { module } = parseSync(path, text)
  return {
    path,
    text,
    lines: text.split('\n').length - 1,
    imports: [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest }) =>
          moduleRequest === null ? [] : [moduleRequest.value],
        ),
      ),
      ...module.dynamicImports.flatMap(({ moduleRequest }) => {
        const literal = text.slice(moduleRequest.start, moduleRequest.end)
        return /^['"]/.test(literal) ? [literal.slice(1, -1)] : []
      }),
    ],
  }
}

/** Every source file of the project. */
export const sourceFiles: readonly SourceFile[] = rooms
  .filter(room => existsSync(join(root, room)))
  .flatMap(walk)
  .map(read)

/** Every file whose imports count as uses: the sources, and the build's settings. */
export const importers: readonly SourceFile[] = [...sourceFiles, read('vite.config.ts')]

/** The project file of a relative import; null for a package. */
export const target = (from: string, specifier: string): string | null =>
  specifier.startsWith('.')
    ? relative(root, join(root, dirname(from), specifier)).replaceAll('\\', '/')
    : null

/** The package of an import; null for a relative import or a module of Node's. */
export const packageOf = (specifier: string): string | null => {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return null
  const [scope = '', name] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}
