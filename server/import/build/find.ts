import { instanceIdPath } from '../source.ts'
import type { Meaning } from '../xpath/names.ts'
import { Untranslatable } from '../xpath/translation.ts'
import type { Expression } from '../xpath/tree.ts'
import { pathKey, type Node, type Outline } from './outline.ts'

type Name = Expression & { readonly kind: 'reference' | 'path' }

/** What a name or path refers to: a node, or the reason why there is none. */
export type Found = Node | (Meaning & { readonly kind: 'nowhere' | 'several' })

const pathOf = (node: Node): readonly string[] =>
  node.kind === 'field' ? node.entry.path : node.path

const inCommon = (a: readonly string[], b: readonly string[]): number => {
  const differ = a.findIndex((name, index) => name !== b[index])
  return differ < 0 ? a.length : differ
}

/** Resolves `/data/group/age` or `../age` from the expression's place; null when it leads outside the form. */
const follow = (
  name: Name & { readonly kind: 'path' },
  here: readonly string[],
  root: string,
): readonly string[] | null => {
  let path = [...here]
  let { steps } = name
  if (name.from === 'root') {
    // A workbook does not contain the name of its root.
    if (root !== '' && steps[0] !== root) return null
    path = []
    steps = steps.slice(1)
  }
  for (const step of steps) {
    if (step === '.') continue
    if (step === '..') {
      if (path.length === 0) return null
      path = path.slice(0, -1)
    } else path = [...path, step.replace(/^.*:/, '')]
  }
  return path
}

/** Finds what the names and paths in a form's expressions refer to. */
export const createFinder = (outline: Outline, root: string) => {
  const byName = new Map<string, Node[]>()
  for (const node of outline.nodes.values()) {
    // The label of a case is no question, although its path ends with a name.
    if (node.kind === 'field' && node.entry.field.ofCase !== undefined) continue
    const name = pathOf(node).at(-1) ?? ''
    byName.set(name, [...(byName.get(name) ?? []), node])
  }

  /** `${name}`: the only node with the name, otherwise the nearest one. */
  const named = (name: string, here: readonly string[]): Found => {
    const nodes = byName.get(name) ?? []
    const most = Math.max(...nodes.map(node => inCommon(pathOf(node), here)))
    const [nearest, ...others] = nodes.filter(node => inCommon(pathOf(node), here) === most)
    if (nearest === undefined) return { kind: 'nowhere', name }
    return others.length > 0 ? { kind: 'several', name } : nearest
  }

  const repeats = [...outline.nodes.values()].filter(node => node.kind === 'repeat')

  /**
   * Refuses a path that leaves the outer repeat and comes back into one within it, because that is the inner occurrences
   * of all outer ones; rules there read those of their own.
   */
  const refuseAround = (found: Node, ups: number, here: readonly string[]): void => {
    const inner = found.kind === 'field' ? found.entry.repeatId : 'id' in found ? found.id : null
    const outer = repeats.find(({ id }) => id === outline.outerById.get(inner ?? ''))
    if (outer === undefined || inCommon(outer.path, here) < outer.path.length) return
    if (here.length - ups < outer.path.length)
      throw new Untranslatable('it reads a repeat within a repeat in all of the outer one')
  }

  return (name: Name, here: readonly string[]): Found => {
    if (name.kind === 'reference') return named(name.name, here)
    const path = follow(name, here, root)
    if (path !== null && path.length === 0) return { kind: 'group', path: [] }
    const node = path === null ? undefined : outline.nodes.get(pathKey(path))
    const written = `${name.from === 'root' ? '/' : ''}${name.steps.join('/')}`
    if (node !== undefined && name.from === 'here') {
      refuseAround(node, name.steps.filter(step => step === '..').length, here)
    }
    // Survey123's spelling of the interview's own id.
    if (node === undefined && written === instanceIdPath.at(-1)) return named(written, here)
    return node ?? { kind: 'nowhere', name: written }
  }
}
