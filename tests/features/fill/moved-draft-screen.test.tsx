// @vitest-environment happy-dom
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { questionId } from '../../../collections/ids.ts'
import { AppContext, WorkspaceContext, type App } from '../../../src/context.tsx'
import { FillContext } from '../../../src/features/fill/fill-context.tsx'
import { FormVersionNotice } from '../../../src/features/fill/header/form-version-notice.tsx'
import { UnfittingNotice } from '../../../src/features/fill/header/unfitting-notice.tsx'
import { unfittingIn } from '../../../src/features/fill/header/unfitting-in.ts'
import { ToasterContext } from '../../../src/lib/toaster.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'
import { createFillDevice, newInterview } from './fixtures.ts'

/** What the surveyor sees of answers that a new version of the form has no place for. */

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)

const choice = { type: 'SELECT', options: '["Rice","Maize","Beans"]' }

it('says before the move which answers would not all be sent, and lists them afterwards', async () => {
  const device = await createFillDevice()
  const { db, env } = device
  const form = compile([question('crops', { ...choice, multiple: true }), question('name')])
  const newer = [question('crops', choice), question('name', { is_required: true })]
  await db.form_questions.bulkInsert(
    newer.map((one, order) => ({
      ...one,
      order,
      id: questionId('v2', one.field_id),
      definition_hash: 'v2',
    })),
  )
  await db.forms.insert({
    id: 'form',
    title: 'Form',
    description: '',
    status: 'published',
    sections: [],
    definition_hash: 'v2',
    fetched_at: 0,
  } as never)
  const interview = newInterview(device, form)
  interview.edit(fieldOf(form, 'crops'), ['Rice', 'Maize', 'Beans'])
  interview.edit(fieldOf(form, 'name'), 'Asha')
  await interview.writer.flush()

  const shown = (unfitting: ReturnType<typeof unfittingIn>) => (
    <AppContext value={{ env } as unknown as App}>
      <WorkspaceContext value={{ db, env } as unknown as Workspace}>
        <ToasterContext value={{} as never}>
          <FillContext value={{ interview, unfitting } as never}>
            <FormVersionNotice onMoved={() => undefined} />
            <UnfittingNotice />
          </FillContext>
        </ToasterContext>
      </WorkspaceContext>
    </AppContext>
  )
  const { rerender } = render(shown([]))
  await userEvent.setup().click(await screen.findByRole('button', { name: 'See changes' }))
  const rowOf = (title: string) => {
    const row = screen.getByText(title).closest('li')
    if (row === null) throw new Error(`There is no row ${title}.`)
    return within(row)
  }
  rowOf('Question crops').getByText('Not all of your answers to it would be sent')
  rowOf('Question name').getByText('Your answer stays')
  expect(screen.queryByText('Some answers no longer fit')).toBeNull()

  rerender(shown(unfittingIn(interview, compile(newer))))
  const detailsOf = (count: string) => screen.getByText(count).closest('details')
  expect(detailsOf('1 answer')?.open).toBe(true)
  expect(detailsOf('1 answer')?.querySelector('li')?.textContent).toBe('Question cropsMaize, Beans')
  // Many are folded, because the first question must be on the screen.
  rerender(shown(Array.from({ length: 9 }, () => unfittingIn(interview, compile(newer))).flat()))
  expect(detailsOf('9 answers')?.open).toBe(false)
  await interview.close()
  await db.close()
})
