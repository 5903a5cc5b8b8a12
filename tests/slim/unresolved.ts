import { isNode, nameOf, nodesIn, walk, type Node } from '../../src/slim/cuts/syntax.ts'

const isFunction = ({ type }: Node): boolean => /Function/.test(type)

/** All names in a pattern or a list of parameters, with more than necessary: defaults and keys too. */
const namesIn = (value: unknown): readonly string[] => {
  const names: string[] = []
  for (const node of nodesIn(value)) walk(node, at => void names.push(nameOf(at) ?? ''))
  return names
}

const declaredBy = (node: Node): readonly string[] => {
  if (/^(Function|Class)(Declaration|Expression)$/.test(node.type)) return namesIn(node['id'])
  if (node.type === 'VariableDeclarator') return namesIn(node['id'])
  if (node.type === 'CatchClause') return namesIn(node['param'])
  return /^Import.*Specifier$/.test(node.type) ? namesIn(node['local']) : []
}

const isReference = (node: Node, parent: Node | undefined): boolean => {
  if (node.type !== 'Identifier' || parent === undefined) return false
  if (/^(Import|Export|Labeled|Break|Continue|MetaProperty)/.test(parent.type)) return false
  const isName = parent['key'] === node || parent['property'] === node
  return !isName || parent['computed'] === true
}

/** The names that a program uses and does not declare where it uses them, blocks taken as parts of their function. */
export const unresolvedIn = (program: unknown): ReadonlySet<string> => {
  if (!isNode(program)) throw new Error('No program.')
  const scopes = new Map<Node, Set<string>>()
  const scopeOf = (holder: Node): Set<string> => {
    const known = scopes.get(holder) ?? new Set(['arguments'])
    scopes.set(holder, known)
    return known
  }
  walk(program, (node, parents) => {
    const holder = parents.findLast(isFunction) ?? program
    for (const name of declaredBy(node)) scopeOf(holder).add(name)
    if (!isFunction(node)) return
    for (const name of [...namesIn(node['params']), ...namesIn(node['id'])]) scopeOf(node).add(name)
  })
  const unresolved = new Set<string>()
  walk(program, (node, parents) => {
    if (!isReference(node, parents.at(-1))) return
    const name = nameOf(node) ?? ''
    const holders = [program, ...parents.filter(isFunction)]
    if (!holders.some(holder => scopes.get(holder)?.has(name) === true)) unresolved.add(name)
  })
  return unresolved
}
