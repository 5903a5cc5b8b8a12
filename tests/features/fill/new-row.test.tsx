// @vitest-environment happy-dom
import { cleanup, configure, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { WorkspaceContext } from '../../../src/context.tsx'
import { useNewRow } from '../../../src/features/fill/opening/use-new-row.ts'
import { findSubmission } from '../../../src/features/fill/opening/open-edit.ts'
import type { OpenState } from '../../../src/features/fill/opening/use-opened.ts'
import { arrive, databaseForEachTest, db, save } from '../../replication/saved-work.ts'

/** An edit that is open, and untouched, while another phone's occurrences arrive. */

databaseForEachTest()

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)

const answers = { who: 'Ravi' }

/** Shows the edit of a submission whose row arrives; returns how it is opened again. */
const showWhile = async (isDirty: boolean, row: Record<string, string>) => {
  const id = await save(answers)
  await arrive(id, 's1', 0, { answers })
  const submission = await findSubmission(db, id)
  const interview = {
    submission,
    form: { repeats: [{}] },
    isDirty: () => isDirty,
    writer: { draft: () => null },
  }
  const open = vi.fn<OpenState['open']>()
  const state = { opened: { kind: 'open', interview }, choice: { kind: 'edit', id }, open }
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <WorkspaceContext value={{ db } as never}>{children}</WorkspaceContext>
  )
  renderHook(() => useNewRow(state as never, null), { wrapper })
  await arrive(id, 's1', 0, { answers: row, city: 'Arrived' })
  return { id, open }
}

test('it is opened again, because its occurrences may have other numbers', async () => {
  const { id, open } = await showWhile(false, { who: 'Ravi', 'who#1': 'Meena' })
  await waitFor(() => expect(open).toHaveBeenCalledWith({ kind: 'edit', id }))
})

test.each([
  ['something is typed', true, { who: 'Meena' }],
  ['its answers are the same', false, answers],
])('it stays when %s', async (_, isDirty, row) => {
  const { id, open } = await showWhile(isDirty, row)
  await waitFor(async () => expect((await findSubmission(db, id))?.city).toBe('Arrived'))
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(open).not.toHaveBeenCalled()
})
