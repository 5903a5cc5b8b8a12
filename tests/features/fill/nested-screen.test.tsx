// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FillContext } from '../../../src/features/fill/fill-context.tsx'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { Part } from '../../../src/features/fill/questions/part.tsx'
import { RepeatEdgeView } from '../../../src/features/fill/questions/repeat-edge.tsx'
import { createKeyedStore } from '../../../src/lib/keyed-store.ts'
import { useStream } from '../../../src/lib/hooks/use-stream.ts'
import { createFillDevice, newInterview, type FillDevice } from './fixtures.ts'
import { answerOf, at, compileNested, household, outline } from './nested-form.ts'

/** Headings and buttons of repeats within repeats. */

let device: FillDevice
let interview: Interview

beforeEach(async () => {
  device = await createFillDevice()
  interview = newInterview(device, await compileNested())
  household(interview, 'Asha', 'Ravi', 'Meena')
  household(interview, 'Imran', 'Sana')
  const parts = {
    interview,
    mounted: createKeyedStore(false),
    nearParts: { watch: () => () => undefined, look: () => undefined },
  }
  render(
    <FillContext value={parts as never}>
      <Form />
    </FillContext>,
  )
})
afterEach(async () => {
  cleanup()
  await interview.close()
  await device.db.close()
})

function Form() {
  const { blocks } = useStream(interview.form$, interview.form)
  return blocks.map(block =>
    block.kind === 'part' ? (
      <Part key={block.key} part={block} />
    ) : (
      <RepeatEdgeView key={block.key} edge={block} onAdded={() => undefined} />
    ),
  )
}

const headings = () =>
  screen
    .getAllByRole('heading')
    .map(({ tagName, textContent }) => `${tagName.slice(1)} ${textContent}`)

it('names each occurrence after its outer one, and each list after its repeat', () => {
  expect(headings().slice(0, 9)).toEqual([
    '2 Household',
    '3 Household · 1 – Asha',
    '4 Member',
    '4 Household · 1 – Asha › Member · 1 – Ravi',
    '4 Household · 1 – Asha › Member · 2 – Meena',
    '3 Household · 1 – Asha',
    '3 Household · 1 – Asha',
    '3 Household · 2 – Imran',
    '4 Member',
  ])
})

it('adds to the outer occurrence whose button was pressed', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Add: Household · 1 › Member' }))
  expect(headings()).toContain('4 Household · 1 – Asha › Member · 3')
  expect(answerOf(interview, 'member:within', 3)).toBe(answerOf(interview, 'household:key', 0))
})

it('asks before it removes an outer occurrence with answers in it, and removes those within it', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Remove Household · 1 – Asha' }))
  expect(screen.getByRole('alertdialog').textContent).toContain('3 answers')
  fireEvent.click(screen.getByRole('button', { name: 'Yes, Remove' }))
  expect(outline(interview).filter(line => line.includes('who='))).toEqual([
    'Household · 1 – Imran › Member · 1 – Sana: who=Sana age= photo=',
  ])
})

it('has no heading and no button of what an answer hides', () => {
  act(() => interview.edit(at(interview, 'head', 1), 'nobody'))
  expect(screen.queryByRole('button', { name: 'Add: Household · 2 › Member' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add: Household · 1 › Member' })).not.toBeNull()
  act(() => interview.edit(at(interview, 'village'), 'none'))
  expect(screen.queryAllByRole('heading')).toEqual([])
  expect(screen.queryAllByRole('button')).toEqual([])
})
