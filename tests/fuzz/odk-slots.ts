import type { CompiledField, CompiledSection } from '../../src/form/definition/compiled-form.ts'
import type { Interview } from '../../src/features/fill/interview/interview-shape.ts'
import { placedName } from './odk-engine.ts'

/** A field of an interview in one occurrence, and the name of its node in ODK's engine. */
interface Slot {
  readonly field: CompiledField
  readonly name: string
}

/** The places of an occurrence in its repeats, the outer one's first. */
export const placesOf = ({ occurrence }: CompiledSection): readonly number[] =>
  occurrence === null
    ? []
    : [
        ...(occurrence.repeat.outer === null ? [] : placesOf(occurrence.repeat.outer)),
        occurrence.place,
      ]

/** The fields that a form's author wrote, in every occurrence. */
export const slotsOf = ({ form }: Interview): readonly Slot[] =>
  form.sections.flatMap(section =>
    section.fields
      .filter(({ fieldId }) => !fieldId.includes(':'))
      .map(field => ({
        field,
        name: placedName(field.fieldId.replace(/^.*\//, ''), placesOf(section)),
      })),
  )
