import type { FormList } from '../../../replication/wire/form/files.ts'
import { toList } from '../lists/read-list.ts'
import type { SourceOption, SourceOptions, Texts, Written } from '../source.ts'
import { mediaIn, itextOf, textsIn } from './itext.ts'
import type { Model } from './model.ts'
import { elementsOf, textIn, type Element } from './xml.ts'

/** The options of a control, and their filter. */
interface Options {
  readonly options: SourceOptions | null
  readonly choiceFilter: Written | null
  /** `randomize` and `seed` for a random order, as in a workbook. */
  readonly parameters: Readonly<Record<string, string>>
}

const inList = (control: Element, model: Model): readonly SourceOption[] =>
  elementsOf(control, 'item').flatMap(item => {
    const value = textIn(elementsOf(item, 'value')[0] ?? item).trim()
    // Choosing it would leave the question open; `leftOutOf` reports it.
    if (value === '') return []
    const label = textsIn(item, 'label', model.itext)
    return {
      value,
      label: label.plain === '' ? { ...label, plain: value } : label,
      media: mediaIn(item, model.itext),
      place: item.place,
      columns: {},
    }
  })

const nodesetPattern =
  /^\s*(randomize\()?\s*((?:instance\(\s*['"]([^'"]+)['"]\s*\)|\/|current\(\)|\.)[^[\](),]*)(?:\[([\s\S]*)\])?\s*(?:,([^[\]]*))?\)?\s*$/

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
    media: id === undefined ? {} : (model.itext.mediaById.get(columns[id] ?? '') ?? {}),
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
      parameters: {},
    }
  }
  const nodeset = itemset.attributes['nodeset'] ?? ''
  const [, randomize, path = '', list, filter, seed] = nodesetPattern.exec(nodeset) ?? []
  const parameters: Record<string, string> =
    randomize === undefined
      ? {}
      : {
          randomize: 'true',
          ...(seed === undefined ? {} : { seed: seed.trim().replace(/\)$/, '') }),
        }
  const choiceFilter = filter === undefined ? null : { text: filter, place: itemset.place }
  const refOf = (name: 'value' | 'label', otherwise: string) =>
    elementsOf(itemset, name)[0]?.attributes['ref'] ?? otherwise
  const items = list === undefined ? null : model.lists.get(list)
  if (items === undefined || path === '') {
    const why =
      path === ''
        ? `its options cannot be read from "${nodeset}"`
        : `its options are in ${nodeset}, which was not found`
    return { options: { kind: 'elsewhere', why }, choiceFilter: null, parameters }
  }
  if (items === null) {
    const value = refOf('value', 'name')
    const rows = {
      value,
      label: refOf('label', value),
      labels: {},
      list: list ?? null,
      leftOut: [],
    }
    return { options: { kind: 'rows', nodeset: path.trim(), ...rows }, choiceFilter, parameters }
  }
  const options = items.map(item =>
    optionOf(item, refOf('value', 'name'), refOf('label', 'label'), model),
  )
  return { options: { kind: 'list', options }, choiceFilter, parameters }
}

/** A list of the form, for expressions that look something up in it; with the texts that its items name. */
export const listOf = (items: readonly Element[], model: Model): FormList =>
  toList(
    items.map(item => {
      const cells = Object.fromEntries(
        elementsOf(item).map(cell => [cell.name.replaceAll('.', '_'), textIn(cell).trim()]),
      )
      const texts = model.itext.byId.get(cells['itextId'] ?? '')
      if (texts === undefined) return cells
      return {
        ...cells,
        label: texts.plain,
        ...Object.fromEntries(
          Object.entries(texts.byLanguage).map(([language, text]) => [`label::${language}`, text]),
        ),
      }
    }),
  )
