import type {
  CompiledField,
  CompiledForm,
  CompiledPart,
  CompiledRepeat,
  CompiledSection,
  FormTemplate,
  RepeatEdge,
  TemplateSection,
  Within,
} from './compiled-form.ts'
import { fieldInLanguage, inLanguage } from './form-languages.ts'

/*
 * Makes the shown form from a definition: its sections in one language, repeated ones once per occurrence. A field that
 * stays is the same object in every shape, so that only new fields render.
 */

/**
 * The most fields in one part, and in one small form of answers, because the cost of a keystroke grows with their
 * number.
 */
export const partFields = 20

/** The occurrences of each repeat in their order, by the id of its section. */
export type Occurrences = ReadonlyMap<string, readonly number[]>

/** Identifies an occurrence of a field or section. */
export const slotId = (id: string, occurrence = 0): string =>
  occurrence === 0 ? id : `${id}\u0000${occurrence}`

/** The first occurrences of a repeat, which always exist. */
const firstOccurrences = (min: number): readonly number[] =>
  Array.from({ length: min }, (_, number) => number)

/** Cuts a list into pieces of nearly equal length, none longer than `most`. */
const cut = <Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] => {
  const count = Math.ceil(items.length / most)
  const length = Math.ceil(items.length / count)
  return Array.from({ length: count }, (_, n) => items.slice(n * length, (n + 1) * length))
}

const madeOf = new WeakMap<FormTemplate, Map<string, CompiledField>>()

/** One occurrence of a template's field; the same object as long as nothing about it changes. */
const fieldFor = (
  template: FormTemplate,
  field: CompiledField,
  occurrence: number,
  within: Within | null,
  language: string,
): CompiledField => {
  if (occurrence === 0 && within === null && language === '') return field
  const made = madeOf.get(template) ?? new Map<string, CompiledField>()
  madeOf.set(template, made)
  const id = slotId(field.fieldId, occurrence)
  const key = JSON.stringify([language, within, id])
  const known = made.get(key)
  if (known !== undefined) return known
  const worded = language === '' ? field : fieldInLanguage(field, language)
  const index = field.index + occurrence * template.fields.length
  const shaped = { ...worded, id, occurrence, within, index }
  made.set(key, shaped)
  return shaped
}

const partsOf = (section: CompiledSection, key: string): readonly CompiledPart[] =>
  cut(section.fields, partFields).map((fields, place) => ({
    kind: 'part',
    key: `${key}.${place}`,
    section,
    place,
    fields,
  }))

interface Shaped {
  readonly sections: readonly CompiledSection[]
  readonly blocks: readonly (CompiledPart | RepeatEdge)[]
  readonly repeat: CompiledRepeat | null
}

const shapeOnce = (
  template: FormTemplate,
  { id, name, names, fields }: TemplateSection,
  key: string,
  language: string,
): Shaped => {
  const section: CompiledSection = {
    id,
    name: inLanguage(name, names, language),
    occurrence: null,
    fields: fields.map(field => fieldFor(template, field, 0, null, language)),
  }
  return { sections: [section], blocks: partsOf(section, key), repeat: null }
}

const shapeRepeat = (
  template: FormTemplate,
  { id, name, names, repeat, fields }: TemplateSection,
  key: string,
  language: string,
  occurrences: Occurrences,
): Shaped => {
  if (repeat === null) throw new Error(`Section ${id} does not repeat.`)
  const label = inLanguage(repeat.label, repeat.labels, language)
  const shown: CompiledRepeat = {
    sectionId: id,
    name: inLanguage(name, names, language),
    label: label || inLanguage(name, names, language),
    rules: repeat,
    occurrences: occurrences.get(id) ?? firstOccurrences(repeat.min),
  }
  const sections = shown.occurrences.map((number, place): CompiledSection => {
    const within: Within = { label: shown.label, place }
    return {
      id: slotId(id, number),
      name: '',
      occurrence: { repeat: shown, number, place },
      fields: fields.map(field => fieldFor(template, field, number, within, language)),
    }
  })
  return {
    sections,
    blocks: [
      { kind: 'repeat begins', key: `${key}.begin`, repeat: shown },
      ...sections.flatMap(section => partsOf(section, `${key}#${section.occurrence?.number}`)),
      { kind: 'repeat ends', key: `${key}.end`, repeat: shown },
    ],
    repeat: shown,
  }
}

/** Makes the shown form from its definition, the current occurrences and a language. */
export const shapeForm = (
  template: FormTemplate,
  occurrences: Occurrences,
  language: string,
): CompiledForm => {
  // In its own language a form is shown as written.
  const spoken = language === template.languages.own ? '' : language
  const shaped = template.sections.map((section, n) =>
    section.repeat === null
      ? shapeOnce(template, section, `${n}`, spoken)
      : shapeRepeat(template, section, `${n}`, spoken, occurrences),
  )
  const blocks = shaped.flatMap(one => one.blocks)
  const parts = blocks.filter(block => block.kind === 'part')
  const fields = parts.flatMap(part => part.fields)
  return {
    id: template.id,
    title: template.title,
    definitionHash: template.definitionHash,
    template,
    sections: shaped.flatMap(one => one.sections),
    parts,
    blocks,
    fields,
    fieldById: new Map(fields.map(field => [field.id, field])),
    partByIndex: new Map(
      parts.flatMap(part => part.fields.map(({ index }) => [index, part] as const)),
    ),
    repeats: shaped.flatMap(one => one.repeat ?? []),
    dates: template.dates,
    logic: template.logic,
    language,
  }
}
