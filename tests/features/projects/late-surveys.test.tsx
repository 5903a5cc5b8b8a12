// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { Provider } from 'rxdb-hooks'
import { BehaviorSubject } from 'rxjs'
import { afterEach, expect, it } from 'vitest'
import { writeSetting } from '../../../collections/writes/write-settings.ts'
import { noAnswer, type Failure } from '../../../replication/http/failure.ts'
import { err, type Result } from '../../../replication/http/result.ts'
import { interactiveTimeoutMs } from '../../../replication/limits.ts'
import { AppContext, WorkspaceContext, type App } from '../../../src/context.tsx'
import { StartDialog } from '../../../src/features/dashboard/start-dialog.tsx'
import { NoSurveys } from '../../../src/features/projects/no-surveys.tsx'
import { useRefreshOnOpen } from '../../../src/hooks/use-refresh-on-open.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'
import { createFillDevice } from '../fill/fixtures.ts'

/** The first list of surveys takes long. */

let device: Awaited<ReturnType<typeof createFillDevice>>

afterEach(async () => {
  cleanup()
  await device.db.close()
})

function Surveys() {
  return <NoSurveys fresh={useRefreshOnOpen('forms')} />
}

const none = 'No Surveys Available'

const show = async (Content: () => React.ReactNode) => {
  device = await createFillDevice()
  const { db, env } = device
  await db.forms.find().remove()
  await writeSetting(db, 'freshness', {})
  let answer: (result: Result<unknown, Failure>) => void = () => {}
  const ifStale = () =>
    new Promise<Result<unknown, Failure>>(resolve => {
      answer = resolve
    })
  const network = { online$: new BehaviorSubject(true), isOnline: () => true }
  render(
    <AppContext value={{ env: { ...env, network } } as unknown as App}>
      <Provider db={db}>
        <WorkspaceContext value={{ db, sync: { refresh: { ifStale } } } as unknown as Workspace}>
          <MemoryRouter>
            <Content />
          </MemoryRouter>
        </WorkspaceContext>
      </Provider>
    </AppContext>,
  )
  await screen.findByText('Loading')
  return { db, clock: env.clock, answer: (result: Result<unknown, Failure>) => answer(result) }
}

it('is said after eight seconds, also after Try Again, and only its failure says that there are none', async () => {
  const { clock, answer } = await show(Surveys)
  const wait = () => act(async () => clock.advance(interactiveTimeoutMs))
  await wait()
  await screen.findByText('Your surveys are on their way')
  expect(screen.queryByText(none)).toBeNull()
  await act(async () => answer(err(noAnswer('timeout'))))
  await screen.findByText(none)
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Loading')
  expect(screen.queryByText(none)).toBeNull()
  await wait()
  await screen.findByText('Your surveys are on their way')
})

it('is not taken for none where a survey is started', async () => {
  const { db, answer } = await show(() => <StartDialog onClose={() => {}} />)
  expect(screen.queryByText(none)).toBeNull()
  await act(async () => answer({ ok: true, value: undefined }))
  await act(() => writeSetting(db, 'freshness', { forms: 1 }))
  await screen.findByText(none)
})
