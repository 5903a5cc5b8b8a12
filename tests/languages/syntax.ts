/** A node of a syntax tree, with the properties that the checks of this folder use. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** The direct children of a node. */
export const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node)
    .flatMap(value => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)

/** Whether its contents run later, and not when the module is loaded. */
export const isFunction = ({ type }: Node): boolean =>
  /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration|ClassBody)$/.test(type)
