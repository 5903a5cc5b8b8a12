import { realpathSync } from 'node:fs'
import { normalizePath, type Plugin } from 'vite'
import type { Cut } from './cut.ts'
import { editsOf } from './edits.ts'
import { isNode } from './syntax.ts'
import { inModules, requireRead } from './versions.ts'

/** Returns a module's code without what is cut. Throws when it has no longer all that a cut names. */
export const withoutCuts = (code: string, program: unknown, cut: Cut): string => {
  if (!isNode(program)) throw new Error(`${cut.module} is no program.`)
  const edits = editsOf(code, program, cut).toSorted((a, b) => a.start - b.start || b.end - a.end)
  let result = ''
  let at = 0
  for (const { start, end, text } of edits) {
    // Within another one.
    if (end <= at) continue
    if (start < at) throw new Error(`Two cuts of ${cut.module} overlap.`)
    result += code.slice(at, start) + text
    at = end
  }
  return result + code.slice(at)
}

/** The plugin of the build that cuts modules. */
export const cutModules = (cuts: readonly Cut[]): Plugin => {
  const byFile = new Map(
    cuts.map(cut => {
      requireRead(cut.module)
      return [normalizePath(realpathSync(inModules(cut.module))), cut]
    }),
  )
  return {
    name: 'transect-cut-modules',
    enforce: 'pre',
    transform(code, id) {
      const cut = byFile.get(id)
      return cut === undefined ? null : withoutCuts(code, this.parse(code), cut)
    },
  }
}
