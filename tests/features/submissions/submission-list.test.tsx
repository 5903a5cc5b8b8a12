// @vitest-environment happy-dom
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import { NEVER } from 'rxjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newestOf } from '../../../collections/schemas/schema.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { AppContext, WorkspaceContext, type App } from '../../../src/context.tsx'
import { filterOf, readListed, type Listed } from '../../../src/features/submissions/listed.ts'
import { DayGroups } from '../../../src/features/submissions/rows/day-groups.tsx'
import { SubmissionRow } from '../../../src/features/submissions/rows/submission-row.tsx'
import { HistoryRouter } from '../../../src/lib/navigation/history-router.tsx'
import { createHistory } from '../../../src/lib/navigation/history.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { question } from '../../form/form-fixtures.ts'
import { createFillDevice, type FillDevice } from '../fill/fixtures.ts'

/** The rows of the list, under the days on which they were made. */

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })

let device: FillDevice

beforeEach(async () => {
  device = await createFillDevice()
})
afterEach(async () => {
  cleanup()
  await device.db.close()
})

const address = {
  read: () => ({ pathname: '/survey-data', search: '', hash: '', state: null, key: 'first' }),
  replace: () => {},
  depth: () => 0,
  push: () => {},
  go: () => {},
  moved$: NEVER,
}

const show = (children: React.ReactNode) => {
  const { db, env } = device
  return render(
    <AppContext value={{ env } as unknown as App}>
      <WorkspaceContext value={{ db } as unknown as Workspace}>
        <HistoryRouter history={createHistory(address)}>{children}</HistoryRouter>
      </WorkspaceContext>
    </AppContext>,
  )
}

const noon = (daysAgo: number): number => {
  const now = new Date(device.clock.now())
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, 12).getTime()
}

const submission = (id: string, madeAt: number, change: Partial<SubmissionDoc> = {}) =>
  ({
    id,
    server_id: '',
    form_id: 'f',
    formName: 'Household Profile',
    definition_hash: '',
    answers: {},
    address: 'Bhuj, Kutch',
    city: '',
    latitude: null,
    longitude: null,
    created_at: new Date(madeAt).toISOString(),
    newest: newestOf(madeAt),
    syncStatus: 'synced',
    files_pending: 0,
    ...change,
  }) as unknown as SubmissionDoc

const headings = () => screen.queryAllByRole('heading', { level: 2 }).map(it => it.textContent)

const groups = (docs: readonly SubmissionDoc[], after: SubmissionDoc | null) => (
  <DayGroups
    docs={docs}
    after={after === null ? null : { id: after.id, newest: after.newest, ties: 1 }}
    renderRow={({ id }) => <p key={id}>{id}</p>}
  />
)

test('each day is a heading once, also where a page goes on with the day of the page before', () => {
  const [a, b] = [submission('a', noon(0)), submission('b', noon(0) - 1000)]
  const [c, d] = [submission('c', noon(1)), submission('d', noon(400))]
  show(groups([a, b, c, d], null))
  expect(headings()).toHaveLength(3)
  expect(headings().slice(0, 2)).toEqual(['Today', 'Yesterday'])
  expect(headings()[2]).toContain(String(new Date(noon(400)).getFullYear()))
  cleanup()
  show(groups([b, c], a))
  expect(headings()).toEqual(['Yesterday'])
  cleanup()
  show(groups([submission('e', 0, { newest: newestOf('') })], null))
  expect(headings()).toEqual(['Without a date'])
})

const everything: Listed = {
  formId: null,
  pendingOnly: false,
  period: null,
  search: '',
  onMap: false,
}

const row = (doc: SubmissionDoc, listed: Listed, canView = true) => (
  <SubmissionRow submission={doc} listed={listed} canView={canView} onDelete={() => {}} />
)

test('a row is its View, and says the survey only where others are next to it', async () => {
  const name = question('name')
  await device.db.form_questions.bulkInsert([name])
  const { form_id, definition_hash } = name
  const doc = submission('a', noon(0), { form_id, definition_hash, answers: { name: 'Meena Ben' } })
  show(row(doc, everything))
  const article = await screen.findByRole('article', { name: 'Meena Ben' })
  expect(within(article).getByRole('link', { name: /^View: Meena Ben, / })).toBeTruthy()
  expect(within(article).getByRole('button', { name: /^Delete: Meena Ben, / })).toBeTruthy()
  expect(within(article).getByText('Household Profile')).toBeTruthy()
  expect(within(article).getByText('Synced')).toBeTruthy()
  cleanup()
  show(row(doc, { ...everything, formId: form_id }))
  await screen.findByRole('link', { name: /^View: Meena Ben, / })
  expect(screen.queryByText('Household Profile')).toBeNull()
})

test('a row that cannot be opened now says why', () => {
  show(row(submission('a', noon(0)), everything, false))
  expect(screen.queryByRole('link')).toBeNull()
  const view = screen.getByRole('button', { name: /^View: / }) as HTMLButtonElement
  expect(view.disabled).toBe(true)
  expect(screen.getByText('Connect to internet to view')).toBeTruthy()
})

test('this week begins on Monday; what was passed is checked', () => {
  const monday = new Date(2026, 10, 30).getTime()
  const sunday = new Date(2026, 11, 6).getTime()
  expect(filterOf({ ...everything, period: 'week' }, sunday).sinceMs).toBe(monday)
  expect(filterOf({ ...everything, period: 'week' }, monday).sinceMs).toBe(monday)
  expect(filterOf({ ...everything, period: 'today' }, sunday).sinceMs).toBe(sunday)
  expect(filterOf(everything, sunday).sinceMs).toBeUndefined()
  expect(readListed({ listed: { period: 'ever', search: 5, formId: 'f' } })).toEqual({
    ...everything,
    formId: 'f',
  })
})
