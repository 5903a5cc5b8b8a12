/** A node of the syntax tree, as far as mutants need it. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

interface Child {
  readonly child: Node
  /** Runs only when the chain of `?.` around it went through. */
  readonly leavesChain: boolean
}

/** What of a type expression is code all the same. */
const typed = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

/** The nodes below a node that run: no types, no names, no addresses of imports. */
export const childrenOf = (node: Node): readonly Child[] => {
  if (/^(Import|ExportAll)/.test(node.type) && node.type !== 'ImportExpression') return []
  if (node.type.startsWith('TS') && !typed.has(node.type)) return []
  const skipped = new Set(['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType'])
  if (node['computed'] !== true) {
    if (node.type === 'Property' || node.type === 'PropertyDefinition') skipped.add('key')
    if (node.type === 'MemberExpression') skipped.add('property')
  }
  if (node.type === 'ExportNamedDeclaration') skipped.add('source')
  const leaves = /Function/.test(node.type)
  return Object.entries(node).flatMap(([field, value]) => {
    if (skipped.has(field)) return []
    const leavesChain = leaves || field === 'arguments'
    return (Array.isArray(value) ? value : [value])
      .filter(isNode)
      .map(child => ({ child, leavesChain }))
  })
}
