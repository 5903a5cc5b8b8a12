import { Subject } from 'rxjs'
import { openDatabase } from '../../collections/open-database.ts'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { questionId } from '../../collections/ids.ts'
import { dexieStorage } from '../../collections/storage/storage.ts'
import { startDraft } from '../../collections/writes/write-interview.ts'
import { compileForm } from '../../src/features/fill/compile.ts'
import type { CompiledForm } from '../../src/features/fill/compiled-form.ts'
import { createInterview, type Interview } from '../../src/features/fill/interview.ts'
import { createFakeClock, createIndexedDb, startOfTests } from '../env.ts'

/** The fields of forms to fill in, and a device to fill them in on. */

const version = 'v1'

/** One stored field; what is not given is empty. */
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

export const compile = (questions: readonly FormQuestionDoc[]): CompiledForm =>
  compileForm(
    { id: 'form', title: 'Form', definition_hash: version },
    questions.map((field, order) => ({ ...field, order })),
    startOfTests,
  )

/** The named field of a form; a test that asks for one that is not there is wrong. */
export const fieldOf = (form: CompiledForm, id: string) => {
  const field = form.fieldById.get(id)
  if (field === undefined) throw new Error(`The form has no field ${id}.`)
  return field
}

let devices = 0

/** A database of one's own, a clock to move, and a page to hide. */
export const createFillDevice = async () => {
  devices += 1
  // Broadcasts reach every process of this machine: a name must be of this one.
  const name = `fill-${process.pid}-${devices}`
  const db = await openDatabase(name, dexieStorage(createIndexedDb()))
  const clock = createFakeClock()
  const visible$ = new Subject<boolean>()
  let ids = 0
  const uuid = () => {
    ids += 1
    return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`
  }
  return { db, clock, visible$, uuid, env: { clock, visible$, uuid } }
}

export type FillDevice = Awaited<ReturnType<typeof createFillDevice>>

/** Begins the draft of a new interview, as the fill screen does. */
export const beginDraft =
  ({ db, clock, uuid }: Pick<FillDevice, 'db' | 'clock' | 'uuid'>, form: CompiledForm) =>
  () =>
    startDraft(db, {
      formId: form.id,
      formName: form.title,
      definitionHash: form.definitionHash,
      clientKey: uuid(),
      now: clock.now(),
    })

/** An interview that nobody has typed into yet. */
export const newInterview = (device: FillDevice, form: CompiledForm): Interview =>
  createInterview(device, {
    form,
    draft: null,
    answers: [],
    files: [],
    submission: null,
    begin: beginDraft(device, form),
  })
