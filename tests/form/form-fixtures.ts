import { questionId } from '../../collections/ids.ts'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { compileForm } from '../../src/form/definition/compile.ts'
import type { CompiledForm, FormLists } from '../../src/form/definition/compiled-form.ts'
import { createRuleBinder } from '../../src/form/logic/bind-rule.ts'
import type { Evaluate } from '../../src/form/operations/evaluation.ts'
import { startOfTests } from '../env.ts'

/** The fields of forms to fill in. */

const version = 'v1'

/** A stored form with the id `f`, without a definition. */
export const formHead = {
  id: 'f',
  title: 'Household',
  name: 'household',
  description: '',
  status: 'published',
  submissions: 0,
  created_at: '2026-11-20T09:30:00Z',
  updated_at: '2026-11-20T09:30:00Z',
  createdAt: '2026-11-20T09:30:00Z',
  sections: [],
  definition_hash: '',
  fetched_at: 0,
  hidden: 0,
  newest: 1,
}

/** One stored field with defaults. */
export const question = (id: string, given: Partial<FormQuestionDoc> = {}): FormQuestionDoc => ({
  id: questionId(version, id),
  form_id: 'form',
  definition_hash: version,
  field_id: id,
  section_id: 's1',
  section_name: 'Section',
  section_order: 0,
  name: id,
  label: `Question ${id}`,
  placeholder: '',
  type: 'TEXT',
  order: 0,
  options: '[]',
  is_required: false,
  help_text: '',
  multiple: false,
  max_kb: 0,
  ...given,
})

export const compile = (
  questions: readonly FormQuestionDoc[],
  lists: FormLists = new Map(),
): CompiledForm =>
  compileForm(
    { id: 'form', title: 'Form', definition_hash: version },
    questions.map((field, order) => ({ ...field, order })),
    startOfTests,
    lists,
  )

/** The field with this name. Throws when there is none, because then the test is wrong. */
export const fieldOf = (form: CompiledForm, id: string) => {
  const field = form.fieldById.get(id)
  if (field === undefined) throw new Error(`The form has no field ${id}.`)
  return field
}

/** The evaluation of a rule whose names are the keys of the answers. */
export const evaluationFor = (rule: unknown): Evaluate =>
  createRuleBinder()(rule, name => name).evaluate
