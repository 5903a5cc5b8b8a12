// @vitest-environment happy-dom
import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NEVER } from 'rxjs'
import { afterEach, expect, it, vi } from 'vitest'
import { transact } from '../../../collections/one-database/transaction.ts'
import { planCopies } from '../../../collections/interview/copies.ts'
import type { Failure } from '../../../replication/http/failure.ts'
import { err, ok, type Result } from '../../../replication/http/result.ts'
import { takeRows } from '../../../replication/pull/take-rows.ts'
import { AppContext, WorkspaceContext, type App } from '../../../src/context.tsx'
import { CopiesCard } from '../../../src/features/submissions/detail/copies-card.tsx'
import { ToasterContext } from '../../../src/lib/toaster.ts'
import type { Toaster } from '../../../src/ui/toasts/toast-rules.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { busy } from '../../fixtures/failures.ts'
import { createFillDevice } from '../fill/fixtures.ts'

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)

const row = {
  id: '7',
  form_id: 'f',
  form_name: '',
  created_at: '2026-11-20T09:30:00.000Z',
  updated_at: '',
  answers: [],
  rev: '',
  client_key: '',
  deleted_at: '',
  tempId: '',
}

/** Shows the card of a submission with these copies. */
const show = async (copies: readonly string[], isOnline = true) => {
  const { db } = await createFillDevice()
  await takeRows(db, [row as never])
  await transact(transaction => planCopies(transaction, db, '7', () => copies))
  const submission = (await db.submissions.findOne('7').exec(true)).toMutableJSON()
  const deleteSubmission = vi.fn<() => Promise<Result<object, Failure>>>()
  const rowOf = async (id: string) => ok({ ...row, id })
  const toaster = { success: vi.fn<() => void>(), error: vi.fn<() => void>() }
  const network = { isOnline: () => isOnline, online$: NEVER }
  render(
    <AppContext value={{ env: { network } } as unknown as App}>
      <WorkspaceContext
        value={{ db, api: { submission: rowOf, deleteSubmission } } as unknown as Workspace}
      >
        <ToasterContext value={toaster as unknown as Toaster}>
          <CopiesCard submission={submission} />
        </ToasterContext>
      </WorkspaceContext>
    </AppContext>,
  )
  return { db, deleteSubmission, toaster }
}

it('one tap removes the copies of a submission', async () => {
  const { db, deleteSubmission, toaster } = await show(['8', '9'])
  expect(screen.getByText('Also on the server as 2 copies')).toBeTruthy()
  deleteSubmission.mockResolvedValue(ok({}))
  await userEvent.click(screen.getByRole('button', { name: 'Remove the copies' }))
  await vi.waitFor(() => expect(toaster.success).toHaveBeenCalledWith('The copies were removed.'))
  expect(deleteSubmission.mock.calls.map(([id]: readonly unknown[]) => id)).toEqual(['8', '9'])
  expect((await db.submissions.findOne('7').exec(true)).copies).toBeUndefined()
  cleanup()
  await db.close()
})

it('a copy that cannot be removed stays, and the surveyor learns why', async () => {
  const { db, deleteSubmission, toaster } = await show(['8'])
  expect(screen.getByText('Also on the server as a copy')).toBeTruthy()
  deleteSubmission.mockResolvedValue(err(busy))
  await userEvent.click(screen.getByRole('button', { name: 'Remove the copy' }))
  await vi.waitFor(() => expect(toaster.error).toHaveBeenCalledOnce())
  expect((await db.submissions.findOne('7').exec(true)).copies).toEqual(['8'])
  cleanup()
  await db.close()
})

it('without a network the button is disabled, and without copies there is no card', async () => {
  const offline = await show(['8'], false)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove the copy' })
  expect(button.disabled).toBe(true)
  expect(screen.getByText(/^Connect to the internet/)).toBeTruthy()
  cleanup()
  await offline.db.close()
  const none = await show([])
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  await none.db.close()
})
