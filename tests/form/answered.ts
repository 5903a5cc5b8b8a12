import type { Answer } from '../../collections/schemas/submissions.ts'
import { emptyAnswer } from '../../src/form/answers/answer-shape.ts'
import { createValidity } from '../../src/form/answers/validity.ts'
import type { CompiledForm } from '../../src/form/definition/compiled-form.ts'
import { followLogic } from '../../src/form/logic/follow-logic.ts'
import { fieldOf } from './form-fixtures.ts'

/** A form to answer without a screen or a device. */
export const answered = (form: CompiledForm, given: Readonly<Record<string, Answer>> = {}) => {
  const answers = new Map(Object.entries(given))
  /** The calculated fields, in order. */
  const worked: string[] = []
  const fileCounts = new Map<string, number>()
  const source = {
    answer: (field: CompiledForm['fields'][number]) => answers.get(field.id) ?? emptyAnswer(field),
    fileCount: (field: CompiledForm['fields'][number]) => fileCounts.get(field.id) ?? 0,
  }
  const logic = followLogic(form, {
    ...source,
    calculated: (field, answer) => {
      worked.push(field.id)
      answers.set(field.id, answer)
    },
    given: { today: () => '2026-11-20' },
  })
  const validity = createValidity(form, { ...source, logic })
  return {
    logic,
    validity,
    worked,
    valueOf: (id: string) => answers.get(id),
    attach: (id: string, count: number): void => {
      fileCounts.set(id, count)
      logic.update(fieldOf(form, id))
    },
    /** Answers a field. Returns the ids of the fields whose state changed. */
    answer: (id: string, value: Answer): readonly string[] => {
      answers.set(id, value)
      const different = logic.update(fieldOf(form, id))
      validity.update([fieldOf(form, id), ...different])
      return different.map(field => field.id)
    },
  }
}
