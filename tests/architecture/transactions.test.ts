import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { sourceFiles } from './files.ts'

/** A function that takes a transaction reads through it, so that it sees what the transaction has planned. */

/** Reads of the database itself. */
const reads = new Set(['exec', 'findDocumentsById', 'storageInstance'])

/** What reads only the definitions of forms, or none of the documents. */
const apart = new Set([
  'readFieldKinds',
  'readRepeats',
  'readForm',
  'readFields',
  'operationOf',
  'asRefused',
])

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [more: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const children = (node: Node): readonly Node[] =>
  Object.values(node).flatMap(value => (Array.isArray(value) ? value : [value]).filter(isNode))

const walk = (node: Node, visit: (node: Node) => void): void => {
  visit(node)
  for (const child of children(node)) walk(child, visit)
}

const names = (node: unknown): readonly string[] => {
  if (!isNode(node)) return []
  const found: string[] = []
  walk(node, each => {
    if (each.type === 'Identifier') found.push(String(each['name']))
  })
  return found
}

const isFunction = ({ type }: Node): boolean =>
  type === 'ArrowFunctionExpression' ||
  type === 'FunctionDeclaration' ||
  type === 'FunctionExpression'

/** What the functions of a text that take a transaction read around it, such as `db.outbox.find().exec()`. */
const readsAround = (path: string, text: string): readonly string[] => {
  const found = new Set<string>()
  const inFunction = (body: Node) =>
    walk(body, node => {
      if (node.type !== 'CallExpression' && node.type !== 'MemberExpression') return
      const line = text.slice(0, node.start).split('\n').length
      const property = node['property']
      if (isNode(property) && reads.has(String(property['name']))) {
        found.add(`${path}:${line} ${text.slice(property.start, property.end)}`)
      }
      const args = node['arguments']
      if (!Array.isArray(args)) return
      const given = args.map(each => (isNode(each) ? text.slice(each.start, each.end) : ''))
      const callee = isNode(node['callee'])
        ? text.slice(node['callee'].start, node['callee'].end)
        : ''
      const isAround =
        given.some(each => /(^|\.)db$/.test(each)) &&
        !given.some(each => /(^|\.)transaction$/.test(each))
      if (isAround && !apart.has(callee)) found.add(`${path}:${line} ${callee}`)
    })
  walk(parseSync(path, text).program as unknown as Node, node => {
    if (!isFunction(node)) return
    const params = (node['params'] as readonly unknown[]).flatMap(names)
    if (params.includes('transaction') && isNode(node['body'])) inFunction(node['body'])
  })
  return [...found]
}

test('a function that takes a transaction reads only through it', () => {
  const product = sourceFiles.filter(({ path }) => /^(collections|replication|src)\//.test(path))
  expect(product.flatMap(({ path, text }) => readsAround(path, text))).toEqual([])
})

test('a read around a transaction is found', () => {
  const text = `
    const one = async (transaction: Transaction, db: Database) => db.outbox.findOne('a').exec()
    const two = ({ transaction, db }: Step) => [lookUp(db, 'a'), plan(transaction, db)]
    const three = (db: Database) => transact(async transaction => { await other(db) })
    const four = (db: Database) => db.outbox.findOne('a').exec()
  `
  expect(readsAround('a.ts', text)).toEqual(['a.ts:2 exec', 'a.ts:3 lookUp', 'a.ts:4 other'])
})
