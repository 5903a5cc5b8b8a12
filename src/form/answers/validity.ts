import { BehaviorSubject, type Observable } from 'rxjs'
import { plainText } from '../texts/rich-text.ts'
import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { CompiledField, CompiledForm } from '../definition/compiled-form.ts'
import type { LogicState } from '../logic/logic-state.ts'
import { isAsked } from './on-screen.ts'
import { isSameProblem, isUnanswered, problemOf, type Problem, type RuleContext } from './rules.ts'

/** The progress of a whole interview; emitted only when a number changes. */
export interface Progress {
  readonly invalid: number
  readonly answered: number
  /** How many fields are asked: all, except notes and those that the form's logic hides or calculates. */
  readonly total: number
}

/** The validity of every field, mounted or not. */
export interface Validity {
  readonly progress$: Observable<Progress>
  readonly progress: () => Progress
  /** The problem of a field's answer; null for none. The same problem is always the same object. */
  readonly problem: (fieldId: string) => Problem | null
  readonly isAnswered: (fieldId: string) => boolean
  /** Whether the field is asked now. */
  readonly isAsked: (field: CompiledField) => boolean
  /** The invalid fields in the order of the form. */
  readonly invalidFields: () => readonly CompiledField[]
  /** Checks fields again, after their answers, files or rules changed. */
  readonly update: (fields: readonly CompiledField[]) => void
  /** Switches to another shape of the same form, and checks all of it. */
  readonly reshape: (form: CompiledForm) => void
}

/** Where the checks read answers, files and logic. */
interface ValiditySource {
  readonly answer: (field: CompiledField) => Answer
  readonly fileCount: (field: CompiledField) => number
  readonly logic: LogicState
}

/** Creates the validity of an interview: checks every field once, and later only those that change. */
export const createValidity = (first: CompiledForm, source: ValiditySource): Validity => {
  let form = first
  const problems = new Map<string, Problem>()
  const answered = new Set<string>()
  const asked = new Set<string>()
  const { logic } = source

  const judge = (field: CompiledField): void => {
    if (!isAsked(source, field)) {
      for (const known of [problems, answered, asked]) known.delete(field.id)
      return
    }
    asked.add(field.id)
    const answer = source.answer(field)
    const context: RuleContext = {
      dates: form.dates,
      fileCount: source.fileCount(field),
      isRequired: logic.isRequired(field),
      isAccepted: logic.isAccepted(field),
      options: logic.options(field),
      words: message => plainText(message, key => logic.fill(field, key)),
    }
    const problem = problemOf(field, answer, context)
    if (problem === null) problems.delete(field.id)
    else if (!isSameProblem(problem, problems.get(field.id) ?? null))
      problems.set(field.id, problem)
    if (isUnanswered(field, answer, context)) answered.delete(field.id)
    else answered.add(field.id)
  }

  form.fields.forEach(judge)
  const progress$ = new BehaviorSubject<Progress>({
    invalid: problems.size,
    answered: answered.size,
    total: asked.size,
  })

  const publish = (): void => {
    const { value } = progress$
    const now = { invalid: problems.size, answered: answered.size, total: asked.size }
    const isSame =
      value.invalid === now.invalid && value.answered === now.answered && value.total === now.total
    if (!isSame) progress$.next(now)
  }

  return {
    progress$,
    progress: () => progress$.value,
    problem: fieldId => problems.get(fieldId) ?? null,
    isAnswered: fieldId => answered.has(fieldId),
    isAsked: field => asked.has(field.id),
    invalidFields: () => form.fields.filter(field => problems.has(field.id)),
    update: fields => {
      fields.forEach(judge)
      publish()
    },
    reshape: next => {
      form = next
      for (const set of [problems, answered, asked]) set.clear()
      form.fields.forEach(judge)
      publish()
    },
  }
}
