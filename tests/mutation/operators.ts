import { isNode, type Node } from './syntax.ts'

/** What is done to the code, and where it shows that it was reached. */
export interface Change {
  readonly kind: string
  readonly start: number
  readonly end: number
  /** What stands there instead. */
  readonly by: string
  /** What is reached when the changed code is: an expression, a statement, or the block of a function. */
  readonly from: Node
  readonly place: 'expression' | 'statement' | 'block'
}

const comparisons: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
}
const arithmetic: Readonly<Record<string, readonly string[]>> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
}
const methods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
}
/** Methods whose result is of the kind of what they are called on: the call can be left out. */
const leftOut = new Set(['filter', 'slice', 'sort', 'toSorted', 'reverse', 'trim', 'toLowerCase'])

/** Everything that may be done to one node. */
export const changesOf = (node: Node, text: string): readonly Change[] => {
  const of = (part: unknown) => (isNode(part) ? text.slice(part.start, part.end) : '')
  const swap = (kind: string, part: Node, by: string): Change => {
    const place = part.type === 'ExpressionStatement' ? 'statement' : 'expression'
    return { kind, start: part.start, end: part.end, by, from: node, place }
  }
  const whole = (kind: string, by: string) => [swap(kind, node, by)]
  const { left, right, test, body, argument, callee, operator } = node as Record<string, unknown>
  switch (node.type) {
    case 'BinaryExpression': {
      const isText = [left, right].some(
        side => isNode(side) && (side.type === 'TemplateLiteral' || isString(side)),
      )
      const swaps = (isText ? {} : arithmetic)[operator as string]
      return [
        ...(comparisons[operator as string] ?? []).flatMap(by =>
          whole('comparison', `${of(left)} ${by} ${of(right)}`),
        ),
        ...(swaps ?? []).flatMap(by => whole('arithmetic', `${of(left)} ${by} ${of(right)}`)),
      ]
    }
    case 'LogicalExpression':
      // Types alone tell null from undefined.
      if (operator === '??' && of(right) === 'null') return []
      return operator === '??'
        ? whole('default', of(left))
        : whole('logic', `(${of(left)}) ${operator === '&&' ? '||' : '&&'} (${of(right)})`)
    case 'ConditionalExpression':
      return isNode(test) ? [swap('condition', test, `!(${of(test)})`)] : []
    case 'IfStatement':
      return isNode(test)
        ? ['true', 'false'].map(by => swap('condition', test, by)).map(inTest(test))
        : []
    case 'WhileStatement':
    case 'ForStatement':
      return isNode(test) ? [inTest(test)(swap('condition', test, 'false'))] : []
    case 'UnaryExpression':
      return operator === '!' ? whole('negation', of(argument)) : []
    case 'UpdateExpression':
      return whole('arithmetic', text.slice(node.start, node.end).replace(/\+\+|--/, flipStep))
    case 'AssignmentExpression':
      return operator === '+=' ? whole('arithmetic', `${of(left)} -= ${of(right)}`) : []
    case 'Literal':
      return literal(node).flatMap(([kind, by]) => whole(kind, by))
    case 'ArrayExpression': {
      const parts = (node['elements'] as unknown[]).filter(isNode)
      const spreads = parts.length === 1 ? [] : parts.flatMap(spreadOut)
      return parts.length > 0 ? [...whole('array', '[]'), ...spreads] : []
    }
    case 'ObjectExpression':
      return (node['properties'] as Node[]).flatMap(spreadOut)
    case 'ExpressionStatement':
      return node['directive'] === undefined || node['directive'] === null
        ? whole('statement', ';')
        : []
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return isNode(body) ? emptied(body) : []
    case 'MemberExpression':
      return node['optional'] === true && node['computed'] !== true
        ? whole('optional', `${of(node['object'])}.${of(node['property'])}`)
        : []
    case 'CallExpression':
      return isNode(callee) ? call(node, callee, text) : []
    default:
      return []
  }
}

/** Nothing is spread instead; left out of an array of one, which becomes empty by itself. */
const spreadOut = ({ type, argument }: Node): readonly Change[] =>
  type !== 'SpreadElement' || !isNode(argument)
    ? []
    : [
        {
          kind: 'spread',
          start: argument.start,
          end: argument.end,
          by: '[]',
          from: argument,
          place: 'expression',
        },
      ]

const isString = (node: Node) => node.type === 'Literal' && typeof node['value'] === 'string'
const flipStep = (step: string) => (step === '++' ? '--' : '++')
const inTest =
  (test: Node) =>
  (change: Change): Change => ({ ...change, from: test, place: 'expression' })

const literal = ({ value }: Node): readonly (readonly [kind: string, by: string])[] => {
  if (typeof value === 'boolean') return [['boolean', String(!value)]]
  // One more or less of a limit is a matter of taste, and RxDB takes 0 for no limit.
  if (typeof value === 'number') return [['number', String(value < 10 ? value + 1 : 1)]]
  if (typeof value === 'string') return [['string', value === '' ? "'mutated'" : "''"]]
  return []
}

const emptied = (body: Node): readonly Change[] => {
  const { start, end } = body
  if (body.type !== 'BlockStatement') {
    return [{ kind: 'function', start, end, by: 'undefined', from: body, place: 'expression' }]
  }
  if ((body['body'] as unknown[]).length === 0) return []
  return [{ kind: 'function', start, end, by: '{}', from: body, place: 'block' }]
}

const call = (node: Node, callee: Node, text: string): readonly Change[] => {
  const { object, property } = callee as Record<string, unknown>
  if (callee.type !== 'MemberExpression' || callee['computed'] === true) return []
  if (!isNode(object) || !isNode(property)) return []
  const name = text.slice(property.start, property.end)
  const { start, end } = property
  const swapped = methods[name]
  const place = 'expression'
  return [
    ...(swapped === undefined
      ? []
      : [{ kind: 'method', start, end, by: swapped, from: node, place } as const]),
    ...(leftOut.has(name)
      ? [
          {
            kind: 'method',
            start: node.start,
            end: node.end,
            by: text.slice(object.start, object.end),
            from: node,
            place,
          } as const,
        ]
      : []),
  ]
}
