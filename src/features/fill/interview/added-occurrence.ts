import { highestNumber } from '../../../form/answers/nested-occurrences.ts'
import type { OccurrenceList } from '../../../form/answers/occurrences.ts'
import type {
  CompiledField,
  CompiledForm,
  CompiledSection,
} from '../../../form/definition/compiled-form.ts'
import { slotId } from '../../../form/definition/form-shape.ts'

/** An occurrence that does not exist yet. */
export interface NewOccurrence {
  readonly sectionId: string
  readonly number: number
}

/** The number for one more occurrence of a repeat, by the repeat's key; null when the surveyor cannot add any. */
export const nextOccurrence = (
  { repeats }: CompiledForm,
  { nextOf }: OccurrenceList,
  key: string,
): NewOccurrence | null => {
  const repeat = repeats.find(one => one.key === key)
  if (repeat === undefined || repeat.rules.count !== undefined) return null
  if (repeat.occurrences.length >= repeat.rules.max) return null
  const { sectionId, outer } = repeat
  const number = nextOf(sectionId, outer?.occurrence?.number)
  return number > highestNumber ? null : { sectionId, number }
}

/** The sections of an occurrence, by the first one's id: its own pieces, and the occurrences within it. */
export const sectionsWithin = (
  { sections }: CompiledForm,
  sectionId: string,
): readonly CompiledSection[] =>
  sections.filter(
    ({ id, continues, occurrence }) =>
      id === sectionId || continues?.id === sectionId || occurrence?.repeat.outer?.id === sectionId,
  )

/** The first question of an occurrence; its first field where it asks none, and null where it has none. */
export const firstFieldOf = (
  form: CompiledForm,
  { sectionId, number }: NewOccurrence,
  isAsked: (field: CompiledField) => boolean,
): CompiledField | null => {
  const fields = sectionsWithin(form, slotId(sectionId, number)).flatMap(one => one.fields)
  return fields.find(isAsked) ?? fields[0] ?? null
}
