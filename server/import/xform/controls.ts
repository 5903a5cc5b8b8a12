import type { SourceType } from '../source.ts'
import { mediaIn, type Itext } from './itext.ts'
import { namedParameters, type Bind } from './model.ts'
import { elementsOf, textIn, type Element } from './xml.ts'

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

/** The type of a question, from its control and its data type; null for an unknown control. */
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

/** Whether a control has options: those of a range are the labels of its ticks. */
export const hasOptions = (control: Element, type: SourceType): boolean =>
  ['select_one', 'select_multiple', 'rank'].includes(type) ||
  (type === 'range' && elementsOf(control).some(({ name }) => /^item(set)?$/.test(name)))

/** The parameters of a control: attributes, by their names in a workbook. */
const parameterNames = {
  start: 'start',
  end: 'end',
  step: 'step',
  'odk:tick-interval': 'tick_interval',
  'odk:placeholder': 'placeholder',
  incremental: 'incremental',
  accuracyThreshold: 'capture-accuracy',
  unacceptableAccuracyThreshold: 'warning-accuracy',
} as const

/** The parameters of a control, by their names in a workbook. */
export const parametersOf = ({ attributes }: Element) => namedParameters(attributes, parameterNames)

const usedAttributes =
  /^(ref|bind|nodeset|appearance|mediatype|count|jr:count|jr:noAddRemove|xmlns.*)$/
const partNames = /^(label|hint|item|itemset|choices)$/

/** The parts of a control that a form cannot have. */
export const leftOutOf = (control: Element): readonly string[] => [
  ...Object.entries(control.attributes)
    .filter(([name]) => !(usedAttributes.test(name) || name in parameterNames))
    .map(([name, value]) => `${control.place}: ${name} "${value}"`),
  ...(control.name === 'group' || control.name === 'repeat' ? [] : elementsOf(control))
    .filter(part => !partNames.test(part.name) && !isSetByChange(part))
    .map(({ name, place }) => `${place}: ${name}`),
  ...elementsOf(control, 'item')
    .filter(item => elementsOf(item, 'value').every(value => textIn(value).trim() === ''))
    .map(({ place }) => `${place}: an option without a value`),
]

/** Properties of a group that a form can have for questions only. */
export const unusedOfGroup = (control: Element, bind: Bind, itext: Itext): readonly string[] => {
  const readOnly = bind.rule('readonly')?.text ?? 'false()'
  return [
    ...bind.leftOut,
    ...(bind.saveTo === null ? [] : [`${bind.saveTo.place}: a group is saved to no property`]),
    ...Object.keys(mediaIn(control, itext)).map(kind => `${control.place}: the ${kind} of a group`),
    ...(/^false(\(\))?$/.test(readOnly)
      ? []
      : [`${control.place}: "${readOnly}", which makes a group read only`]),
  ]
}

/** The names of automatic actions. */
export const actions: ReadonlySet<string> = new Set(['setvalue', 'setgeopoint', 'recordaudio'])

/** The events of an action, without their namespace. */
export const eventsOf = ({ attributes }: Element): readonly string[] =>
  (attributes['event'] ?? attributes['ev:event'] ?? '')
    .trim()
    .split(/\s+/)
    .map(event => event.replace(/^.*:/, ''))

/** Whether an action within a control sets an answer whenever that of the control changes. */
export const isSetByChange = (action: Element): boolean =>
  action.name === 'setvalue' && eventsOf(action).join() === 'xforms-value-changed'

/** The type as written: the bind's for a calculation, and the name that an automatic value has in a workbook. */
export const typeTextOf = ({ preload, type: bound }: Bind, type: SourceType): string => {
  if (preload === 'uid') return 'uuid'
  if (preload !== '') return preload.split(' ').at(-1) ?? preload
  return type === 'calculate' ? bound : type
}
