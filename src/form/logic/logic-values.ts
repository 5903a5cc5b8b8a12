import type {
  CompiledField,
  CompiledForm,
  CompiledRepeat,
  FormLogic,
} from '../definition/compiled-form.ts'
import {
  answerKeyOf,
  listKeyOf,
  nestedKeyOf,
  placeKeyOf,
  placesKeyOf,
} from '../definition/value-keys.ts'
import { slotId } from '../definition/form-shape.ts'

/** Values by the keys that rules are bound to. */
export type Scope = Record<string, unknown>

/** What the rules of a form read: the values outside of repeats, and those of each occurrence. */
export interface LogicValues {
  /** What the rules of a field read. */
  readonly scopeOf: (field: Pick<CompiledField, 'repeatId' | 'occurrence'>) => Scope
  /** What rules around a repeat read: those of its outer occurrence, or those outside of all repeats. */
  readonly around: (repeat: Pick<CompiledRepeat, 'outer'>) => Scope
  /** What rules outside of all repeats read. */
  readonly outside: Scope
  readonly get: (field: CompiledField) => unknown
  readonly set: (field: CompiledField, value: unknown) => void
  /** Updates the lists of a field's answers in all occurrences, and in those of each outer occurrence. */
  readonly gather: (form: CompiledForm, field: CompiledField) => void
  /**
   * Applies the current occurrences; returns the keys of the counts that changed, and the ids of the repeated sections
   * in which an occurrence was added, removed or moved. A repeat that is not asked counts as 0 occurrences.
   */
  readonly arrange: (form: CompiledForm, isAsked: (repeat: CompiledRepeat) => boolean) => Arranged
}

/** What changed for the rules when the occurrences changed. */
interface Arranged {
  readonly keys: ReadonlySet<string>
  readonly moved: ReadonlySet<string>
}

/** Whether a field that reads another's answer reads it in this occurrence: its own one, or the one around its own. */
export const readsAnswerOf = (reader: CompiledField, field: CompiledField): boolean => {
  if (field.repeatId === null) return true
  const own = reader.repeatId === field.repeatId ? reader.occurrence : reader.outer
  return own === field.occurrence
}

/** Makes the values of one interview, without answers yet. */
export const createLogicValues = (
  logic: FormLogic,
  given: Readonly<Record<string, () => unknown>>,
): LogicValues => {
  // Without Object's own names, so that a rule that reads an unknown name such as `toString` reads nothing.
  const outside = Object.create(null) as Scope
  for (const [name, get] of Object.entries(given)) {
    Object.defineProperty(outside, `$${name}`, { get, enumerable: true })
  }
  const scopes = new Map<string, Scope>()
  const scopeOf: LogicValues['scopeOf'] = ({ repeatId, occurrence }) =>
    repeatId === null ? outside : (scopes.get(slotId(repeatId, occurrence)) ?? outside)
  const around: LogicValues['around'] = ({ outer }) =>
    outer === null ? outside : (scopes.get(outer.id) ?? outside)
  const countKeyOf = (sectionId: string): string => logic.countKeyById.get(sectionId) ?? ''

  /** Returns whether an occurrence was added or moved. */
  const arrangeOne = (repeat: CompiledRepeat): boolean => {
    const { sectionId, occurrences } = repeat
    const base = around(repeat)
    const placeKey = placeKeyOf(countKeyOf(sectionId))
    let isMoved = false
    for (const [place, occurrence] of occurrences.entries()) {
      const id = slotId(sectionId, occurrence)
      // Inherits the values around it through the prototype, so that no occurrence copies them.
      const scope = scopes.get(id) ?? (Object.create(base) as Scope)
      if (scope[placeKey] !== place + 1 || Object.getPrototypeOf(scope) !== base) isMoved = true
      Object.setPrototypeOf(scope, base)
      scope[placeKey] = place + 1
      scopes.set(id, scope)
    }
    return isMoved
  }
  /** Those of the last arrangement, because what is asked changes with every answer. */
  let isAskedNow = (_repeat: CompiledRepeat): boolean => true
  /** The keys of which the values of repeats that are asked are being read. */
  const counting = new Set<string>()
  const arePartlyAsked = ({ repeatId }: CompiledField): boolean =>
    repeatId !== null && logic.outerById.has(repeatId) && logic.repeatIfById.has(repeatId)
  /** Returns whether a number of occurrences changed, apart from whether they are asked. */
  const setCount = (
    scope: Scope,
    id: string,
    repeats: readonly CompiledRepeat[],
    isAsked: (repeat: CompiledRepeat) => boolean,
  ): boolean => {
    const key = countKeyOf(id)
    const countOf = (counted: readonly CompiledRepeat[]) =>
      counted.reduce((total, { occurrences }) => total + occurrences.length, 0)
    const count = countOf(repeats)
    const get = () => {
      // A rule that decides whether a repeat is asked may read its number.
      if (!logic.repeatIfById.has(id) || counting.has(key)) return count
      counting.add(key)
      const asked = countOf(repeats.filter(isAsked))
      counting.delete(key)
      return asked
    }
    Object.defineProperty(scope, key, { get, configurable: true, enumerable: true })
    const allKey = `all ${key}`
    // Not the inherited number, which is of all outer occurrences.
    if (Object.hasOwn(scope, allKey) && scope[allKey] === count) return false
    scope[allKey] = count
    return true
  }

  return {
    scopeOf,
    around,
    outside,
    get: field => scopeOf(field)[answerKeyOf(field)],
    set: (field, value) => {
      scopeOf(field)[answerKeyOf(field)] = value
    },
    gather: (form, field) => {
      const key = answerKeyOf(field)
      const placesKey = placesKeyOf(field)
      const put = (scope: Scope, places: readonly unknown[]): void => {
        // Not by an assignment, which a getter around it would take.
        Object.defineProperty(scope, placesKey, {
          value: places,
          configurable: true,
          enumerable: true,
        })
        scope[listKeyOf(field)] = places.filter(value => value !== null)
      }
      const repeats = form.repeats.filter(({ sectionId }) => sectionId === field.repeatId)
      const nested = repeats.map(({ sectionId, occurrences }) =>
        occurrences.map(occurrence => scopes.get(slotId(sectionId, occurrence))?.[key] ?? null),
      )
      for (const [place, repeat] of repeats.entries()) {
        if (repeat.outer !== null) put(around(repeat), nested[place] ?? [])
      }
      put(outside, nested.flat())
      outside[nestedKeyOf(field)] = nested
      if (!arePartlyAsked(field)) return
      // As many as the number of occurrences says, whose others are asked.
      const get = () => {
        if (counting.has(placesKey)) return nested.flat()
        counting.add(placesKey)
        const asked = repeats.map(repeat => isAskedNow(repeat))
        counting.delete(placesKey)
        return nested.filter((_values, place) => asked[place]).flat()
      }
      Object.defineProperty(outside, placesKey, { get, configurable: true, enumerable: true })
    },
    arrange: (form, isAsked) => {
      isAskedNow = isAsked
      const keys = new Set<string>()
      const moved = new Set<string>()
      for (const repeat of form.repeats) {
        const { sectionId, outer } = repeat
        if (arrangeOne(repeat)) moved.add(sectionId)
        if (outer === null) continue
        if (!setCount(around(repeat), sectionId, [repeat], isAsked)) continue
        keys.add(countKeyOf(sectionId))
        moved.add(sectionId)
      }
      for (const [id, key] of logic.countKeyById) {
        const all = form.repeats.filter(({ sectionId }) => sectionId === id)
        if (!setCount(outside, id, all, isAsked)) continue
        keys.add(key)
        moved.add(id)
      }
      // Their lists by outer occurrence have other places.
      for (const [id, outerId] of logic.outerById) if (moved.has(outerId)) moved.add(id)
      return { keys, moved }
    },
  }
}
