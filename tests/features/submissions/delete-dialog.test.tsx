// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'rxdb-hooks'
import { afterEach, expect, it, vi } from 'vitest'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { WorkspaceContext } from '../../../src/context.tsx'
import { DeleteDialog } from '../../../src/features/submissions/deletion/delete-dialog.tsx'
import { dateTimeText } from '../../../src/messages/app/time.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { ToasterContext } from '../../../src/lib/toaster.ts'
import type { Toaster } from '../../../src/ui/toasts/toast-rules.ts'
import { takeRows } from '../../../replication/pull/take-rows.ts'
import { ok } from '../../../replication/http/result.ts'
import type { SubmissionRow } from '../../../replication/wire/answers.ts'
import { createFillDevice } from '../fill/fixtures.ts'

afterEach(cleanup)

const online = { network: { isOnline: () => true } }

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
      <WorkspaceContext value={{ db, env: online } as unknown as Workspace}>
        <ToasterContext value={{} as Toaster}>
          <DeleteDialog
            submission={submission as unknown as SubmissionDoc}
            onConfirm={() => Promise.resolve()}
            onCancel={() => undefined}
          />
        </ToasterContext>
      </WorkspaceContext>
    </Provider>,
  )
  expect(await screen.findByText(/This action cannot be undone\./)).toBeTruthy()
  expect(await screen.findByText(/a copy stays in the bin for 30 days/)).toBeTruthy()
  // In a line from right to left, the day's number would stand next to the form's Latin name.
  const when = await screen.findByText(dateTimeText(submission.created_at))
  expect([when.tagName, when.previousSibling?.textContent]).toEqual(['BDI', ' · '])
  cleanup()
  await db.close()
})

const photo = (number: number) => `https://bare.test/storage/photo-${number}.jpg`
const row: SubmissionRow = {
  id: '7',
  form_id: 'f',
  form_name: '',
  latitude: null,
  longitude: null,
  address: '',
  city: '',
  created_at: '2026-11-20T09:30:00.000Z',
  updated_at: '',
  answers: [{ form_field_id: 'photos', value: null, value_json: [1, 2, 3, 4].map(photo) }],
  rev: '',
  client_key: '',
  deleted_at: '',
  tempId: '',
  located_after: null,
}

/** The dialog of a submission with four photos that only the server has. `answers` are those that it can send now. */
const askAbout = async ({ isOnline, answers }: { isOnline: boolean; answers: number }) => {
  const { db, env } = await createFillDevice()
  await takeRows(db, [row])
  const submission = (await db.submissions.findOne('7').exec(true)).toMutableJSON()
  let left = answers
  const fetch = () => {
    left -= 1
    const jpeg = new Blob([String(left)], { type: 'image/jpeg' })
    return left < 0
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(new Response(jpeg))
  }
  const network = { isOnline: () => isOnline }
  const workspace = {
    db,
    api: { submission: () => Promise.resolve(ok(row)) },
    env: { ...env, network, fetch, apiUrl: () => 'https://bare.test/api' },
  }
  const onConfirm = vi.fn<() => Promise<void>>(() => Promise.resolve())
  render(
    <Provider db={db}>
      <WorkspaceContext value={workspace as unknown as Workspace}>
        <ToasterContext value={{} as Toaster}>
          <DeleteDialog
            submission={submission as SubmissionDoc}
            onConfirm={onConfirm}
            onCancel={() => undefined}
          />
        </ToasterContext>
      </WorkspaceContext>
    </Provider>,
  )
  const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Yes, Delete' }))
  return { confirm, onConfirm, close: () => db.close() }
}

it('says without a network what is only on the server and will be lost', async () => {
  const { confirm, onConfirm, close } = await askAbout({ isOnline: false, answers: 0 })
  await screen.findByText('Its 4 photos are only on the server and will be lost.')
  await confirm()
  await vi.waitFor(() => expect(onConfirm).toHaveBeenCalledOnce())
  await close()
})

it('deletes once the photos are on the device', async () => {
  const { confirm, onConfirm, close } = await askAbout({ isOnline: true, answers: 4 })
  await confirm()
  await vi.waitFor(() => expect(onConfirm).toHaveBeenCalledOnce())
  await close()
})

it('asks again when a photo cannot be fetched', async () => {
  const { confirm, onConfirm, close } = await askAbout({ isOnline: true, answers: 3 })
  await confirm()
  await screen.findByText('Its 1 photo is only on the server and will be lost.')
  expect(onConfirm).not.toHaveBeenCalled()
  await confirm()
  await vi.waitFor(() => expect(onConfirm).toHaveBeenCalledOnce())
  await close()
})
