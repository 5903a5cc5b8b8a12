import { createKeyedStore, type KeyedStore } from '../../lib/keyed-store.ts'
import type { CompiledField, CompiledForm } from '../definition/compiled-form.ts'

/**
 * The question numbers on screen, by field id; 0 for no number. They count the fields that are asked and shown, so that
 * no number is missing.
 */
interface Numbering {
  readonly numbers: KeyedStore<number>
  /** Counts again, after a field appeared or disappeared. */
  readonly count: (form: CompiledForm) => void
}

/** Makes the numbers of an interview; `isAsked` returns whether a field is asked and shown now. */
export const createNumbering = (
  form: CompiledForm,
  isAsked: (field: CompiledField) => boolean,
): Numbering => {
  const numbers = createKeyedStore(0)
  const count = ({ sections }: CompiledForm): void => {
    let number = 0
    /** The number before the repeat's occurrences, and the highest number within one of them. */
    let repeat = { id: '', begun: 0, most: 0 }
    for (const { occurrence, fields } of sections) {
      const repeatId = occurrence?.repeat.sectionId ?? ''
      if (repeatId !== repeat.id) repeat = { id: repeatId, begun: number, most: number }
      // Every occurrence repeats the numbers of the first.
      else if (repeatId !== '') number = repeat.begun
      for (const field of fields) {
        if (isAsked(field)) number += 1
        numbers.set(field.id, isAsked(field) ? number : 0)
      }
      repeat.most = Math.max(repeat.most, number)
      if (repeatId !== '') number = repeat.most
    }
  }
  count(form)
  return { numbers, count }
}
