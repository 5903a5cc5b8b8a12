import { describe, expect, it } from 'vitest'
import { answerKey } from '../../../collections/ids.ts'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import { attachFile } from '../../../collections/writes/write-files.ts'
import { demoFieldId } from '../../../server/demo/form-builder.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { submissionOf } from '../../device.ts'
import {
  edit,
  fieldsOf,
  fileOf,
  fillIn,
  formId,
  openInterviewOf,
  openNew,
  place,
  readServer,
  setUpFilling,
  theDevice,
} from './session.ts'

setUpFilling()

const phone = demoFieldId(formId, 'phone')
const hidden = JSON.stringify({ visible_if: { '==': [{ var: 'consent' }, 'yes'] } })
const openEdit = (id: string) => openInterviewOf({ kind: 'edit', id })

/** Publishes another version of the form, and leaves this one off the device, as a refresh does. */
const publish = async (
  change: (question: FormQuestionDoc) => Partial<FormQuestionDoc>,
): Promise<void> => {
  const { db, sync } = theDevice()
  // A refresh that is under way would store the server's version over this one.
  await sync.refresh.now('forms')
  const stored = await db.form_questions.find({ selector: { form_id: formId } }).exec()
  const consent = { type: 'TEXT', options: '[]', is_required: false, order: -1 }
  const questions = stored.map(doc => doc.toMutableJSON())
  const [first] = questions
  if (first === undefined) throw new Error('The form has no questions.')
  const next = [
    ...questions.map(question => ({ ...question, ...change(question) })),
    { ...first, ...consent, field_id: 'consent', name: 'consent', logic: '' },
  ]
  await db.form_questions.bulkInsert(
    next.map(question => ({
      ...question,
      id: `v2-${question.field_id}`,
      definition_hash: 'v2',
    })),
  )
  await db.form_questions.bulkRemove(stored.map(({ id }) => id))
  const form = await db.forms.findOne(formId).exec(true)
  await form.incrementalPatch({ definition_hash: 'v2' })
}

const hidePhone = ({ field_id }: FormQuestionDoc) => (field_id === phone ? { logic: hidden } : {})

const sentInterview = async (): Promise<string> => {
  const interview = await openNew()
  fillIn(interview)
  edit(interview, 'phone', '+919825012345')
  expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'done' })
  return interview.writer.draft()?.id ?? ''
}

const phoneOnServer = async (id: string): Promise<unknown> => {
  await theDevice().sync.run({ all: true })
  const serverId = (await submissionOf(theDevice(), id))?.server_id ?? ''
  const { answers } = await readServer<{
    answers: readonly { form_field_id: string; value: string }[]
  }>(`form-submissions/${serverId}`)
  return answers.find(({ form_field_id }) => form_field_id === phone)?.value ?? ''
}

const consentTo = async (id: string, consent: string): Promise<void> => {
  const interview = await openEdit(id)
  const field = interview.form.fieldById.get('consent')
  if (field === undefined) throw new Error('The form has no field consent.')
  interview.edit(field, consent)
  expect(await submit(theDevice(), interview, place)).toMatchObject({ kind: 'done' })
}

describe('the edit of an interview whose form was published again', () => {
  it('keeps an answer that only the new version hides', async () => {
    const id = await sentInterview()
    await publish(hidePhone)
    const again = await openEdit(id)
    expect(again.form.definitionHash).toBe('v2')
    edit(again, 'head_name', 'Ravi')
    expect(await submit(theDevice(), again, place)).toMatchObject({ kind: 'done' })
    expect(await phoneOnServer(id)).toBe('+919825012345')
  })

  it('deletes an answer that it showed, and then hid', async () => {
    const id = await sentInterview()
    await publish(hidePhone)
    await consentTo(id, 'yes')
    await consentTo(id, 'no')
    expect(await phoneOnServer(id)).toBe('')
  })

  it('deletes such an answer also when it is submitted in a later opening', async () => {
    const id = await sentInterview()
    await publish(hidePhone)
    await consentTo(id, 'yes')
    const first = await openEdit(id)
    const consent = first.form.fieldById.get('consent')
    if (consent !== undefined) first.edit(consent, 'no')
    await first.close()
    const again = await openEdit(id)
    expect(await submit(theDevice(), again, place)).toMatchObject({ kind: 'done' })
    expect(await phoneOnServer(id)).toBe('')
  })

  it('deletes a hidden answer that was given in this edit, but not one whose change was discarded', async () => {
    const id = await sentInterview()
    await publish(hidePhone)
    const first = await openEdit(id)
    edit(first, 'head_name', 'Ravi')
    await first.close()
    const discarded = await openEdit(id)
    edit(discarded, 'phone', '+919825099999')
    await discarded.writer.flush()
    await discarded.discard()
    expect(await submit(theDevice(), await openEdit(id), place)).toMatchObject({ kind: 'done' })
    expect(await phoneOnServer(id)).toBe('+919825012345')
    const again = await openEdit(id)
    edit(again, 'phone', '+919825077777')
    await again.close()
    expect(await submit(theDevice(), await openEdit(id), place)).toMatchObject({ kind: 'done' })
    expect(await phoneOnServer(id)).toBe('')
  })

  it('keeps a photo that only the new version hides', async () => {
    const interview = await openNew()
    fillIn(interview)
    const { id } = await interview.writer.begin()
    const [photos] = fieldsOf(interview, 'IMAGE')
    const fieldId = photos?.fieldId ?? ''
    await attachFile(theDevice().db, fileOf(id, fieldId), new Blob(['abc']))
    await submit(theDevice(), interview, place)
    await theDevice().sync.run({ all: true })
    await publish(({ field_id }) => (field_id === fieldId ? { logic: hidden } : {}))
    const again = await openEdit(id)
    edit(again, 'head_name', 'Ravi')
    await submit(theDevice(), again, place)
    await theDevice().sync.run({ all: true })
    const after = await submissionOf(theDevice(), id)
    expect(after?.files.map(({ removed }) => removed)).toEqual([undefined])
    expect(after?.answers[answerKey(fieldId)]).toHaveLength(1)
  })

  it('keeps the answer to a field that was moved into a repeat without occurrences', async () => {
    const id = await sentInterview()
    const repeat = { count: { number: { var: 'consent' } } }
    await publish(({ field_id }) =>
      field_id === phone
        ? {
            section_id: 'phones',
            section_order: 99,
            logic: JSON.stringify({ section_repeat: repeat }),
          }
        : {},
    )
    const again = await openEdit(id)
    expect(again.form.repeats.map(({ occurrences }) => occurrences)).toEqual([[]])
    edit(again, 'head_name', 'Ravi')
    expect(await submit(theDevice(), again, place)).toMatchObject({ kind: 'done' })
    expect(await phoneOnServer(id)).toBe('+919825012345')
  })
})
