import type {
  CompiledField,
  CompiledForm,
  CompiledPart,
  CompiledRepeat,
  CompiledSection,
  FormTemplate,
  Occurrence,
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

/** The occurrences of each repeat in their order, by its key. */
export type Occurrences = ReadonlyMap<string, readonly number[]>

/** Identifies an occurrence of a field or section. */
export const slotId = (id: string, occurrence = 0): string =>
  occurrence === 0 ? id : `${id}\u0000${occurrence}`

const outerMark = '\u0000in '

/** Identifies a repeat: by its section and, within another repeat, by the number of the outer occurrence. */
export const repeatKey = (sectionId: string, outer: number | null): string =>
  outer === null ? sectionId : `${sectionId}${outerMark}${outer}`

/** The section of a repeat, by the repeat's key. */
export const sectionOfRepeatKey = (key: string): string => key.split(outerMark)[0] ?? key

/** The hidden fields by which the occurrences of a repeat are in those of another. */
export const tieIdsOf = ({ sections }: FormTemplate): ReadonlySet<string> =>
  new Set(
    sections.flatMap(({ nesting }) => (nesting === null ? [] : [nesting.keyId, nesting.linkId])),
  )

/** The hidden field that names the outer occurrence of a field; null for a field that is in at most one repeat. */
export const linkOf = (
  { template, fieldById }: CompiledForm,
  { repeatId, occurrence }: Pick<CompiledField, 'repeatId' | 'occurrence'>,
): CompiledField | null => {
  const nesting = template.sections.find(({ id }) => id === repeatId)?.nesting ?? null
  return nesting === null ? null : (fieldById.get(slotId(nesting.linkId, occurrence)) ?? null)
}

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
  outer: number | null,
  language: string,
): CompiledField => {
  if (occurrence === 0 && within === null && language === '') return field
  const made = madeOf.get(template) ?? new Map<string, CompiledField>()
  madeOf.set(template, made)
  const id = slotId(field.fieldId, occurrence)
  const key = JSON.stringify([language, within, outer, id])
  const known = made.get(key)
  if (known !== undefined) return known
  const worded = language === '' ? field : fieldInLanguage(field, language)
  const index = field.index + occurrence * template.fields.length
  const shaped = { ...worded, id, occurrence, within, outer, index }
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
  readonly repeats: readonly CompiledRepeat[]
}

/** What every section of a form is shaped with. */
interface Shaping {
  readonly template: FormTemplate
  readonly occurrences: Occurrences
  readonly language: string
}

const shapeOnce = (
  { id, name, names, fields }: TemplateSection,
  key: string,
  { template, language }: Shaping,
): Shaped => {
  const section: CompiledSection = {
    id,
    name: inLanguage(name, names, language),
    occurrence: null,
    continues: null,
    hasInner: false,
    fields: fields.map(field => fieldFor(template, field, 0, null, null, language)),
  }
  return { sections: [section], blocks: partsOf(section, key), repeats: [] }
}

const shapeRepeat = (
  section: TemplateSection,
  key: string,
  shaping: Shaping,
  outer: CompiledSection | null = null,
): Shaped => {
  const { id, name, names, repeat } = section
  if (repeat === null) throw new Error(`Section ${id} does not repeat.`)
  const { language, occurrences } = shaping
  const ownKey = repeatKey(id, outer?.occurrence?.number ?? null)
  const label = inLanguage(repeat.label, repeat.labels, language)
  const shown: CompiledRepeat = {
    key: ownKey,
    sectionId: id,
    outer,
    name: inLanguage(name, names, language),
    label: label || inLanguage(name, names, language),
    rules: repeat,
    occurrences: occurrences.get(ownKey) ?? (outer === null ? firstOccurrences(repeat.min) : []),
  }
  const each = shown.occurrences.map((number, place) =>
    shapeOccurrence(section, { repeat: shown, number, place }, `${key}#${number}`, shaping),
  )
  return {
    sections: each.flatMap(one => one.sections),
    blocks: [
      { kind: 'repeat begins', key: `${key}.begin`, repeat: shown },
      ...each.flatMap(one => one.blocks),
      { kind: 'repeat ends', key: `${key}.end`, repeat: shown },
    ],
    repeats: [shown, ...each.flatMap(one => one.repeats)],
  }
}

/** One occurrence of a repeat. A repeat within it is shown between the questions where its author put it. */
const shapeOccurrence = (
  { id, fields }: TemplateSection,
  occurrence: Occurrence,
  key: string,
  shaping: Shaping,
): Shaped => {
  const { template, language } = shaping
  const { repeat, number, place } = occurrence
  const within: Within = { label: repeat.label, place }
  const outer = repeat.outer?.occurrence?.number ?? null
  const shownFields = fields.map(field =>
    fieldFor(template, field, number, within, outer, language),
  )
  const inner = template.sections.filter(({ nesting }) => nesting?.outerId === id)
  const cuts = [...new Set(inner.map(({ nesting }) => nesting?.at ?? 0))].sort((a, b) => a - b)
  const first: CompiledSection = {
    id: slotId(id, number),
    name: '',
    occurrence,
    continues: null,
    hasInner: inner.length > 0,
    fields: shownFields.slice(0, cuts[0]),
  }
  const pieces: Shaped[] = [{ sections: [first], blocks: partsOf(first, key), repeats: [] }]
  for (const [n, at] of cuts.entries()) {
    for (const [m, one] of inner.entries()) {
      if (one.nesting?.at === at) pieces.push(shapeRepeat(one, `${key}/${m}`, shaping, first))
    }
    const rest = shownFields.slice(at, cuts[n + 1])
    if (rest.length === 0) continue
    const piece = {
      ...first,
      id: `${first.id}\u0000+${n}`,
      continues: first,
      hasInner: false,
      fields: rest,
    }
    pieces.push({ sections: [piece], blocks: partsOf(piece, `${key}+${n}`), repeats: [] })
  }
  return {
    sections: pieces.flatMap(one => one.sections),
    blocks: pieces.flatMap(one => one.blocks),
    repeats: pieces.flatMap(one => one.repeats),
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
  const shaping: Shaping = { template, occurrences, language: spoken }
  const shaped = template.sections.flatMap((section, n) => {
    // Shown within each occurrence of its outer section.
    if (section.nesting !== null) return []
    return section.repeat === null
      ? shapeOnce(section, `${n}`, shaping)
      : shapeRepeat(section, `${n}`, shaping)
  })
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
    repeats: shaped.flatMap(one => one.repeats),
    dates: template.dates,
    logic: template.logic,
    language,
  }
}
