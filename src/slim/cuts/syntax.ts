/** A node of the syntax tree, as far as cutting reads it. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Whether a value of a node is a node itself. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** The nodes that a value of a node consists of. */
export const nodesIn = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.flatMap(nodesIn) : isNode(value) ? [value] : []

/** Calls `see` with every node and its parents, outermost first. */
export const walk = (node: Node, see: (node: Node, parents: readonly Node[]) => void): void => {
  const visit = (at: Node, parents: readonly Node[]): void => {
    see(at, parents)
    const within = [...parents, at]
    for (const value of Object.values(at)) for (const child of nodesIn(value)) visit(child, within)
  }
  visit(node, [])
}

/** An identifier's name; null for other nodes. */
export const nameOf = (node: unknown): string | null =>
  isNode(node) && typeof node['name'] === 'string' ? node['name'] : null
