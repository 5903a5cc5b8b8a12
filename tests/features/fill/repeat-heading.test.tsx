// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FillContext } from '../../../src/features/fill/fill-context.tsx'
import { RepeatEdgeView } from '../../../src/features/fill/questions/repeat-edge.tsx'
import type { CompiledForm } from '../../../src/form/definition/compiled-form.ts'
import { compile, question } from '../../form/form-fixtures.ts'
import { createFillDevice, newInterview } from './fixtures.ts'

/** What stands over and under the occurrences of a section. */

afterEach(cleanup)

const show = async (repeat: object, name: string, answer = '') => {
  const device = await createFillDevice()
  const more = { section_repeat: { min: 0, max: 9, label: '', ...repeat } }
  const form = compile([
    question('size', { type: 'NUMBER', section_id: 's0' }),
    question('name', { section_name: name, logic: JSON.stringify(more) }),
  ])
  const interview = newInterview(device, form)
  const [size] = interview.form.fields
  if (size !== undefined && answer !== '') interview.edit(size, answer)
  const edges = interview.form.blocks.filter(
    (block): block is Exclude<CompiledForm['blocks'][number], { kind: 'part' }> =>
      block.kind !== 'part',
  )
  render(
    <FillContext value={{ interview } as never}>
      {edges.map(edge => (
        <RepeatEdgeView key={edge.key} edge={edge} onAdded={() => undefined} />
      ))}
    </FillContext>,
  )
  await interview.close()
  await device.db.close()
  return screen.queryByRole('heading')?.textContent ?? null
}

it('has a heading where it has a name', async () => {
  expect(await show({}, 'Plots')).toBe('Plots')
  expect(screen.getByRole('button').textContent).toBe('Add: Plots')
})

it('has none where each is only called after its own answers', async () => {
  expect(await show({ label: '${name}' }, '')).toBeNull()
})

it('is not spoken of while an answer says that there are none', async () => {
  const counted = { count: { var: 'size' } }
  expect(await show(counted, 'Members')).toBeNull()
  cleanup()
  expect(await show(counted, 'Members', '2')).toBe('Members')
})
