// @vitest-environment happy-dom
import { cleanup, configure, render, screen } from '@testing-library/react'
import { Provider } from 'rxdb-hooks'
import { afterEach, expect, it } from 'vitest'
import { WorkspaceContext } from '../../../src/context.tsx'
import { BackupContents } from '../../../src/backup/screens/backup-contents.tsx'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'
import { createFillDevice, newInterview } from '../fill/fixtures.ts'

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)

it('names the interviews that a backup will hold', async () => {
  const { db, ...device } = await createFillDevice()
  const questions = [question('name')]
  await db.form_questions.bulkInsert(questions)
  const form = compile(questions)
  const interview = newInterview({ db, ...device }, form)
  interview.edit(fieldOf(form, 'name'), 'Meena Ben')
  await interview.close()
  render(
    <Provider db={db}>
      <WorkspaceContext value={{ db } as unknown as Workspace}>
        <BackupContents />
      </WorkspaceContext>
    </Provider>,
  )
  expect(await screen.findByText('1 submission in the file')).toBeTruthy()
  expect((await screen.findByText('Meena Ben')).closest('li')?.textContent).toBe('Meena Ben · Form')
  cleanup()
  await db.close()
})
