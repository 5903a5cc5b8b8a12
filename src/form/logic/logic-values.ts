import {
  type CompiledField,
  type CompiledForm,
  type CompiledRepeat,
  answerKeyOf,
  listKeyOf,
  placesKeyOf,
  type FormLogic,
} from '../definition/compiled-form.ts'
import { positionKey } from './compile-logic.ts'
import { slotId } from '../definition/form-shape.ts'

/** Values by the keys that rules are bound to. */
export type Scope = Record<string, unknown>

/** What the rules of a form read: the values outside of repeats, and those of each occurrence. */
export interface LogicValues {
  /** What the rules of a field read. */
  readonly scopeOf: (field: Pick<CompiledField, 'repeatId' | 'occurrence'>) => Scope
  /** What rules outside of all repeats read. */
  readonly outside: Scope
  readonly get: (field: CompiledField) => unknown
  readonly set: (field: CompiledField, value: unknown) => void
  /** Updates the list of a field's answers in all occurrences. */
  readonly gather: (form: CompiledForm, field: CompiledField) => void
  /**
   * Applies the current occurrences; returns the keys of the counts that changed, and the repeats in which an
   * occurrence was added, removed or moved.
   */
  readonly arrange: (form: CompiledForm) => Arranged
}

/** What changed for the rules when the occurrences changed. */
interface Arranged {
  readonly keys: readonly string[]
  readonly repeats: readonly CompiledRepeat[]
}

/** Makes the values of one interview, without answers yet. */
export const createLogicValues = (
  logic: FormLogic,
  given: Readonly<Record<string, () => unknown>>,
): LogicValues => {
  const outside: Scope = {}
  for (const [name, get] of Object.entries(given)) {
    Object.defineProperty(outside, `$${name}`, { get, enumerable: true })
  }
  const scopes = new Map<string, Scope>()
  const scopeOf: LogicValues['scopeOf'] = ({ repeatId, occurrence }) =>
    repeatId === null ? outside : (scopes.get(slotId(repeatId, occurrence)) ?? outside)

  const arrangeOne = ({ sectionId, occurrences }: CompiledRepeat): boolean => {
    let isMoved = false
    for (const [place, occurrence] of occurrences.entries()) {
      const id = slotId(sectionId, occurrence)
      // Inherits the outside values through the prototype, so that no occurrence copies them.
      const scope = scopes.get(id) ?? (Object.create(outside) as Scope)
      if (scope[positionKey] !== place + 1) isMoved = true
      scope[positionKey] = place + 1
      scopes.set(id, scope)
    }
    return isMoved
  }

  return {
    scopeOf,
    outside,
    get: field => scopeOf(field)[answerKeyOf(field)],
    set: (field, value) => {
      scopeOf(field)[answerKeyOf(field)] = value
    },
    gather: (form, field) => {
      const repeat = form.repeats.find(({ sectionId }) => sectionId === field.repeatId)
      const key = answerKeyOf(field)
      const places = (repeat?.occurrences ?? []).map(
        occurrence => scopes.get(slotId(field.repeatId ?? '', occurrence))?.[key] ?? null,
      )
      outside[placesKeyOf(field)] = places
      outside[listKeyOf(field)] = places.filter(value => value !== null)
    },
    arrange: form => {
      const keys: string[] = []
      const repeats = form.repeats.filter(repeat => {
        const key = logic.countKeyById.get(repeat.sectionId) ?? ''
        const isCounted = outside[key] === repeat.occurrences.length
        if (!isCounted) keys.push(key)
        outside[key] = repeat.occurrences.length
        return arrangeOne(repeat) || !isCounted
      })
      return { keys, repeats }
    },
  }
}
