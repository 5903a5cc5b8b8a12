import type { Answer } from '../../../../collections/schemas/submissions.ts'
import type { CompiledField, CompiledForm } from '../../../form/definition/compiled-form.ts'
import type { LogicSource } from '../../../form/logic/field-state.ts'

/** The calculated values that an interview has when it is opened, and which of them stay. */
interface BegunValues {
  readonly stays: NonNullable<LogicSource['stays']>
  /** Whether a field's first value stays in every opening. */
  readonly isFixed: (field: CompiledField) => boolean
  /** Ends the opening: from now on, calculations follow the answers that they read. */
  readonly open: () => void
}

/**
 * Keeps calculated values from being replaced at an opening. An edit keeps all that were sent, because opening it is no
 * reason to send other ones. A draft keeps what its interview began with.
 */
export const createBegunValues = (
  { template }: CompiledForm,
  given: ReadonlyMap<string, Answer>,
  { isEdit }: { readonly isEdit: boolean },
): BegunValues => {
  const had = new Set([...given].flatMap(([slot, value]) => (value.length > 0 ? [slot] : [])))
  const isFixed = ({ fieldId }: CompiledField) => template.logic?.fixedIds.has(fieldId) === true
  let isOpening = true
  return {
    stays: (field, { unknown }) => {
      if (!had.has(field.id)) return false
      if (isOpening && (isEdit || isFixed(field))) return true
      // Without its list, a calculation has no result, which does not mean that its value was wrong.
      return unknown.some(name => name.startsWith('$list.'))
    },
    isFixed,
    open: () => {
      isOpening = false
    },
  }
}
