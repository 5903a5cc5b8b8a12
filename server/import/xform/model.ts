import { ImportProblem, noTexts, type Texts, type Written } from '../source.ts'
import { itextOf, readItext, type Itext } from './itext.ts'
import { elementsOf, textIn, type Element } from './xml.ts'

/** A place for one answer in the form's data. */
export interface Leaf {
  readonly path: readonly string[]
  readonly initial: Written | null
  readonly place: string
}

/** The model of an XForm: everything except the controls. */
export interface Model {
  readonly id: string
  readonly title: string
  readonly root: string
  /** The data with its attributes. */
  readonly data: Element
  readonly version: string
  readonly leaves: readonly Leaf[]
  readonly itext: Itext
  /** The option lists by their instance's id; null for a list in another file. */
  readonly lists: ReadonlyMap<string, readonly Element[] | null>
  /** The files of lists that are elsewhere, by their instance's id. */
  readonly files: ReadonlyMap<string, string>
  readonly bindOf: (path: readonly string[]) => Bind
  /**
   * How many occurrences a repeat has before any is added, within another repeat in the first one of that; its template
   * does not count.
   */
  readonly occurrencesAt: (path: readonly string[]) => number
  /** The path for the `bind` id of a control. */
  readonly pathByBindId: ReadonlyMap<string, readonly string[]>
  /** The automatic actions, from anywhere in the model. */
  readonly actions: readonly Element[]
  readonly leftOut: readonly string[]
  readonly problems: readonly string[]
}

/** The rules of a place. */
export interface Bind {
  readonly type: string
  /** The automatic value, such as `timestamp start`; '' for none. */
  readonly preload: string
  readonly constraintMessage: Texts
  readonly requiredMessage: Texts
  /** By their names in a workbook. */
  readonly parameters: Readonly<Record<string, string>>
  readonly rule: (
    name: 'relevant' | 'required' | 'constraint' | 'calculate' | 'readonly',
  ) => Written | null
  /** The property of a case that the answer is saved to. */
  readonly saveTo: Written | null
  readonly leftOut: readonly string[]
}

/**
 * The path of `/data/group/age` below its root, and of `age`, `../age` and `current()/age` from `base`, the group
 * around them.
 */
const pathIn = (nodeset: string, base: readonly string[] = []): readonly string[] => {
  const text = nodeset.trim()
  const isAbsolute = text.startsWith('/')
  const steps = isAbsolute ? text.split('/').slice(2) : text.split('/')
  let path = isAbsolute ? [] : base
  for (const step of steps) {
    if (step === '..') path = path.slice(0, -1)
    else if (!['', '.', 'current()'].includes(step)) path = [...path, step.replace(/^.*:/, '')]
  }
  return path
}

/** A path as a key of maps. */
export const key = (path: readonly string[]): string => path.join('/')

/** The path of a control's answer; `base` is the path of the group around it. */
export const pathOf = (
  { pathByBindId }: Model,
  { attributes }: Element,
  base: readonly string[],
): readonly string[] => {
  const bound = pathByBindId.get(attributes['bind'] ?? '')
  const ref = attributes['ref'] ?? attributes['nodeset']
  return bound ?? (ref === undefined ? [] : pathIn(ref, base))
}

const usedAttributes =
  /^(nodeset|ref|id|type|relevant|required|constraint|calculate|readonly|jr:constraintMsg|jr:requiredMsg|jr:preload|jr:preloadParams|orx:max-pixels)$/

const saveTo = /(^|:)saveto$/

/** The attributes that are parameters in a workbook, by their names there. */
export const namedParameters = (
  attributes: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, inWorkbook]) => {
      const value = attributes[name]
      return value === undefined ? [] : [[inWorkbook, value]]
    }),
  )

const bindFrom = (element: Element | undefined, itext: Itext): Bind => {
  const attributes = element?.attributes ?? {}
  const place = element?.place ?? ''
  const messageOf = (name: string): Texts => {
    const message = attributes[name] ?? ''
    if (message === '') return noTexts
    return itextOf(message, itext) ?? { plain: message, byLanguage: {} }
  }
  const saved = Object.entries(attributes).find(([name]) => saveTo.test(name))
  const preload = [attributes['jr:preload'], attributes['jr:preloadParams']]
  return {
    type: (attributes['type'] ?? 'string').replace(/^.*:/, ''),
    preload: preload.filter(part => part !== undefined).join(' '),
    constraintMessage: messageOf('jr:constraintMsg'),
    requiredMessage: messageOf('jr:requiredMsg'),
    parameters: namedParameters(attributes, { 'orx:max-pixels': 'max-pixels' }),
    rule: name => {
      const text = attributes[name]?.trim() ?? ''
      return text === '' ? null : { text, place }
    },
    saveTo: saved === undefined ? null : { text: saved[1].trim(), place },
    leftOut: Object.entries(attributes)
      .filter(
        ([name]) => !usedAttributes.test(name) && !saveTo.test(name) && !name.startsWith('xmlns'),
      )
      .map(([name, value]) => `${place}: ${name} "${value}"`),
  }
}

const isTemplate = ({ attributes }: Element): boolean => attributes['jr:template'] !== undefined

/** The elements with a name within another one, templates last. */
const occurrencesFirst = (parent: Element, name: string): readonly Element[] =>
  elementsOf(parent, name).toSorted((a, b) => Number(isTemplate(a)) - Number(isTemplate(b)))

const leavesOf = (element: Element, path: readonly string[], seen: Set<string>): readonly Leaf[] =>
  elementsOf(element).flatMap(child => {
    const own = [...path, child.name]
    // A repeat has a template, and may have its first occurrence as a sibling.
    if (seen.has(own.join('/'))) return []
    seen.add(own.join('/'))
    if (elementsOf(child).length > 0) return leavesOf(child, own, seen)
    const text = textIn(child).trim()
    return [
      { path: own, place: child.place, initial: text === '' ? null : { text, place: child.place } },
    ]
  })

/** The values of occurrences that differ from those of the leaves, because a question has one default in all of them. */
const valuesNotTaken = (
  element: Element,
  path: readonly string[],
  taken: ReadonlyMap<string, string>,
): readonly string[] =>
  elementsOf(element).flatMap(child => {
    const own = [...path, child.name]
    if (elementsOf(child).length > 0) return valuesNotTaken(child, own, taken)
    const text = textIn(child).trim()
    return text === (taken.get(own.join('/')) ?? '')
      ? []
      : [`${child.place}: the value "${text}" of ${child.name} in one occurrence of its repeat`]
  })

/** Reads the model in an XForm's head. Throws ImportProblem when there is none. */
export const readModel = (html: Element): Model => {
  const [head] = elementsOf(html, 'head')
  const [model] = head === undefined ? [] : elementsOf(head, 'model')
  if (head === undefined || model === undefined) {
    throw new ImportProblem(['The file is not an XForm: it has no head with a model.'])
  }
  const instances = elementsOf(model, 'instance')
  const primary = instances[0]
  const root = primary === undefined ? undefined : elementsOf(primary)[0]
  if (root === undefined) throw new ImportProblem([`${model.place}: the model has no instance.`])
  const itext = readItext(model)
  const binds = new Map<string, Element>()
  const problems: string[] = []
  const pathByBindId = new Map<string, readonly string[]>()
  for (const bind of elementsOf(model, 'bind')) {
    const path = pathIn(bind.attributes['nodeset'] ?? bind.attributes['ref'] ?? '')
    const key = path.join('/')
    if (binds.has(key)) problems.push(`${bind.place}: "/${key}" already has a bind.`)
    binds.set(key, bind)
    const id = bind.attributes['id']
    if (id !== undefined) pathByBindId.set(id, path)
  }
  const lists = new Map(
    instances.slice(1).map((instance): [string, readonly Element[] | null] => {
      const [list] = elementsOf(instance)
      const isElsewhere = instance.attributes['src'] !== undefined || list === undefined
      return [instance.attributes['id'] ?? '', isElsewhere ? null : elementsOf(list)]
    }),
  )
  const files = new Map(
    instances.flatMap(({ attributes: { id: name, src } }) =>
      name === undefined || src === undefined || !/\.\w+$/.test(src)
        ? []
        : [[name, src.replace(/^.*\//, '')] as const],
    ),
  )
  const leaves = leavesOf(root, [], new Set())
  const taken = new Map(leaves.map(({ path, initial }) => [path.join('/'), initial?.text ?? '']))
  // Actions are read together with the body, because they may be in either.
  const known = ['instance', 'itext', 'bind', 'setvalue', 'setgeopoint', 'recordaudio']
  const title = textIn(elementsOf(head, 'title')[0] ?? head).trim()
  const id = root.attributes['id'] ?? root.name
  return {
    id,
    title: title === '' ? id : title,
    root: root.name,
    data: root,
    version: root.attributes['version'] ?? '',
    leaves,
    itext,
    lists,
    files,
    pathByBindId,
    occurrencesAt: path =>
      path
        .reduce<readonly Element[]>(
          ([parent], step) => (parent === undefined ? [] : occurrencesFirst(parent, step)),
          [root],
        )
        .filter(element => !isTemplate(element)).length,
    actions: elementsOf(model).filter(({ name }) =>
      ['setvalue', 'setgeopoint', 'recordaudio'].includes(name),
    ),
    bindOf: path => bindFrom(binds.get(path.join('/')), itext),
    leftOut: [
      ...itext.leftOut,
      ...valuesNotTaken(root, [], taken),
      ...elementsOf(model)
        .filter(({ name }) => !known.includes(name))
        .map(({ name, place }) => `${place}: ${name} in the model`),
    ],
    problems,
  }
}
