import { parseSync } from 'oxc-parser'
import { importers, sourceFiles, target, type SourceFile } from './files.ts'

/** The exports of each file, and which of them another file imports. */

export interface Export {
  readonly path: string
  readonly name: string
}

/** Imports no names directly; the names it uses are read from the importing file's text. */
const someOf = '*'

const exportsOf = ({ path, text }: SourceFile): readonly Export[] =>
  parseSync(path, text).module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => ({ path, name: exportName.name ?? 'default' })),
  )

const takenBy = ({ path, text }: SourceFile): readonly Export[] => {
  const { staticImports, staticExports } = parseSync(path, text).module
  const from = (specifier: string, names: readonly string[]): readonly Export[] => {
    const to = target(path, specifier.replace(/\?.*$/, ''))
    return to === null ? [] : names.map(name => ({ path: to, name }))
  }
  return [
    ...staticImports.flatMap(({ moduleRequest, entries }) =>
      from(
        moduleRequest.value,
        entries.map(
          ({ importName }) =>
            importName.name ?? (importName.kind === 'Default' ? 'default' : someOf),
        ),
      ),
    ),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, importName }) =>
        moduleRequest === null ? [] : from(moduleRequest.value, [importName.name ?? someOf]),
      ),
    ),
    // Both `await import('./x.ts')` and `typeof import('./x.ts')`.
    ...[...text.matchAll(/\bimport\(\s*'(\.[^']+)'\s*\)/g)].flatMap(([, specifier = '']) =>
      from(specifier, [someOf]),
    ),
  ]
}

/** The exports of the given files that none of the importing files takes. */
export const untaken = (
  of: readonly SourceFile[],
  by: readonly SourceFile[] = importers,
): readonly Export[] => {
  const takers = by.map(file => ({ file, taken: takenBy(file) }))
  return of.flatMap(exportsOf).filter(({ path, name }) => {
    const word = new RegExp(`\\b${name}\\b`)
    return !takers.some(
      ({ file, taken }) =>
        file.path !== path &&
        taken.some(
          each =>
            each.path === path &&
            (each.name === name || (each.name === someOf && word.test(file.text))),
        ),
    )
  })
}

/** The files that no file imports. */
export const unreached = (): readonly string[] => {
  const reached = new Set(
    importers.flatMap(({ path, imports }) =>
      imports.flatMap(specifier => target(path, specifier.replace(/\?.*$/, '')) ?? []),
    ),
  )
  return sourceFiles.map(({ path }) => path).filter(path => !reached.has(path))
}
