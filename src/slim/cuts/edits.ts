import type { Cut } from './cut.ts'
import { isNode, nameOf, nodesIn, walk, type Node } from './syntax.ts'

/** Code from `start` to `end`, replaced by a text. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const onlyOne = <T>(found: readonly T[], what: string, module: string): T => {
  const [one] = found
  if (one === undefined || found.length > 1)
    throw new Error(`${module} has ${found.length} of ${what}, but what is left out needs one.`)
  return one
}

/** The name by which a cut knows a function; null for other nodes. */
const functionName = (node: Node, parents: readonly Node[]): string | null => {
  if (node.type === 'FunctionDeclaration') return nameOf(node['id'])
  if (node.type !== 'MethodDefinition' || node['computed'] === true) return null
  return `${nameOf(parents.at(-2)?.['id']) ?? ''}.${nameOf(node['key']) ?? ''}`
}

/** The name by which a cut knows a statement like `this.method = …` in a class. */
const assignedName = (node: Node, parents: readonly Node[]): string | null => {
  const left = isNode(node['expression']) ? nodesIn(node['expression']['left'])[0] : undefined
  if (node.type !== 'ExpressionStatement' || left?.type !== 'MemberExpression') return null
  if (nodesIn(left['object'])[0]?.type !== 'ThisExpression') return null
  const within = parents.findLast(({ type }) => /^Class[DE]/.test(type))
  return `${nameOf(within?.['id']) ?? ''}.${nameOf(left['property']) ?? ''}`
}

/** The name by which a cut knows an entry of an object that is passed to a call with a class. */
const entryName = (node: Node, parents: readonly Node[]): string | null => {
  const call = parents.at(-2)
  if (node.type !== 'Property' || call?.type !== 'CallExpression') return null
  return `${nameOf(nodesIn(call['arguments'])[0]) ?? ''}.${nameOf(node['key']) ?? ''}`
}

const functionEdits = (
  program: Node,
  { module, functions = [], results = {} }: Cut,
): readonly Edit[] => {
  const bodies = new Map<string, Node[]>()
  walk(program, (node, parents) => {
    const name = functionName(node, parents)
    if (name === null) return
    const holder = node.type === 'MethodDefinition' ? node['value'] : node
    const body = isNode(holder) ? nodesIn(holder['body']) : []
    bodies.set(name, [...(bodies.get(name) ?? []), ...body])
  })
  const instead = [
    ...functions.map(name => [name, "throw Error('left out of the build')"] as const),
    ...Object.entries(results).map(([name, result]) => [name, `return ${result}`] as const),
  ]
  return instead.map(([name, statement]) => {
    const { start, end } = onlyOne(bodies.get(name) ?? [], name, module)
    return { start, end, text: `{ ${statement} }` }
  })
}

const memberEdits = (
  code: string,
  program: Node,
  { module, members = [] }: Cut,
): readonly Edit[] => {
  const found = new Map<string, Node[]>()
  walk(program, (node, parents) => {
    const name =
      node.type === 'MethodDefinition'
        ? functionName(node, parents)
        : (entryName(node, parents) ?? assignedName(node, parents))
    if (name !== null && members.includes(name)) found.set(name, [...(found.get(name) ?? []), node])
  })
  return members.map(name => {
    const { type, start, end } = onlyOne(found.get(name) ?? [], name, module)
    return { start, end: type === 'Property' && code[end] === ',' ? end + 1 : end, text: '' }
  })
}

const prototypeEdits = (program: Node, { module, prototypes = [] }: Cut): readonly Edit[] =>
  prototypes.flatMap(name => {
    const edits: Edit[] = []
    walk(program, node => {
      if (node.type !== 'ExpressionStatement') return
      const done = isNode(node['expression']) ? node['expression'] : node
      // X.prototype.method = …, or props(X.prototype, …)
      const left = nodesIn(done['left'])[0]?.['object']
      const of = isNode(left) ? left : nodesIn(done['arguments'])[0]
      if (of?.type !== 'MemberExpression' || nameOf(of['object']) !== name) return
      if (nameOf(of['property']) === 'prototype')
        edits.push({ start: node.start, end: node.end, text: '' })
    })
    if (edits.length === 0) throw new Error(`${module} has no prototype ${name}.`)
    return edits
  })

const textEdits = (code: string, { module, texts = [] }: Cut): readonly Edit[] =>
  texts.flatMap(([text, replacement, times = 1]) => {
    const parts = code.split(text)
    if (parts.length - 1 !== times)
      throw new Error(`${module} has ${parts.length - 1} times "${text}", but should ${times}.`)
    let at = 0
    return parts.slice(0, -1).map(part => {
      const start = at + part.length
      at = start + text.length
      return { start, end: at, text: replacement }
    })
  })

const placeOf = (code: string, text: string, module: string): number => {
  onlyOne(code.split(text).slice(1), `"${text}"`, module)
  return code.indexOf(text)
}

const passageEdits = (code: string, { module, passages = [] }: Cut): readonly Edit[] =>
  passages.map(([from, to, text]) => {
    const start = placeOf(code, from, module)
    const end = placeOf(code, to, module)
    if (end < start) throw new Error(`${module} has "${to}" before "${from}".`)
    return { start, end, text }
  })

/** Returns all edits that cut a module. Throws when it has no longer all that the cut names. */
export const editsOf = (code: string, program: Node, cut: Cut): readonly Edit[] => [
  ...functionEdits(program, cut),
  ...memberEdits(code, program, cut),
  ...prototypeEdits(program, cut),
  ...textEdits(code, cut),
  ...passageEdits(code, cut),
]
