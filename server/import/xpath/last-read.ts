import type { Path, Reference } from './tree.ts'

const lastMark = 'last-saved#'

/** The question that `${last-saved#name}`, or `instance('__last-saved')/data/name`, reads in the last interview. */
export const lastReadBy = (expression: Reference | Path): Reference | Path | null => {
  const { at } = expression
  if (expression.kind === 'reference') {
    const { name } = expression
    if (!name.startsWith(lastMark)) return null
    return { kind: 'reference', name: name.slice(lastMark.length), at }
  }
  const { from, steps, conditions } = expression
  const [list] = typeof from === 'object' && from.kind === 'call' ? from.given : []
  if (list?.kind !== 'text' || list.value !== '__last-saved') return null
  return { kind: 'path', from: 'root', steps, conditions, at }
}
