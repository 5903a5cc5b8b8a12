// @vitest-environment happy-dom
import { cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Binned, SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { AppContext, WorkspaceContext, type App } from '../../../src/context.tsx'
import { BinCard } from '../../../src/features/submissions/bin/bin-card.tsx'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { question } from '../../form/form-fixtures.ts'
import { createFillDevice } from '../fill/fixtures.ts'

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)

const noPlace = { address: '', city: '', latitude: null, longitude: null }

/** Shows an entry with a name. */
const show = async (change: Partial<Binned> = {}) => {
  const { db, clock } = await createFillDevice()
  const name = question('name')
  await db.form_questions.bulkInsert([name])
  const { form_id, definition_hash } = name
  const submission = {
    id: 's',
    form_id,
    formName: 'Household Profile',
    definition_hash,
    answers: { name: 'Meena Ben' },
    files: [],
    created_at: '2026-11-20T09:30:00.000Z',
    binned: { reason: 'surveyor', at: clock.now(), server_id: '7', ...change },
    ...noPlace,
  } as unknown as SubmissionDoc
  render(
    <AppContext value={{ env: { clock } } as unknown as App}>
      <WorkspaceContext value={{ db } as unknown as Workspace}>
        <BinCard submission={submission} isBusy={false} onRestore={() => {}} onDelete={() => {}} />
      </WorkspaceContext>
    </AppContext>,
  )
  return db
}

it('an entry of the bin has the name of its interview, and below it that of its form', async () => {
  const db = await show()
  const card = await screen.findByRole('article', { name: 'Meena Ben' })
  expect(card.textContent).toContain('Household Profile')
  // In the minute of the deletion no day has passed.
  expect(card.textContent).toContain('Deleted by you · 30 days left')
  cleanup()
  await db.close()
})

it('an entry that holds unsent work of an interview that was deleted elsewhere has no end', async () => {
  const db = await show({ reason: 'elsewhere', server_id: '' })
  await screen.findByText(/^Kept until you delete it/)
  expect(screen.queryByText(/days left/)).toBeNull()
  cleanup()
  await db.close()
})
