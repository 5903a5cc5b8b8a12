import type { SourceOption, SourceOptions, Texts, Written } from '../source.ts'
import { itextOf, textsIn } from './itext.ts'
import type { Model } from './model.ts'
import { elementsOf, textIn, type Element } from './xml.ts'

/** The options of a control, and their filter. */
export interface Options {
  readonly options: SourceOptions | null
  readonly choiceFilter: Written | null
  readonly leftOut: readonly string[]
}

const inList = (control: Element, model: Model): readonly SourceOption[] =>
  elementsOf(control, 'item').map(item => {
    const value = textIn(elementsOf(item, 'value')[0] ?? item).trim()
    const label = textsIn(item, 'label', model.itext)
    return {
      value,
      label: label.plain === '' ? { ...label, plain: value } : label,
      place: item.place,
      columns: {},
    }
  })

const nodesetPattern =
  /^\s*(randomize\()?\s*instance\(\s*['"]([^'"]+)['"]\s*\)\/[^[\]]*(?:\[([\s\S]*)\])?\s*(?:,[^[\]]*)?\)?\s*$/

const optionOf = (
  item: Element,
  valueRef: string,
  labelRef: string,
  model: Model,
): SourceOption => {
  const columns = Object.fromEntries(
    elementsOf(item).map(column => [column.name.replaceAll('.', '_'), textIn(column).trim()]),
  )
  const value = columns[valueRef] ?? ''
  const id = /^jr:itext\(\s*(\w+)\s*\)$/.exec(labelRef.trim())?.[1]
  const label: Texts | null =
    id === undefined
      ? { plain: columns[labelRef] ?? '', byLanguage: {} }
      : itextOf(`jr:itext('${columns[id] ?? ''}')`, model.itext)
  const { name: _name, label: _label, itextId: _itextId, ...more } = columns
  return {
    value,
    place: item.place,
    label: { plain: value, byLanguage: {}, ...(label !== null && label.plain !== '' ? label : {}) },
    columns: more,
  }
}

/** Reads `item`s and an `itemset`. */
export const readOptions = (control: Element, model: Model): Options => {
  const [itemset] = elementsOf(control, 'itemset')
  if (itemset === undefined) {
    return {
      options: { kind: 'list', options: inList(control, model) },
      choiceFilter: null,
      leftOut: [],
    }
  }
  const nodeset = itemset.attributes['nodeset'] ?? ''
  const [, randomize, list = '', filter] = nodesetPattern.exec(nodeset) ?? []
  const items = model.lists.get(list)
  if (items === undefined || items === null) {
    return { options: { kind: 'elsewhere', where: nodeset }, choiceFilter: null, leftOut: [] }
  }
  const refOf = (name: 'value' | 'label', otherwise: string) =>
    elementsOf(itemset, name)[0]?.attributes['ref'] ?? otherwise
  const options = items.map(item =>
    optionOf(item, refOf('value', 'name'), refOf('label', 'label'), model),
  )
  return {
    options: { kind: 'list', options },
    choiceFilter: filter === undefined ? null : { text: filter, place: itemset.place },
    leftOut: randomize === undefined ? [] : [`${itemset.place}: the random order of the options`],
  }
}
