import type { SourceType } from '../source.ts'
import type { Bind } from './model.ts'
import { elementsOf, type Element } from './xml.ts'

const byBindType: Readonly<Record<string, SourceType>> = {
  int: 'integer',
  integer: 'integer',
  decimal: 'decimal',
  date: 'date',
  dateTime: 'dateTime',
  time: 'time',
  geopoint: 'geopoint',
  geotrace: 'geotrace',
  geoshape: 'geoshape',
  barcode: 'barcode',
}

const uploadType = (mediatype: string): SourceType => {
  const kind = mediatype.split('/')[0]
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'file'
}

/** The type of a question, by its control and the type of its place; null for a control that is not known. */
export const typeOf = (control: Element, bind: Bind): SourceType | null => {
  switch (control.name) {
    case 'input':
    case 'secret':
      return byBindType[bind.type] ?? 'text'
    case 'select':
      return 'select_multiple'
    case 'select1':
      return 'select_one'
    case 'rank':
      return 'rank'
    case 'range':
      return 'range'
    case 'trigger':
      return 'acknowledge'
    case 'upload':
      return uploadType(control.attributes['mediatype'] ?? '')
    default:
      return null
  }
}

/** Whether a type has options. */
export const isChoice = (type: SourceType) =>
  ['select_one', 'select_multiple', 'rank'].includes(type)
const usedAttributes =
  /^(ref|bind|nodeset|appearance|mediatype|start|end|step|count|jr:count|jr:noAddRemove|xmlns.*)$/
const partNames = /^(label|hint|item|itemset|choices)$/

/** What of a control a form cannot have. */
export const leftOutOf = (control: Element): readonly string[] => [
  ...Object.entries(control.attributes)
    .filter(([name]) => !usedAttributes.test(name))
    .map(([name, value]) => `${control.place}: ${name} "${value}"`),
  ...(control.name === 'group' || control.name === 'repeat' ? [] : elementsOf(control))
    .filter(({ name }) => !partNames.test(name))
    .map(({ name, place }) => `${place}: ${name}`),
]

/** What happens by itself in a form, which ours has no place for. */
export const actions: ReadonlySet<string> = new Set(['setvalue', 'setgeopoint', 'recordaudio'])

/** What a workbook calls that which fills a place by itself. */
export const metadataOf = (preload: string): string =>
  preload === 'uid' ? 'uuid' : (preload.split(' ').at(-1) ?? preload)
