import { discardDraft, startEditDraft } from '../../collections/writes/write-work.ts'
// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { firstValueFrom } from 'rxjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '../../collections/database.ts'
import { openDatabase } from '../../collections/open-database.ts'
import type { SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { oneDatabase } from '../../collections/one-database/storage.ts'
import { WorkspaceContext } from '../../src/context.tsx'
import { namingFields$ } from '../../src/interviews/naming-fields.ts'
import { useHasOpenEdit } from '../../src/interviews/use-has-open-edit.ts'
import type { Workspace } from '../../src/workspace/workspace.ts'
import { createDisk } from '../device.ts'

/** What each of the fifty rows of a list asks for. */

let db: Database
beforeEach(async () => {
  const { name, port } = createDisk()
  db = await openDatabase(name, oneDatabase(port))
})
afterEach(async () => {
  cleanup()
  await db.close()
})

const edited = {
  id: 'b',
  form_id: 'wells',
  formName: 'Wells',
  definition_hash: '',
  latitude: null,
  longitude: null,
  client_key: 'b',
  server_id: '2',
  created_at: '2026-11-20T08:14:00.000Z',
  syncStatus: 'synced',
  answers: {},
  files: [],
  state: 'stored',
  hidden: 0,
  attention: 0,
  correction: 0,
  newest: 1,
} as unknown as SubmissionDoc

const within = ({ children }: { children: ReactNode }) => (
  <WorkspaceContext value={{ db } as Workspace}>{children}</WorkspaceContext>
)

it('shows which submission has an unsaved edit, as soon as it is begun and until it is gone', async () => {
  const { result } = renderHook(() => ['a', 'b'].map(id => useHasOpenEdit(id)), { wrapper: within })
  expect(result.current).toEqual([false, false])
  await db.submissions.insert(edited)
  const draft = await startEditDraft(db, edited, 1000)
  await act(() => vi.waitFor(() => expect(result.current).toEqual([false, true])))
  await discardDraft(db, draft.id)
  await act(() => vi.waitFor(() => expect(result.current).toEqual([false, false])))
})

it('asks once for all rows which submissions have an unsaved edit', async () => {
  const asked = vi.spyOn(db.submissions, 'find')
  renderHook(() => Array.from({ length: 50 }, (_, n) => useHasOpenEdit(`row ${n}`)), {
    wrapper: within,
  })
  expect(asked).toHaveBeenCalledTimes(1)
})

it('gives the same fields at each reading, so that no row renders again', async () => {
  const fields$ = namingFields$(db, { form_id: 'wells', definition_hash: 'h1' })
  expect(await firstValueFrom(fields$)).toBe(await firstValueFrom(fields$))
})
