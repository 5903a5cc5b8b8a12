import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { openInterview } from '../../../src/features/fill/opening/open-interview.ts'
import type { Choice, Opened } from '../../../src/features/fill/opening/opened.ts'
import { createFillDevice, type FillDevice } from '../fill/fixtures.ts'
import { storeForms, storeRegistered } from './case-fixtures.ts'

/** An interview that is begun from a case. */

let device: FillDevice
let shown: Interview[]

beforeEach(async () => {
  device = await createFillDevice()
  shown = []
  await storeForms(device.db)
  await storeRegistered(device.db, 'a', { name: 'Rahul', children: '2' })
  await storeRegistered(device.db, 'b', { name: 'Meena', children: '5' })
})
afterEach(async () => {
  for (const interview of shown) await interview.close()
  await device.db.close()
})

/** Opens and shows an interview, as the screen does. */
const show = async (choice: Choice, formId = 'visit'): Promise<Opened> => {
  const { db, env } = device
  const parts = { db, env: { ...env, network: { isOnline: () => false } } }
  const opened = await openInterview(parts as never, formId, choice)
  if (opened.kind !== 'open') return opened
  shown.push(opened.interview)
  opened.answerAtOnce?.()
  return opened
}

const begun = async (id: string, formId?: string) => {
  const opened = await show({ kind: 'case', id }, formId)
  if (opened.kind !== 'open') throw new Error(`It is ${opened.kind}.`)
  const { interview } = opened
  await interview.writer.flush()
  const answer = (field: string) => {
    const found = interview.form.fieldById.get(field)
    return found === undefined ? null : interview.answers.get(found)
  }
  return { interview, answer, draft: interview.writer.draft()?.id ?? null }
}

test('the case is chosen, and what its choice sets is set, as if the surveyor had chosen it', async () => {
  const { answer, draft } = await begun('a')
  expect([answer('q_who'), answer('who'), answer('q_children')]).toEqual(['a', 'a', '2'])
  expect(draft).not.toBeNull()
})

test('an unfinished interview about the same case goes on, with what was changed in it', async () => {
  const first = await begun('a')
  const children = first.interview.form.fieldById.get('q_children')
  if (children === undefined) throw new Error('The form has no children.')
  first.interview.edit(children, '3')
  await first.interview.writer.flush()
  await first.interview.close()
  const again = await begun('a')
  expect(again.draft).toBe(first.draft)
  expect(again.answer('q_children')).toBe('3')
  const other = await begun('b')
  expect(other.draft).not.toBe(first.draft)
  expect(other.answer('q_children')).toBe('5')
})

test('an unfinished interview is recognized by its case among those of its form', async () => {
  const { interview } = await begun('a')
  await interview.close()
  const opened = await show({ kind: 'ask' })
  expect(opened.kind === 'drafts' && opened.drafts.map(({ words }) => words)).toEqual(['Rahul'])
})

test('a case that the device does not have, and a form that chooses none, begin as usual', async () => {
  expect((await begun('nowhere')).draft).toBeNull()
  expect((await begun('a', 'register')).draft).toBeNull()
})
