import { parseForm } from '../../../replication/wire/forms.ts'
import { importFile } from '../../../server/import/import-file.ts'
import { demoUsers } from '../../../server/demo/seed.ts'
import { assignForm, putForm } from '../../../server/store/forms.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { slotId } from '../../../src/form/definition/form-shape.ts'
import { submissionOf } from '../../device.ts'
import { workbook } from '../../server/import/make-workbook.ts'
import { open, readServer, theDevice, theServer } from './session.ts'

/** A form that was imported, on the real server and on a device. */

/** Imports a workbook and assigns it to the demo surveyor; returns the form's id. */
export const publishWorkbook = async (sheets: Parameters<typeof workbook>[0]): Promise<string> => {
  const { db, clock } = theServer()
  const options = { id: null, title: null, leaveOutBroken: false }
  const { form } = await importFile(workbook(sheets), 'imported.xlsx', options)
  const parsed = parseForm(form)
  if (parsed === null) throw new Error('The fixture is no form.')
  await putForm(db.query, parsed, new Date(clock()))
  await assignForm(db.query, demoUsers.asha.id, parsed.id, new Date(clock()))
  return parsed.id
}

/** Opens an interview of a form. */
export const openForm = async (
  formId: string,
  choice: Parameters<typeof open>[0] = { kind: 'new' },
): Promise<Interview> => {
  const opened = await open(choice, formId)
  if (opened.kind !== 'open') throw new Error(`It is ${opened.kind}.`)
  return opened.interview
}

/** A field by its name, in one occurrence. */
export const fieldNamed = ({ form }: Interview, id: string, number = 0) => {
  const field = form.fieldById.get(slotId(id, number))
  if (field === undefined) throw new Error(`There is no ${id} ${number}.`)
  return field
}

/** The answers that the server has of a submission, by field. */
export const answersOnServer = async (id: string): Promise<Readonly<Record<string, string>>> => {
  await theDevice().sync.run({ all: true })
  const serverId = (await submissionOf(theDevice(), id))?.server_id ?? ''
  const { answers } = await readServer<{
    answers: readonly { form_field_id: string; value: string }[]
  }>(`form-submissions/${serverId}`)
  return Object.fromEntries(answers.map(one => [one.form_field_id, one.value]))
}
