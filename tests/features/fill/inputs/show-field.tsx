import { act, cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { of } from 'rxjs'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { FormQuestionDoc } from '../../../../collections/schemas/form-questions.ts'
import type { Answer } from '../../../../collections/schemas/submissions.ts'
import { AppContext, WorkspaceContext, type App } from '../../../../src/context.tsx'
import type { AppearanceWord } from '../../../../replication/wire/form/appearance.ts'
import { fieldTypes } from '../../../../replication/wire/field-types.ts'
import type { CompiledForm, FormLists } from '../../../../src/form/definition/compiled-form.ts'
import { FillContext } from '../../../../src/features/fill/fill-context.tsx'
import { createFileWork } from '../../../../src/features/fill/files/file-work.ts'
import type { Interview } from '../../../../src/features/fill/interview/interview-shape.ts'
import { createReviewLook } from '../../../../src/features/fill/comments/review-look.ts'
import { createHintLook } from '../../../../src/features/fill/hints/hint-look.ts'
import { createNearParts } from '../../../../src/features/fill/questions/near-parts.ts'
import type { CaptureEnv } from '../../../../src/env.ts'
import { loadInputs } from '../../../../src/features/fill/inputs/inputs.ts'
import { FieldView } from '../../../../src/features/fill/questions/field.tsx'
import { createKeyedStore } from '../../../../src/lib/keyed-store.ts'
import { ToasterContext } from '../../../../src/lib/toaster.ts'
import { createPlaceFinder } from '../../../../src/location/place-finder.ts'
import type { Toaster } from '../../../../src/ui/toasts/toast-rules.ts'
import type { Workspace } from '../../../../src/workspace/workspace.ts'
import { createFakeCapture } from '../../../env.ts'
import { createFillDevice, newInterview, type FillDevice } from '../fixtures.ts'
import { compile, fieldOf, question } from '../../../form/form-fixtures.ts'

/** Renders one question of an interview on a real database. Tests act on its elements as a surveyor would. */

let device: FillDevice

/** None, and a word for each input of an appearance. */
const looks: readonly (readonly AppearanceWord[])[] = [
  [],
  ['likert'],
  ['columns'],
  ['masked'],
  ['counter'],
  ['year'],
  ['maps'],
]

/** Opens the device for a test file. */
export const useDevice = (): void => {
  beforeAll(async () => {
    device = await createFillDevice()
    await loadInputs(fieldTypes.flatMap(type => looks.map(appearance => ({ type, appearance }))))
  })
  afterEach(cleanup)
  afterAll(() => device.db.close())
}

type Capture = Partial<
  CaptureEnv & Pick<App['env'], 'locate' | 'install' | 'keepAwake' | 'visible$'>
>

/** Renders the input of a field called 'Question q'; `answer` is its stored answer. */
export const showField = (
  given: Partial<FormQuestionDoc>,
  answer?: Answer,
  lists?: FormLists,
  capture: Capture = {},
) => {
  const form = compile([question('q', given)], lists)
  const field = fieldOf(form, 'q')
  const interview = newInterview(device, form)
  if (answer !== undefined) interview.edit(field, answer)
  return {
    ...showAll(form, interview, capture),
    field,
    /** Changes the answer as another tab or the form's rules do. */
    change: (value: Answer) => interview.answers.set(field, value),
    answer: () => interview.answers.get(field),
  }
}

/** Renders the inputs of several fields, by their ids. */
export const showFields = (given: Readonly<Record<string, Partial<FormQuestionDoc>>>) => {
  const form = compile(Object.entries(given).map(([id, one]) => question(id, one)))
  const interview = newInterview(device, form)
  return {
    ...showAll(form, interview, {}),
    /** The answers by the ids of their fields. */
    answers: () =>
      Object.fromEntries(form.fields.map(field => [field.id, interview.answers.get(field)])),
  }
}

const showAll = (form: CompiledForm, interview: Interview, capture: Capture) => {
  const told: string[] = []
  const guards = new Set<() => boolean>()
  // Only the parts that inputs use.
  const env = {
    ...device.env,
    clock: {
      ...device.clock,
      after: (ms: number, run: () => void) => {
        if (ms > 0) return device.clock.after(ms, run)
        const timer = setTimeout(() => act(run))
        return () => clearTimeout(timer)
      },
    },
    ...createFakeCapture(),
    locate: () => new Promise(() => {}),
    install: { isApple: false },
    onlineTiles: null,
    page: {
      guardUnload: (shouldAsk: () => boolean) => {
        guards.add(shouldAsk)
        return () => guards.delete(shouldAsk)
      },
    },
    ...capture,
  } as unknown as App['env']
  const workspace = {
    db: device.db,
    client: { extensions: () => null },
    baseMaps: { loaded$: of(null) },
  } as unknown as Workspace
  const toaster = { error: (text: string) => told.push(text) } as unknown as Toaster
  const finder = createPlaceFinder({ db: device.db, env })
  const held = createKeyedStore(false)
  const fileWork = createFileWork()
  const look = createHintLook({ db: device.db, clock: env.clock, interview, finder, held })
  render(
    <AppContext value={{ env } as App}>
      <WorkspaceContext value={workspace}>
        <ToasterContext value={toaster}>
          <FillContext
            value={{
              interview,
              finder,
              fileWork,
              mounted: createKeyedStore(true),
              nearParts: createNearParts(),
              held,
              unfitting: [],
              look,
              review: createReviewLook({ db: device.db, clock: env.clock, interview }),
            }}
          >
            {form.fields.map(field => (
              <FieldView key={field.id} field={field} />
            ))}
            <button type="button">Elsewhere</button>
          </FillContext>
        </ToasterContext>
      </WorkspaceContext>
    </AppContext>,
  )
  return {
    device,
    user: userEvent.setup(),
    interview,
    fileWork,
    /** The texts of the toasts. */
    told,
    /** Whether the browser asks before it closes the page. */
    asksBeforeClosing: () => [...guards].some(shouldAsk => shouldAsk()),
  }
}

/** The definition of so many options, in the JSON of a form. */
export const optionsOf = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, n) => ({ value: `v${n + 1}`, label: `Option ${n + 1}` })),
  )

/** The description of an element, in addition to its name. */
export const describedBy = (element: HTMLElement): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map(id => document.getElementById(id)?.textContent ?? `no ${id}`)
    .join(' ')
