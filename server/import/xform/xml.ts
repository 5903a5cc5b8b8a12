/* The only door to fast-xml-parser. */
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { ImportProblem } from '../source.ts'
import { utf8Text } from '../utf8-text.ts'

/** An XML element. Names have no namespace prefix, except `jr:` in attributes. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Child elements and texts, in order. */
  readonly children: readonly (Element | string)[]
  /** `line 12, column 5` */
  readonly place: string
}

const maxBytes = 20 * 1024 * 1024
const noName = '#text'
const attributesKey = ':@'
const metaData = XMLParser.getMetaDataSymbol().valueOf()

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  captureMetaData: true,
})

const isRecord = (value: unknown): value is Record<string | symbol, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Converts a character index of a text into a place. */
const createPlaces = (text: string) => {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (index: number): string => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return `line ${low + 1}, column ${index - (starts[low] ?? 0) + 1}`
  }
}

const toElement = (raw: unknown, placeAt: (index: number) => string): Element | string | null => {
  if (!isRecord(raw)) return null
  const name = Object.keys(raw).find(key => key !== attributesKey)
  if (name === undefined) return null
  const content = raw[name]
  if (name === noName) return String(content)
  const meta = raw[metaData]
  const start = isRecord(meta) && typeof meta['startIndex'] === 'number' ? meta['startIndex'] : 0
  const attributes = isRecord(raw[attributesKey]) ? raw[attributesKey] : {}
  return {
    name: name.replace(/^.*:/, ''),
    attributes: Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key, String(value)]),
    ),
    children: (Array.isArray(content) ? content : []).flatMap(
      child => toElement(child, placeAt) ?? [],
    ),
    place: placeAt(start),
  }
}

const parsed = (text: string): unknown => {
  try {
    return parser.parse(text)
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure)
    throw new ImportProblem([`The file cannot be read: ${why}`])
  }
}

/**
 * Parses a document. One that declares entities is refused, because they can expand without limit. Throws
 * ImportProblem.
 */
export const readXml = (bytes: Buffer): Element => {
  if (bytes.length > maxBytes) throw new ImportProblem(['The file is larger than 20 MB.'])
  const text = utf8Text(bytes)
  if (text === null) throw new ImportProblem(['The file is not written in UTF-8.'])
  const placeAt = createPlaces(text)
  const declared = /<!(DOCTYPE|ENTITY)/i.exec(text)
  if (declared !== null) {
    throw new ImportProblem([
      `${placeAt(declared.index)}: a DOCTYPE is not read, as it can hold entities that grow without end.`,
    ])
  }
  const valid = XMLValidator.validate(text)
  if (valid !== true) {
    const { line, col, msg } = valid.err
    throw new ImportProblem([
      `line ${line}, column ${col}: the file is not well-formed XML: ${msg}`,
    ])
  }
  const roots = parsed(text)
  const elements = (Array.isArray(roots) ? roots : [])
    .map(root => toElement(root, placeAt))
    .filter(root => root !== null && typeof root !== 'string')
  const [root] = elements
  if (root === undefined) throw new ImportProblem(['The file contains no element.'])
  return root
}

/** The child elements, optionally by name. */
export const elementsOf = (element: Element, name?: string): readonly Element[] =>
  element.children
    .filter(child => typeof child !== 'string')
    .filter(child => name === undefined || child.name === name)

/** All text within an element. */
export const textIn = (element: Element): string =>
  element.children.map(child => (typeof child === 'string' ? child : textIn(child))).join('')
