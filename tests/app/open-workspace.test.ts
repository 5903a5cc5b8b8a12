import { expect, test } from 'vitest'
import { unfinishedInterviews } from '../../collections/queries.ts'
import { currentOrganization } from '../../collections/schemas/organization.ts'
import { startDraft } from '../../collections/writes/write-interview.ts'
import { commitInterview } from '../../collections/writes/write-submission.ts'
import { setUpWholePhones } from '../lock/whole-phone.ts'

/** What opening a surveyor's database does before the first screen, and what it leaves for later. */

const { createPhone } = setUpWholePhones()

test('the draft of an interview that was submitted is gone after a start', async () => {
  const app = createPhone().start()
  await app.login()
  const { db, env } = await app.workspace()
  const now = env.clock.now()
  const form = { formId: 'f', formName: 'Form', definitionHash: 'v1', clientKey: 'key', now }
  const draft = await startDraft(db, form)
  const place = { latitude: null, longitude: null, accuracy: null }
  const contents = { answers: { q: 'a' }, files: [], place, address: '', city: '' }
  // The crash comes before the removal of the draft.
  await commitInterview(db, draft, contents, now)

  app.session.end()
  await app.keeper.close()
  await app.login()
  const again = await app.workspace()
  expect(await unfinishedInterviews().build(again.db.drafts).exec()).toEqual([])
  expect(await again.db.submissions.findOne(draft.id).exec()).not.toBeNull()
})

test('what is on the device is shown before the sync begins', async () => {
  const app = createPhone().start()
  const page = { show: () => {} }
  app.env.idle = () =>
    new Promise(resolve => {
      page.show = resolve
    })
  await app.login()
  const { db, sync } = await app.workspace()
  const organization = () => db.organization.findOne(currentOrganization).exec()
  const forms = sync.refresh.now('forms')
  await new Promise(resolve => setTimeout(resolve, 200))
  expect([await organization(), await db.forms.count().exec()]).toEqual([null, 0])
  page.show()
  expect((await forms).ok).toBe(true)
  expect(await organization()).not.toBeNull()
})
