/* The fill screen's only door to @tanstack/react-form. */
import { FormApi, useSelector } from '@tanstack/react-form'
import type { Answer } from '../../../../collections/schemas/submissions.ts'
import { emptyAnswer, fitAnswer } from '../../../form/answers/answer-shape.ts'
import { partFields } from '../../../form/definition/form-shape.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'

/**
 * The answers on screen. They are held in many small forms, because in one form each keystroke's cost grows with its
 * fields; a component subscribes to one field only. Validity is not known here, because it must not depend on what is
 * mounted (validity.ts).
 */
export interface FillForm {
  readonly get: (field: CompiledField) => Answer
  readonly set: (field: CompiledField, answer: Answer) => void
  /** Calls `changed` on every later change of one field; returns a function that stops it. */
  readonly watch: (field: CompiledField, changed: (answer: Answer) => void) => () => void
  /** Adds the fields of a new occurrence, with their answers so far. */
  readonly add: (fields: readonly CompiledField[]) => void
  /** The small form that holds a field, for useAnswer. */
  readonly holderOf: (field: CompiledField) => Holder
}

type Values = Record<string, Answer>

const createHolder = (defaultValues: Values) => new FormApi({ defaultValues })
type Holder = ReturnType<typeof createHolder>

/** Field ids come from the server and may contain dots or brackets, which the library would read as a path. */
const keyOf = (field: CompiledField): string => `f${field.index}`

// Turns off the library's own work per keystroke, because the app has its own rules and timing.
const setOnly = { dontValidate: true, dontUpdateMeta: true, dontRunListeners: true } as const

/** Creates the store of a form's answers, with the given ones (by field id) at the start. */
export const createFillForm = (
  fields: readonly CompiledField[],
  given: ReadonlyMap<string, Answer>,
): FillForm => {
  const holders = new Map<string, Holder>()
  const add = (added: readonly CompiledField[]): void => {
    const fresh = added.filter(({ id }) => !holders.has(id))
    for (let start = 0; start < fresh.length; start += partFields) {
      const members = fresh.slice(start, start + partFields)
      const holder = createHolder(
        Object.fromEntries(
          members.map(field => [
            keyOf(field),
            fitAnswer(field, given.get(field.id) ?? emptyAnswer(field)),
          ]),
        ),
      )
      for (const { id } of members) holders.set(id, holder)
    }
  }
  add(fields)
  const holderOf = (field: CompiledField): Holder => {
    const holder = holders.get(field.id)
    if (holder === undefined) throw new Error(`Field ${field.id} is not of this form.`)
    return holder
  }
  const get = (field: CompiledField): Answer =>
    holderOf(field).store.state.values[keyOf(field)] ?? emptyAnswer(field)
  return {
    get,
    set: (field, answer) => holderOf(field).setFieldValue(keyOf(field), answer, setOnly),
    watch: (field, changed) => {
      let last = get(field)
      const { unsubscribe } = holderOf(field).store.subscribe(() => {
        const answer = get(field)
        if (answer === last) return
        last = answer
        changed(answer)
      })
      return unsubscribe
    },
    add,
    holderOf,
  }
}

/** One field's answer, for inputs that must render it. */
export const useAnswer = (form: FillForm, field: CompiledField): Answer =>
  useSelector(form.holderOf(field).store, state => state.values[keyOf(field)] ?? emptyAnswer(field))
