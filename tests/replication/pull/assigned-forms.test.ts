import { afterEach, expect, test } from 'vitest'
import { startDraft } from '../../../collections/writes/write-interview.ts'
import { withHistory } from '../../../replication/settle/confirm.ts'
import { submit } from '../../device.ts'
import { recoveryEntry } from '../../fixtures/recovery-entry.ts'
import { addEntry } from '../../recovery.ts'
import { openPlainPhone, type PlainPhone } from '../plain-phone.ts'

/** Forms and their versions stay for as long as work needs them. */

let phone: PlainPhone | null = null
afterEach(async () => {
  await phone?.device.crash()
  phone = null
})

const formOf = (id: string, label: string) => ({
  id,
  title: `Form ${id}`,
  updated_at: `2026-11-20T09:30:${label.length}0Z`,
  sections: [{ id: 's', name: 'S', fields: [{ id: 'q', name: 'q', label, type: 'TEXT' }] }],
})
/** A phone with these forms on it; the server's list is changed through `forms`. */
const open = async (...ids: readonly string[]) => {
  const forms = ids.map(id => formOf(id, 'One'))
  phone = await openPlainPhone({ forms })
  await phone.device.sync.refresh.now('forms')
  return { forms, device: phone.device }
}
const hashOf = async (id: string) =>
  (await phone?.device.db.forms.findOne(id).exec())?.definition_hash ?? ''

test('a form that is no longer listed is hidden while a draft, unsent or refused work needs it, and else goes', async () => {
  const { forms, device } = await open('3', '4', '5', '6')
  const { db, env, sync } = device
  env.cut()
  await submit(device, '3', { q: 'unsent' })
  const unsent = await db.submissions.findOne().exec(true)
  await unsent.updateCRDT({ ifMatch: { $set: { definition_hash: await hashOf('3') } } as never })
  const begun = { formId: '4', formName: '', clientKey: 'k', now: env.clock.now() }
  await startDraft(db, { ...begun, definitionHash: await hashOf('4') })
  const refused = { form_id: '6', definition_hash: await hashOf('6') }
  await addEntry(db, recoveryEntry('refused', refused))
  env.mend()
  phone?.server.faults.arm({ fault: '500', method: 'POST', path: '/form-submissions', times: 99 })
  forms.splice(0, 4)
  await sync.refresh.now('forms')
  const left = (await db.forms.find().exec()).map(({ id, hidden }) => [id, hidden])
  expect(left.toSorted()).toEqual([
    ['3', 1],
    ['4', 1],
    ['6', 1],
  ])
})

test('the fields of an earlier version stay while a draft was begun with it', async () => {
  const { forms, device } = await open('3', '4')
  const { db, env, sync } = device
  const before = [await hashOf('3'), await hashOf('4')]
  const begun = { formId: '3', formName: '', clientKey: 'k', now: env.clock.now() }
  await startDraft(db, { ...begun, definitionHash: before[0] ?? '' })
  forms.splice(0, 2, formOf('3', 'Another'), formOf('4', 'Another'))
  await sync.refresh.now('forms')
  const after = [await hashOf('3'), await hashOf('4')]
  expect(after).not.toEqual(before)
  const kept = (await db.form_questions.find().exec()).map(each => each.definition_hash)
  expect(kept.toSorted()).toEqual([before[0], ...after].toSorted())
})

test('of a history the newest fifty entries are kept', () => {
  const entries = Array.from({ length: 50 }, (_, at) => ({ at, what: 'file', note: '' }) as const)
  const next = { at: 99, what: 'synced', note: '' } as const
  expect(withHistory(entries.slice(0, 2), next)).toEqual([...entries.slice(0, 2), next])
  expect(withHistory(entries, next)).toEqual([...entries.slice(1), next])
})
