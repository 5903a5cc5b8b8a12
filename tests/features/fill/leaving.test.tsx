// @vitest-environment happy-dom
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { BehaviorSubject } from 'rxjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { AppContext, WorkspaceContext, type App } from '../../../src/context.tsx'
import type { FillParts } from '../../../src/features/fill/fill-context.tsx'
import { createReviewLook } from '../../../src/features/fill/comments/review-look.ts'
import { createFileWork } from '../../../src/features/fill/files/file-work.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import {
  useDefinitionChanges,
  useNewDay,
} from '../../../src/features/fill/opening/use-definition-changes.ts'
import type { Choice } from '../../../src/features/fill/opening/opened.ts'
import { useOpened, type OpenState } from '../../../src/features/fill/opening/use-opened.ts'
import { useInterviewGuards } from '../../../src/features/fill/submit/use-interview-guards.ts'
import { useNotices } from '../../../src/features/fill/submit/use-notices.tsx'
import { useSubmit, type Phase } from '../../../src/features/fill/submit/use-submit.ts'
import { useStoredSetting } from '../../../src/lib/hooks/use-live.ts'
import { LeaveGuardProvider, useLeaveGuard } from '../../../src/lib/navigation/leave-guard.tsx'
import { ToasterContext } from '../../../src/lib/toaster.ts'
import type { PlaceState } from '../../../src/location/place-finder.ts'
import type { Toaster } from '../../../src/ui/toasts/toast-rules.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'
import { createFillDevice, newInterview, type FillDevice } from './fixtures.ts'

/** An interview whose screen is left, or whose form changes, while something is under way. */

configure({ asyncUtilTimeout: 10_000 })

const form = compile([question('name')])

// How the page is kept from closing.
const unload = { guard: (_mustAsk: () => boolean) => () => {} }

let device: FillDevice
let interview: Interview
let parts: FillParts
let told: string[]

beforeEach(async () => {
  device = await createFillDevice()
  interview = newInterview(device, form)
  const finder = { place: (): PlaceState => ({ kind: 'unknown' }) }
  const look = { shown: () => Promise.resolve([]) }
  const review = createReviewLook({ db: device.db, clock: device.env.clock, interview })
  parts = { interview, finder, look, review, fileWork: createFileWork() } as unknown as FillParts
  told = []
})

afterEach(async () => {
  cleanup()
  await interview.close()
  await device.db.close()
})

/** What is around a screen; `db` is its database. */
const aroundWith =
  (db: () => Workspace['db']) =>
  ({ children }: { children: ReactNode }) => {
    const env = {
      ...device.env,
      network: { isOnline: () => false, online$: new BehaviorSubject(false) },
      registerSync: () => {},
      page: { guardUnload: (ask: () => boolean) => unload.guard(ask) },
    }
    const tell = (text: string) => void told.push(text)
    const toaster = { success: tell, error: tell, info: tell, warning: tell } as unknown as Toaster
    return (
      <AppContext value={{ env } as unknown as App}>
        <WorkspaceContext value={{ db: db(), env, sync: {} } as unknown as Workspace}>
          <ToasterContext value={toaster}>
            <LeaveGuardProvider>{children}</LeaveGuardProvider>
          </ToasterContext>
        </WorkspaceContext>
      </AppContext>
    )
  }

const Around = aroundWith(() => device.db)

it('closes its screen after it is submitted, but not the one that the surveyor went to', async () => {
  for (const leaves of [false, true]) {
    const closed: string[] = []
    const answers = { onInvalid: () => {}, onDone: () => closed.push('closed') }
    const next = newInterview(device, form)
    next.edit(fieldOf(form, 'name'), 'Meena')
    parts.fileWork.setUnstored('photo', [new File(['A'], 'roof.jpg')])
    const { result, unmount } = renderHook(() => useSubmit(answers), { wrapper: Around })
    result.current.press({ ...parts, interview: next }, 'close')
    expect(parts.fileWork.allUnstored()).toHaveLength(1)
    await waitFor(() => expect(result.current.phase.kind).toBe('submitted'))
    expect(parts.fileWork.allUnstored()).toEqual([])
    if (leaves) unmount()
    device.clock.advance(1000)
    expect(closed).toEqual(leaves ? [] : ['closed'])
    await next.close()
  }
  expect(told).toHaveLength(2)
})

it('can be left without a question once it is being submitted', () => {
  interview.edit(fieldOf(form, 'name'), 'Meena')
  const leavingAt = (phase: Phase) => {
    const { result } = renderHook(
      () => {
        useInterviewGuards(parts, { phase, press: () => {} })
        return useLeaveGuard()
      },
      { wrapper: Around },
    )
    return result.current.current()?.isDirty() ?? false
  }
  expect(leavingAt({ kind: 'idle' })).toBe(true)
  expect(leavingAt({ kind: 'submitting', pressed: 'close' })).toBe(false)
  expect(leavingAt({ kind: 'submitted', pressed: 'close' })).toBe(false)
})

/** Shows the interview, and returns what guards it. */
const guarded = () => {
  const show = () => {
    useInterviewGuards(parts, { phase: { kind: 'idle' }, press: () => {} })
    return useLeaveGuard()
  }
  return renderHook(show, { wrapper: Around })
}

it('cannot be left without a question while its first photo is prepared', async () => {
  const { result } = guarded()
  const isDirty = () => result.current.current()?.isDirty()
  expect(isDirty()).toBe(false)
  let ready = () => {}
  const work = parts.fileWork.run('photo', () => new Promise<void>(resolve => (ready = resolve)))
  expect(isDirty()).toBe(true)
  ready()
  await work
  expect(isDirty()).toBe(false)
})

it('is not left or closed without a question while the device has no room for a photo', async () => {
  let mustAsk = () => false
  vi.spyOn(unload, 'guard').mockImplementation(ask => {
    mustAsk = ask
    return () => {}
  })
  const { result } = guarded()
  const asks = () => [result.current.current()?.isDirty(), mustAsk()]
  expect(asks()).toEqual([false, false])
  parts.fileWork.setUnstored('photo', [new File(['A'], 'roof.jpg')])
  expect(asks()).toEqual([true, true])
  await result.current.current()?.discard()
  expect(asks()).toEqual([false, false])
})

/** Stores the form in the version of the interview. */
const storeForm = () => {
  const { id, title, definitionHash: definition_hash } = form
  return device.db.forms.insert({ id, title, definition_hash } as never)
}

it('begins anew in the new version of its form, a copy as a copy', async () => {
  const opened: Choice[] = []
  const copy: Choice = { kind: 'copy', id: 'temp_1' }
  const stored = await storeForm()
  for (const choice of [copy, { kind: 'ask' } as const]) {
    const state = {
      opened: { kind: 'open', interview } as const,
      choice,
      open: (next: Choice) => opened.push(next),
    }
    renderHook(() => useDefinitionChanges(form.id, state, parts), { wrapper: Around })
  }
  await new Promise(resolve => setTimeout(resolve, 50))
  await stored.incrementalPatch({ definition_hash: 'newer' })
  await waitFor(() => expect(opened).toHaveLength(2))
  expect(opened).toContainEqual(copy)
  expect(opened).toContainEqual({ kind: 'new' })
})

it('keeps its version while its first photo is prepared or recorded, which would go to another draft', async () => {
  const opened: Choice[] = []
  const stored = await storeForm()
  const state = {
    opened: { kind: 'open', interview } as const,
    choice: { kind: 'new' } as const,
    open: (next: Choice) => opened.push(next),
  }
  void parts.fileWork.run('photo', () => new Promise(() => {}))
  const { rerender } = renderHook(() => useDefinitionChanges(form.id, state, parts), {
    wrapper: Around,
  })
  await new Promise(resolve => setTimeout(resolve, 50))
  await stored.incrementalPatch({ definition_hash: 'newer' })
  await new Promise(resolve => setTimeout(resolve, 50))
  rerender()
  expect(opened).toEqual([])
})

it('begins anew on a new day until something is typed, because it would take yesterday for today', () => {
  const opened: Choice[] = []
  const begun = newInterview(device, form)
  const state = (of: Interview) => ({
    opened: { kind: 'open', interview: of } as const,
    choice: { kind: 'ask' } as const,
    open: (next: Choice) => opened.push(next),
  })
  const untouched = renderHook(() => useNewDay(state(interview), parts), { wrapper: Around })
  const wait = (ms: number) => act(() => device.clock.advance(ms))
  const nextDay = () => wait(24 * 3_600_000)
  nextDay()
  expect(opened).toEqual([{ kind: 'new' }])
  untouched.unmount()
  begun.edit(fieldOf(form, 'name'), 'Meena')
  renderHook(() => useNewDay(state(begun), parts), { wrapper: Around })
  nextDay()
  expect(opened).toHaveLength(1)
  void parts.fileWork.run('photo', () => new Promise(() => {}))
  renderHook(() => useNewDay(state(interview), parts), { wrapper: Around })
  nextDay()
  expect(opened).toHaveLength(1)
  return begun.close()
})

it('is not replaced while a camera is open, whose photo would have no question then', async () => {
  const opened: Choice[] = []
  const stored = await storeForm()
  const state = {
    opened: { kind: 'open', interview } as const,
    choice: { kind: 'new' } as const,
    open: (next: Choice) => opened.push(next),
  }
  const follow = () => {
    useDefinitionChanges(form.id, state, parts)
    useNewDay(state, parts)
  }
  renderHook(follow, { wrapper: Around })
  await new Promise(resolve => setTimeout(resolve, 50))
  act(() => parts.fileWork.setChoosing(true))
  await act(() => stored.incrementalPatch({ definition_hash: 'newer' }))
  await act(() => new Promise(resolve => setTimeout(resolve, 50)))
  act(() => device.clock.advance(24 * 3_600_000))
  expect(opened).toEqual([])
  // Without a photo: both are made up for.
  act(() => parts.fileWork.setChoosing(false))
  expect(opened).toEqual([{ kind: 'new' }, { kind: 'new' }])
})

it('does not begin anew what was chosen on the new day from drafts shown the day before', () => {
  const opened: Choice[] = []
  const state = (of: OpenState['opened']): OpenState => ({
    opened: of,
    choice: { kind: 'ask' },
    open: next => void opened.push(next),
  })
  const { rerender } = renderHook(({ of }) => useNewDay(state(of), parts), {
    wrapper: Around,
    initialProps: { of: { kind: 'drafts', title: 'Survey', drafts: [] } as OpenState['opened'] },
  })
  act(() => device.clock.advance(24 * 3_600_000))
  rerender({ of: { kind: 'open', interview } as unknown as OpenState['opened'] })
  expect(opened).toEqual([])
})

it('says that it cannot be opened when the device cannot read it', async () => {
  const exec = () => Promise.reject(new Error('It is closed.'))
  const unreadable = { forms: { findOne: () => ({ exec }) } }
  const wrapper = aroundWith(() => unreadable as unknown as Workspace['db'])
  const first: Choice = { kind: 'new' }
  const { result } = renderHook(() => useOpened('form', first), { wrapper })
  await waitFor(() => expect(result.current.opened?.kind).toBe('unavailable'))
})

it('asks for notifications only while Auto Sync sends what waits', async () => {
  const env = {
    local: { get: () => null, set: () => undefined },
    notices: { mayAsk: () => true },
  }
  for (const isAuto of [false, true]) {
    await writeSetting(device.db, 'autoSync', isAuto)
    const Screen = ({ children }: { children: ReactNode }) => (
      <AppContext value={{ env } as unknown as App}>
        <WorkspaceContext value={{ db: device.db } as unknown as Workspace}>
          {children}
        </WorkspaceContext>
      </AppContext>
    )
    let wentOn = false
    const { result, unmount } = renderHook(
      () => ({ notices: useNotices(), stored: useStoredSetting(device.db, 'autoSync') }),
      { wrapper: Screen },
    )
    await waitFor(() => expect(result.current.stored).toBe(isAuto))
    act(() => result.current.notices.before(true, () => (wentOn = true)))
    expect(wentOn).toBe(!isAuto)
    unmount()
  }
})
