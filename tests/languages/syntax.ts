/** A node of a syntax tree, as far as the checks of this folder look at it. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** What stands directly under a node. */
export const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node)
    .flatMap(value => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)

/** Whether what is inside runs later, and not when the module is loaded. */
export const isFunction = ({ type }: Node): boolean =>
  /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration|ClassBody)$/.test(type)
