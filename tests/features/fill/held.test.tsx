// @vitest-environment happy-dom
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider } from 'rxdb-hooks'
import { afterEach, expect, it } from 'vitest'
import { readSetting, writeSetting } from '../../../collections/writes/write-settings.ts'
import { WorkspaceContext } from '../../../src/context.tsx'
import { FillContext, type FillParts } from '../../../src/features/fill/fill-context.tsx'
import { useHeldMarks } from '../../../src/features/fill/held/held-fields.ts'
import { HeldMark } from '../../../src/features/fill/held/held-mark.tsx'
import { HoldDialog } from '../../../src/features/fill/held/hold-dialog.tsx'
import { TargetSection } from '../../../src/features/settings/target-section.tsx'
import { createKeyedStore } from '../../../src/lib/keyed-store.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'
import { createFillDevice, newInterview } from './fixtures.ts'

/** Answers that are held for the next interviews, and the target for the day. */

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)

const form = compile([
  question('village', { label: 'Village' }),
  question('name', { label: 'Name' }),
  question('code', { label: 'Code', type: 'PASSWORD' }),
])

function Screen({ parts }: { parts: FillParts }) {
  useHeldMarks(parts)
  return (
    <FillContext value={parts}>
      {form.fields.map(field => (
        <div key={field.id} data-field={field.index}>
          <input aria-label={field.label} />
          <HeldMark field={field} />
        </div>
      ))}
      <HoldDialog onClose={() => undefined} />
    </FillContext>
  )
}

it('is ticked among what is answered, marked at its question, and let go there', async () => {
  const device = await createFillDevice()
  const interview = newInterview(device, form)
  for (const id of ['village', 'code']) interview.edit(fieldOf(form, id), 'Rampur')
  const parts = { interview, held: createKeyedStore(false) } as unknown as FillParts
  const user = userEvent.setup()
  render(
    <WorkspaceContext value={{ db: device.db } as unknown as Workspace}>
      <Screen parts={parts} />
    </WorkspaceContext>,
  )
  // Not the unanswered name, and no secret.
  const ticks = screen.getAllByRole('checkbox', { hidden: true })
  expect(ticks.map(tick => tick.closest('label')?.textContent)).toEqual(['1. VillageRampur'])
  await user.click(ticks[0] as HTMLElement)
  const letGo = await screen.findByRole('button', { name: /^Stop repeating/, hidden: true })
  expect(await readSetting(device.db, 'heldFields')).toEqual({ [form.id]: ['village'] })

  await user.click(letGo)
  await waitFor(() => expect(screen.queryByText('Same as last')).toBeNull())
  expect(document.activeElement).toBe(screen.getByLabelText('Village'))
  expect(await readSetting(device.db, 'heldFields')).toEqual({ [form.id]: [] })
  await interview.close()
  await device.db.close()
})

it('a target is a number of at most three digits, and none when empty', async () => {
  const device = await createFillDevice()
  await writeSetting(device.db, 'dayTarget', 12)
  const user = userEvent.setup()
  render(
    <Provider db={device.db}>
      <WorkspaceContext value={{ db: device.db } as unknown as Workspace}>
        <TargetSection />
      </WorkspaceContext>
    </Provider>,
  )
  // There before the target is read, so that what is below does not move.
  const input = screen.getByRole('textbox')
  await waitFor(() => expect(input).toHaveProperty('value', '12'))
  await user.clear(input)
  await waitFor(async () => expect(await readSetting(device.db, 'dayTarget')).toBe(0))
  await user.type(input, '-٢5x0000')
  expect(input).toHaveProperty('value', '250')
  await waitFor(async () => expect(await readSetting(device.db, 'dayTarget')).toBe(250))
  await device.db.close()
})
