// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { AppContext, WorkspaceContext } from '../../../src/context.tsx'
import {
  createReviewLook,
  type ReviewLook,
} from '../../../src/features/fill/comments/review-look.ts'
import { FillContext } from '../../../src/features/fill/fill-context.tsx'
import { loadInputs } from '../../../src/features/fill/inputs/inputs.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { FieldView, inputId } from '../../../src/features/fill/questions/field.tsx'
import { createKeyedStore } from '../../../src/lib/keyed-store.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'
import { createFillDevice, newInterview, type FillDevice } from './fixtures.ts'

/** When a question that an answer shows is on screen. */

const isAsked = JSON.stringify({ visible_if: { '==': [{ var: 'ill' }, 'yes'] } })
const form = compile([question('ill'), question('since', { logic: isAsked })])
const ill = fieldOf(form, 'ill')
const since = fieldOf(form, 'since')

let device: FillDevice
let interview: Interview
let review: ReviewLook

beforeAll(() => loadInputs(form.fields))
beforeEach(async () => {
  device = await createFillDevice()
  interview = newInterview(device, form)
  review = createReviewLook({ db: device.db, clock: device.env.clock, interview })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await interview.close()
  await device.db.close()
})

const show = () => {
  // As in a browser, React decides when it renders.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  render(
    <AppContext value={{ env: device.env } as never}>
      <WorkspaceContext value={{ db: device.db } as never}>
        <FillContext value={{ interview, review, held: createKeyedStore(false) } as never}>
          {form.fields.map(field => (
            <FieldView key={field.id} field={field} />
          ))}
        </FillContext>
      </WorkspaceContext>
    </AppContext>,
  )
}
const inputOf = (field: typeof ill) => document.getElementById(inputId(field))

/** Gives the answer that shows the second question. Returns the place that the first frame has for it. */
const placeOfSince = async (): Promise<HTMLElement | null> => {
  show()
  await vi.waitFor(() => expect(inputOf(ill)).not.toBeNull())
  interview.edit(ill, 'yes')
  // React renders what the answer changes at once, as a microtask.
  await Promise.resolve()
  return document.querySelector<HTMLElement>('[data-field="1"] [data-coming]')
}

it('a question that an answer shows has its place in the first frame, and is there right after', async () => {
  const place = await placeOfSince()
  expect(Number.parseInt(place?.style.blockSize ?? '', 10)).toBeGreaterThan(40)
  expect(inputOf(since)).toBeNull()
  await vi.waitFor(() => expect(inputOf(since)).not.toBeNull())
  expect(document.querySelector('[data-coming]')).toBeNull()
})

it('a Tab right after the answer goes into the question that it shows', async () => {
  const place = await placeOfSince()
  expect(place?.tabIndex).toBe(0)
  place?.focus()
  await vi.waitFor(() => expect(inputOf(since)).not.toBeNull())
  await vi.waitFor(() => expect(document.activeElement).toBe(inputOf(since)))
})

it('a question that is shown with the others is there at once, and again after it was hidden', async () => {
  interview.edit(ill, 'yes')
  const gone: Node[] = []
  const watch = new MutationObserver(changes => {
    for (const { removedNodes } of changes) gone.push(...removedNodes)
  })
  watch.observe(document.body, { childList: true, subtree: true })
  show()
  await vi.waitFor(() => expect(inputOf(since)).not.toBeNull())
  watch.disconnect()
  expect(gone).toEqual([])
  interview.edit(ill, 'no')
  interview.edit(ill, 'yes')
  await Promise.resolve()
  expect(inputOf(since)).not.toBeNull()
  expect(inputOf(since)?.closest<HTMLElement>('[data-field]')?.hidden).toBe(false)
})
