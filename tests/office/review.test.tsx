import './page-dom.ts'
import { cleanup, configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { english } from '../../src/office/words/english.ts'
import { signedInAt } from '../server/office/office-browser.ts'
import { twoGroups } from '../server/office/office-data.ts'
import { shareTestServer } from '../server/share-server.ts'
import { newSubmission, signIn as surveyor } from '../server/surveyor.ts'
import { open, signIn } from './office-page.tsx'

/** The review of a submission on the office's page, against a real server. */

const freshServer = shareTestServer()
afterEach(cleanup)
// A loaded machine answers late.
configure({ asyncUtilTimeout: 20_000 })

const words = english.review
const field = 'household-profile.head_name'

/** Opens asha's submission as someone of the office. */
const opened = async (email = 'admin@transect.example') => {
  const server = await freshServer()
  const { asha } = await twoGroups(server)
  const net = open(server, '/office/forms/household-profile?text=Jadeja')
  await signIn(email)
  const table = await screen.findByRole('grid')
  const [link] = await within(table).findAllByRole('link')
  if (link !== undefined) await userEvent.click(link)
  await screen.findByRole('heading', { name: words.title })
  const ask = await surveyor(server)
  const edit = (head: string) =>
    ask('submissionUpdate', {
      id: asha.id,
      body: {
        ...newSubmission({ answers: [{ form_field_id: field, value: head }] }),
        merge: true,
        updated_at: '2026-11-20T10:00:00Z',
      },
    })
  return { server, asha, edit, ask, net }
}

const press = (name: string | RegExp) => screen.findByRole('button', { name }).then(userEvent.click)

test('a comment stands at its answer, and leads to a correction', async () => {
  const { ask, asha, edit } = await opened()
  const mayAsk = () =>
    !screen.getByRole<HTMLButtonElement>('button', { name: words.askToCorrect }).disabled
  expect(mayAsk()).toBe(false)
  await press(/^Comment on: .*head/i)
  const text = '<b>How</b> is it spelled?'
  await userEvent.type(await screen.findByLabelText(words.yourComment), text)
  await press(words.send)
  await expect.poll(mayAsk, { timeout: 20_000 }).toBe(true)
  expect(screen.getByText(text)).toBeTruthy()
  await press(words.askToCorrect)
  expect(await screen.findByText(words.state.correction)).toBeTruthy()
  expect((await ask('submission', { id: asha.id })).data).toMatchObject({
    review: { state: 'correction', comments: [{ field_id: field, text }] },
  })
  await edit('Mira')
  // It was read before that, so nothing is decided, and it is read again.
  await press(words.accept)
  expect(await screen.findByText(words.state.corrected)).toBeTruthy()
  const [before] = await screen.findAllByText('Meera Jadeja')
  expect(before?.closest('del')).not.toBe(null)
})

test('a decision about what was changed since is refused, and the difference shown', async () => {
  const { edit, server, asha, ask } = await opened()
  await edit('Mira')
  const colleague = await signedInAt(server, 'coordinator@transect.example')
  const query = `?surveyor=${asha.surveyorId}`
  const body = { id: crypto.randomUUID(), field_id: field, occurrence: 0, text: 'And where?' }
  await colleague.ask('commentAdd', { id: asha.id, query, body })
  await press(words.accept)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(words.changed)
  expect(alert.textContent).toContain('Meera Jadeja Mira')
  const said = await ask('submission', { id: asha.id })
  expect(said.data).toMatchObject({ review: { state: 'received' } })
  await press(words.accept)
  expect(await screen.findByText(words.state.accepted)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what could not be sent stays, and a viewer may not write', async () => {
  const { net } = await opened()
  await press(words.commentOn(words.onWhole))
  await userEvent.type(await screen.findByLabelText(words.yourComment), 'Thank you')
  net.net.isDown = true
  await press(words.send)
  expect(await screen.findByText(english.failures.offline)).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>(words.yourComment).value).toBe('Thank you')
  net.net.isDown = false
  await press(words.send)
  expect(await screen.findByText('Thank you')).toBeTruthy()
  cleanup()
  await opened('viewer@transect.example')
  expect(screen.queryByRole('button', { name: words.accept })).toBeNull()
  expect(screen.queryByRole('button', { name: words.commentOn(words.onWhole) })).toBeNull()
})
