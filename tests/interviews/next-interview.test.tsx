// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { Provider } from 'rxdb-hooks'
import { BehaviorSubject } from 'rxjs'
import { afterEach, expect, it } from 'vitest'
import type { FormDoc } from '../../collections/schemas/forms.ts'
import { writeSetting } from '../../collections/writes/write-settings.ts'
import { interactiveTimeoutMs } from '../../replication/limits.ts'
import { takeRows } from '../../replication/pull/take-rows.ts'
import type { SubmissionRow } from '../../replication/wire/answers.ts'
import { AppContext, WorkspaceContext, type App } from '../../src/context.tsx'
import { assignedForms, visibleSubmissions } from '../../collections/queries.ts'
import { useLive } from '../../src/lib/hooks/use-live.ts'
import { HomeSection } from '../../src/interviews/home-section.tsx'
import type { Workspace } from '../../src/workspace/workspace.ts'
import { createFillDevice } from '../features/fill/fixtures.ts'

/** The button of the next interview, on a phone where the surveyor has just signed in. */

let device: Awaited<ReturnType<typeof createFillDevice>>

afterEach(async () => {
  cleanup()
  await device.db.close()
})

const surveys = assignedForms()
const newest = visibleSubmissions({}, 1)

/** Shows what a screen has read. */
function Read() {
  const [forms, submissions] = [useLive(surveys), useLive(newest)]
  if (forms.isFirstRead || submissions.isFirstRead) return null
  return `${forms.docs.length} surveys, ${submissions.docs.length} submissions`
}

/** Two surveys are listed, and the submissions still come. */
const show = async (refreshes: { readonly isOnline: boolean }) => {
  device = await createFillDevice()
  const { db, env } = device
  await db.forms.find().remove()
  const form = { status: 'published', definition_hash: '', hidden: 0 } as FormDoc
  await db.forms.bulkInsert([
    { ...form, id: 'newest', title: 'Newest', newest: 1 },
    { ...form, id: 'used', title: 'Used', newest: 2 },
  ])
  await writeSetting(db, 'freshness', { forms: 1 })
  const network = {
    online$: new BehaviorSubject(refreshes.isOnline),
    isOnline: () => refreshes.isOnline,
  }
  const ifStale = () => new Promise(() => {})
  render(
    <AppContext value={{ env: { ...env, network } } as unknown as App}>
      <Provider db={db}>
        <WorkspaceContext value={{ db, sync: { refresh: { ifStale } } } as unknown as Workspace}>
          <MemoryRouter>
            <HomeSection />
            <Read />
          </MemoryRouter>
        </WorkspaceContext>
      </Provider>
    </AppContext>,
  )
  const row = { ...emptyRow, id: '7', form_id: 'used' }
  return {
    clock: env.clock,
    submissionsCome: async () => {
      await takeRows(db, [row])
      await writeSetting(db, 'freshness', { forms: 1, submissions: 1 })
    },
  }
}

const emptyRow: SubmissionRow = {
  id: '',
  form_id: '',
  form_name: '',
  latitude: null,
  longitude: null,
  address: '',
  city: '',
  created_at: '2026-11-20T09:30:00.000Z',
  updated_at: '',
  answers: [],
  rev: '',
  client_key: '',
  deleted_at: '',
  tempId: '',
  located_after: null,
}

const links = () => screen.queryAllByRole('link').map(link => link.textContent)
const place = () => document.querySelector('[data-skeleton]')

it('is offered when the submissions have come, and until then its place is kept', async () => {
  const { clock, submissionsCome } = await show({ isOnline: true })
  await screen.findByText('2 surveys, 0 submissions')
  await act(async () => clock.advance(interactiveTimeoutMs - 1000))
  expect(links()).toEqual([])
  expect(place()).not.toBeNull()
  await act(submissionsCome)
  await waitFor(() => expect(place()).toBeNull())
  expect(links()).toEqual(['New interview: Used'])
})

it('is offered at once without a network, and stays the same when the submissions come', async () => {
  const { submissionsCome } = await show({ isOnline: false })
  await screen.findByRole('link', { name: 'New interview: Newest' })
  await act(submissionsCome)
  await screen.findByText('2 surveys, 1 submissions')
  expect(links()).toEqual(['New interview: Newest'])
})

it('does not wait longer than a surveyor does', async () => {
  const { clock } = await show({ isOnline: true })
  await screen.findByText('2 surveys, 0 submissions')
  expect(links()).toEqual([])
  await act(async () => clock.advance(interactiveTimeoutMs))
  await screen.findByRole('link', { name: 'New interview: Newest' })
})
