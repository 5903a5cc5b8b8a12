// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { AppContext, WorkspaceContext, type App } from '../../../src/context.tsx'
import { FillContext, type FillParts } from '../../../src/features/fill/fill-context.tsx'
import { useLatePicks } from '../../../src/features/fill/files/use-late-picks.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'

/** Files that are chosen after their question left the screen. */

const form = compile([question('photo', { type: 'IMAGE' }), question('roof', { type: 'IMAGE' })])

afterEach(cleanup)

interface Situation {
  readonly database: string
  readonly draftId: string | null
  readonly session: 'locked' | 'signed-in'
  readonly questionId: string
}

/** Shows the question, and returns what it was handed. */
const show = ({ database, draftId, session, questionId }: Situation) => {
  const picked: string[] = []
  const writer = { draft: () => (draftId === null ? null : { id: draftId }) }
  const interview = { form, submission: null, writer }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AppContext value={{ session: { current: () => ({ kind: session }) } } as unknown as App}>
      <WorkspaceContext value={{ db: { name: database } } as unknown as Workspace}>
        <FillContext value={{ interview } as unknown as FillParts}>{children}</FillContext>
      </WorkspaceContext>
    </AppContext>
  )
  const pick = (files: readonly File[]) => void picked.push(...files.map(({ name }) => name))
  const { result, unmount } = renderHook(() => useLatePicks(fieldOf(form, questionId), pick), {
    wrapper,
  })
  return { choose: (name: string) => result.current([new File(['A'], name)]), unmount, picked }
}

test.each([
  ['in the draft', { draftId: 'temp_1' }, { draftId: 'temp_1' }, ['a.jpg', 'b.jpg']],
  ['of another draft', { draftId: 'temp_2' }, { draftId: 'temp_3' }, []],
  ['of another question', { draftId: 'temp_5' }, { draftId: 'temp_5', questionId: 'roof' }, []],
  ['of another surveyor', { draftId: 'temp_4' }, { draftId: 'temp_4', database: 'two' }, []],
  ['in an interview that is not begun', {}, {}, ['a.jpg', 'b.jpg']],
  ['of one that was left, not locked', { session: 'signed-in' as const }, {}, []],
])('files %s', (_, before, after, taken) => {
  const usual: Situation = {
    database: 'one',
    draftId: null,
    session: 'locked',
    questionId: 'photo',
  }
  const first = show({ ...usual, ...before })
  first.unmount()
  first.choose('a.jpg')
  first.choose('b.jpg')
  expect(first.picked).toEqual([])
  const second = show({ ...usual, ...after })
  expect(second.picked).toEqual(taken)
  second.unmount()
  expect(show({ ...usual, ...after }).picked).toEqual([])
})
