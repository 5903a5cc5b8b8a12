// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { Provider } from 'rxdb-hooks'
import { afterEach, expect, it } from 'vitest'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { WorkspaceContext } from '../../src/context.tsx'
import { DeleteDialog } from '../../src/features/submissions/delete-dialog.tsx'
import { dateTimeText } from '../../src/messages/app/time.ts'
import type { Workspace } from '../../src/workspace/workspace.ts'
import { createFillDevice } from './fill-fixtures.ts'

afterEach(cleanup)

it('says before a deletion which interview it is, each fact for itself, and that a copy stays in the bin', async () => {
  const { db } = await createFillDevice()
  const submission = {
    id: 's',
    form_id: 'f',
    definition_hash: 'v',
    answers: {},
    created_at: '2026-11-20T09:30:00.000Z',
  }
  render(
    <Provider db={db}>
      <WorkspaceContext value={{ db } as unknown as Workspace}>
        <DeleteDialog
          submission={submission as unknown as SubmissionDoc}
          onConfirm={() => Promise.resolve()}
          onCancel={() => undefined}
        />
      </WorkspaceContext>
    </Provider>,
  )
  expect(await screen.findByText(/This action cannot be undone\./)).toBeTruthy()
  expect(await screen.findByText(/A copy stays in the bin for 30 days/)).toBeTruthy()
  // In a line from right to left, the day's number would stand next to the form's Latin name.
  const when = await screen.findByText(dateTimeText(submission.created_at))
  expect([when.tagName, when.previousSibling?.textContent]).toEqual(['BDI', ' · '])
  cleanup()
  await db.close()
})
