import { countDrafts, draftsIn, dropDraft } from '../drafts.ts'
import { expect, test } from 'vitest'
import { answersOf } from '../../collections/queries.ts'
import { currentOrganization } from '../../collections/schemas/organization.ts'
import { keepAnswer, startDraft } from '../../collections/writes/write-interview.ts'
import { commitInterview } from '../collections/commit.ts'
import { until } from '../env.ts'
import { setUpWholePhones } from '../lock/whole-phone.ts'

/** What opening a surveyor's database does before the first screen, and what it leaves for later. */

const { createPhone } = setUpWholePhones()

type App = ReturnType<ReturnType<typeof createPhone>['start']>

/** Signs in, and submits an interview whose draft stays, as after a crash. */
const submitAndCrash = async (app: App) => {
  await app.login()
  const { db, env } = await app.workspace()
  // No server answers before the crash.
  app.cut()
  const now = env.clock.now()
  const form = { formId: 'f', formName: 'Form', definitionHash: 'v1', clientKey: 'key', now }
  const draft = await startDraft(db, form)
  const place = { latitude: null, longitude: null, accuracy: null }
  const contents = { answers: { q: 'a' }, files: [], place, address: '', city: '' }
  // The crash comes before the removal of the draft.
  await commitInterview(db, draft, contents, now)
  return { db, draft, now }
}

const startAgain = async (app: App) => {
  app.session.end()
  await app.keeper.close()
  app.mend()
  await app.login()
  return app.workspace()
}

test('the draft of an interview that was submitted is gone after a start', async () => {
  const app = createPhone().start()
  const { draft } = await submitAndCrash(app)
  const again = await startAgain(app)
  expect(await draftsIn(again.db)).toEqual([])
  expect(await again.db.submissions.findOne(draft.id).exec()).not.toBeNull()
})

test('a new database is noted as one without documents of earlier versions (3.7)', async () => {
  const app = createPhone().start()
  await app.login()
  const { db } = await app.workspace()
  const noted = await db.settings.findOne('migrated_v12').exec()
  expect(noted?.value).toBe(true)
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

test('an answer that a dead tab stored for a submitted interview is in an edit after a start', async () => {
  const app = createPhone().start()
  const { db, draft, now } = await submitAndCrash(app)
  await dropDraft(db, draft.id)
  await keepAnswer(db, draft.id, 'q', 'Late', now + 5)
  const again = await startAgain(app)
  const edited = await until('an edit', async () => {
    const [answer] = await answersOf(draft.id).build(again.db.form_responses).exec()
    return answer ?? null
  })
  expect(edited.value).toBe('Late')
  await until('it is open', async () => (await countDrafts(again.db)) === 1)
})
