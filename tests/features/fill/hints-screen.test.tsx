// @vitest-environment happy-dom
import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject, of } from 'rxjs'
import { Provider } from 'rxdb-hooks'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerKey } from '../../../collections/ids.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { commitInterview } from '../../collections/commit.ts'
import { WorkspaceContext } from '../../../src/context.tsx'
import { FillContext, type FillParts } from '../../../src/features/fill/fill-context.tsx'
import { createHintLook } from '../../../src/features/fill/hints/hint-look.ts'
import { Hints } from '../../../src/features/fill/hints/hints.tsx'
import { createInterview } from '../../../src/features/fill/interview/interview.ts'
import { readAnswers } from '../../../src/features/fill/interview/follow-draft.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import type { FillSubmitParts } from '../../../src/features/fill/submit/settle-files.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { createKeyedStore } from '../../../src/lib/keyed-store.ts'
import type { PlaceFinder } from '../../../src/location/place-finder.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'
import { beginDraft, createFillDevice, newInterview, type FillDevice } from './fixtures.ts'

/** Hints on screen: a reason is kept with the draft, and goes with the interview. */

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })

const answered = ['a', 'b', 'c', 'd', 'e', 'f']
const form = compile([
  question('age', { type: 'NUMBER', label: 'Age' }),
  ...answered.map(id => question(id)),
])
const age = fieldOf(form, 'age')

let device: FillDevice
beforeEach(async () => {
  device = await createFillDevice()
})
afterEach(async () => {
  cleanup()
  await device.db.close()
})

const nowhere = { latitude: null, longitude: null, accuracy: null }

/** Ten interviews of yesterday, each of which took ten minutes. */
const submitTen = async () => {
  for (let at = 0; at < 10; at += 1) {
    const draft = await beginDraft(device, form)()
    device.clock.advance(600_000)
    const answers = Object.fromEntries(answered.map(id => [answerKey(id), `${id} ${at}`]))
    const contents = { files: [], place: nowhere, address: '', city: '' }
    const all = { ...contents, answers: { ...answers, age: String(20 + at) } }
    await commitInterview(device.db, draft, all, device.clock.now())
  }
  device.clock.advance(86_400_000)
}

/** Answers everything, for `seconds` each. */
const fillIn = async (interview: Interview, years: string, seconds: number) => {
  for (const field of form.fields) {
    interview.edit(field, field === age ? years : 'something')
    await interview.writer.flush()
    device.clock.advance(seconds * 1000)
  }
}

const show = (interview: Interview) => {
  const { db, clock } = device
  const finder = {
    place: () => ({ kind: 'unknown' }),
    place$: of({ kind: 'unknown' }),
  } as unknown as PlaceFinder
  const held = createKeyedStore(false)
  // Looks soon, because the device's clock stands still.
  const soon = {
    now: clock.now,
    after: (_: number, run: () => void) => {
      const timer = setTimeout(run, 10)
      return () => clearTimeout(timer)
    },
  }
  const look = createHintLook({ db, clock: soon, interview, finder, held })
  const wentTo: string[] = []
  render(
    <Provider db={db}>
      <WorkspaceContext value={{ db } as unknown as Workspace}>
        <FillContext value={{ interview, finder, held, look } as unknown as FillParts}>
          <Hints onGoTo={({ id }) => wentTo.push(id)} />
        </FillContext>
      </WorkspaceContext>
    </Provider>,
  )
  return { look, wentTo }
}

const resume = async (interview: Interview, submission: SubmissionDoc | null = null) => {
  const draft = interview.writer.draft()
  if (draft === null) throw new Error('Nothing was answered.')
  return createInterview(device, {
    form,
    draft,
    answers: await readAnswers(device.db, draft.id),
    files: [],
    submission,
    begin: () => Promise.resolve(draft),
  })
}

const submitParts = (): FillSubmitParts =>
  ({
    db: device.db,
    env: {
      clock: device.clock,
      network: { isOnline: () => false, online$: new BehaviorSubject(false) },
      registerSync: () => {},
      liveness: device.liveness,
    },
  }) as unknown as FillSubmitParts

const unknown = { kind: 'unknown' } as const

it('a reason survives a reload, and is stored with the interview', async () => {
  await submitTen()
  const user = userEvent.setup()
  const first = newInterview(device, form)
  await fillIn(first, '90', 80)
  const { wentTo } = show(first)
  await user.click(await screen.findByRole('link', { name: /Age – 90/ }))
  expect(wentTo).toEqual(['age'])
  await user.click(screen.getByRole('button', { name: 'Add a reason' }))
  const input = screen.getByRole('textbox', { name: 'Reason (optional)' })
  expect(document.activeElement).toBe(input)
  await user.type(input, 'She is the oldest here. ')
  await first.close()
  cleanup()

  const again = await resume(first)
  const { look } = show(again)
  expect(await screen.findByDisplayValue('She is the oldest here.')).toBeTruthy()
  const reason = 'She is the oldest here.'
  const shown = [{ kind: 'number', field_id: 'age', occurrence: 0, reason }]
  expect(await look.shown()).toEqual(shown)
  const submitted = await submit(submitParts(), again, unknown, look.shown)
  expect(submitted).toEqual({ kind: 'done', outcome: 'saved' })
  const stored = await device.db.submissions.findOne(first.writer.draft()?.id).exec(true)
  expect(stored.history[0]?.hints).toEqual(shown)
  expect(Object.keys(stored.answers).toSorted()).toEqual([...answered, 'age'].toSorted())
  expect(await device.db.form_responses.find().exec()).toEqual([])
  await again.close()
})

it('a fast interview is noticed, and is fast no longer when it is submitted an hour later', async () => {
  await submitTen()
  const interview = newInterview(device, form)
  await fillIn(interview, '25', 10)
  const { look } = show(interview)
  const found = await screen.findByText(/^About \d+ s for each answer; 86 s were usual/)
  expect(found.textContent).toContain('last 10 submissions')
  expect(await look.shown()).toMatchObject([{ kind: 'fast', field_id: '', reason: '' }])
  device.clock.advance(3_600_000)
  expect(await look.shown()).toEqual([])
  await interview.close()
})

it('an edit has no hints, and neither has an interview with problems', async () => {
  await submitTen()
  const interview = newInterview(device, form)
  await fillIn(interview, '90', 80)
  const edit = await resume(interview, { answers: {}, files: [] } as unknown as SubmissionDoc)
  const { look } = show(edit)
  edit.edit(age, '91')
  await edit.writer.flush()
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(screen.queryByText('Worth a second look')).toBeNull()
  expect(await look.shown()).toEqual([])
  await edit.close()
  cleanup()

  show(interview)
  await screen.findByText('Worth a second look')
  interview.edit(age, 'many')
  await interview.writer.flush()
  await expect.poll(() => screen.queryByText('Worth a second look')).toBeNull()
  await interview.close()
})
