import { createKeyedStore, type KeyedStore } from '../../lib/keyed-store.ts'
import type {
  CompiledField,
  CompiledForm,
  CompiledRepeat,
  CompiledSection,
  Occurrence,
} from '../definition/compiled-form.ts'

/**
 * The question numbers on screen, by field id; 0 for no number. They count the fields that are asked and shown, so that
 * no number is missing.
 */
interface Numbering {
  readonly numbers: KeyedStore<number>
  /** Counts again, after a field appeared or disappeared. */
  readonly count: (form: CompiledForm) => void
}

/** A repeat whose occurrences are being counted. */
interface Open {
  readonly repeat: CompiledRepeat
  occurrence: number
  /** The number before its occurrences, and the highest number in those before the current one. */
  readonly begun: number
  most: number
}

/** The occurrences that a section is in, the outer one first. */
const occurrencesOf = ({ occurrence }: CompiledSection): readonly Occurrence[] => {
  if (occurrence === null) return []
  const { outer } = occurrence.repeat
  return outer === null ? [occurrence] : [...occurrencesOf(outer), occurrence]
}

/** Makes the numbers of an interview; `isAsked` returns whether a field is asked and shown now. */
export const createNumbering = (
  form: CompiledForm,
  isAsked: (field: CompiledField) => boolean,
): Numbering => {
  const numbers = createKeyedStore(0)
  const count = ({ sections }: CompiledForm): void => {
    let number = 0
    /** The repeats that the section is in, the outer one first. */
    const open: Open[] = []
    for (const section of sections) {
      const within = occurrencesOf(section)
      const same = within.findIndex(({ repeat }, depth) => repeat !== open[depth]?.repeat)
      for (const { most } of open.splice(same < 0 ? within.length : same).reverse()) {
        number = Math.max(number, most)
      }
      for (const [depth, { repeat, number: occurrence }] of within.entries()) {
        const known = open[depth]
        if (known === undefined) open.push({ repeat, occurrence, begun: number, most: number })
        else if (known.occurrence !== occurrence) {
          // Every occurrence repeats the numbers of the first.
          known.most = Math.max(known.most, number)
          known.occurrence = occurrence
          number = known.begun
        }
      }
      for (const field of section.fields) {
        const counts = isAsked(field)
        if (counts) number += 1
        numbers.set(field.id, counts ? number : 0)
      }
    }
  }
  count(form)
  return { numbers, count }
}
