import './page-dom.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { english } from '../../src/office/words/english.ts'
import { signedInAt } from '../server/office/office-browser.ts'
import { accountAt, twoGroups } from '../server/office/office-data.ts'
import { shareTestServer } from '../server/share-server.ts'
import { open, rowsOf, seen, signIn } from './office-page.tsx'

/** What the office does with people, as a person at the page does it, against a real server. */

const freshServer = shareTestServer({ pastTotal: 2 })
afterEach(cleanup)

const { people, person, importing, cards } = english
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const dialog = () => screen.findByRole('dialog')

test('a surveyor is added, and their card is shown once', async () => {
  const server = await freshServer()
  const { net } = open(server, '/office/people')
  await signIn('admin@transect.example')
  await press(people.add)
  const form = within(await dialog())
  await userEvent.type(form.getByLabelText(people.email), 'ida@ngo.example')
  await userEvent.type(form.getByLabelText(people.firstName), '<b>Ida</b>')
  await userEvent.type(await form.findByLabelText(people.newGroup), 'north{Enter}')
  await userEvent.click(form.getByRole('button', { name: people.add }))
  await seen(cards.title)
  const card = screen.getByText('<b>Ida</b>').closest('li')
  const password = /Password: (\S+)/.exec(card?.textContent ?? '')?.[1]
  expect(await server.login('ida@ngo.example', password)).toBeTruthy()
  expect(await screen.findByRole('img', { name: /Ida/ })).toBeTruthy()
  await press(cards.print)
  expect(net.prints).toBe(1)
  await press(cards.done)
  await screen.findByRole('table', { name: people.title })
  expect(rowsOf(people.title).join()).toContain('ida@ngo.example')
  expect(document.body.textContent).not.toContain(password)
})

test('the chosen are deactivated after a question, and activated again', async () => {
  const server = await freshServer()
  open(server, '/office/people')
  await signIn('admin@transect.example')
  await userEvent.click(await screen.findByLabelText(people.choose('Asha Verma')))
  await press(people.acts.deactivate)
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText(people.ask.deactivate(1))).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: people.cancel }))
  const ashas = () => rowsOf(people.title).find(row => row?.includes('asha@'))
  expect(ashas()).not.toContain(people.inactive)
  await press(people.acts.deactivate)
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', {
      name: people.acts.deactivate,
    }),
  )
  await waitFor(() => expect(ashas()).toContain(people.inactive))
})

test('the chosen get new passwords, and join a group', async () => {
  const server = await freshServer()
  open(server, '/office/people')
  await signIn('admin@transect.example')
  await userEvent.click(await screen.findByLabelText(people.choose('Asha Verma')))
  await press(people.acts.groups)
  await userEvent.type(await screen.findByLabelText(people.newGroup), 'east{Enter}')
  await press(people.save)
  await waitFor(() =>
    expect(rowsOf(people.title).find(row => row?.includes('Asha'))).toContain('east'),
  )
  await userEvent.click(await screen.findByLabelText(people.chooseAll))
  await press(people.acts.cards)
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: people.acts.cards }),
  )
  await seen(cards.title)
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
})

test('a change of another is shown, and neither is lost', async () => {
  const server = await freshServer()
  const { asha } = await twoGroups(server)
  open(server, `/office/people?person=${asha.surveyorId}`)
  await signIn('admin@transect.example')
  const name = await within(await dialog()).findByLabelText(people.firstName)
  const other = await signedInAt(server)
  const record = (await other.ask('person', { id: asha.surveyorId })).data as { tag: string }
  await other.ask('personChange', {
    id: asha.surveyorId,
    body: { first_name: 'Asha B.', last_name: 'Verma', phone_number: '', address: '' },
    headers: { 'If-Match': `"${record.tag}"` },
  })
  await userEvent.type(name, ' C.')
  await press(people.save)
  expect(await screen.findByText(person.changed)).toBeTruthy()
  expect(screen.getByRole('row', { name: `${people.firstName} Asha C. Asha B.` })).toBeTruthy()
  await press(person.keepMine)
  await waitFor(() => expect(rowsOf(people.title).join()).toContain('Asha C. Verma'))
})

test('a surveyor is erased once their address was typed, and what goes is named', async () => {
  const server = await freshServer()
  const { asha } = await twoGroups(server)
  open(server, `/office/people?person=${asha.surveyorId}`)
  await signIn('admin@transect.example')
  await press(person.erase)
  expect(await screen.findByText(/^3 submissions, \d+ files/)).toBeTruthy()
  const erase = screen.getByRole('button', { name: person.eraseForGood })
  expect(erase.hasAttribute('disabled')).toBe(true)
  await userEvent.type(
    screen.getByLabelText(person.eraseType('asha@transect.example')),
    'asha@transect.example',
  )
  await userEvent.click(erase)
  await waitFor(() => expect(rowsOf(people.title).join()).not.toContain('asha@'))
})

const choose = async (text: string) =>
  userEvent.upload(
    await screen.findByLabelText(importing.file),
    new File([text], 'people.csv', { type: 'text/csv' }),
  )

test('an import is looked at, corrected, carried out, and printed', async () => {
  const server = await freshServer()
  open(server, '/office/people/import')
  await signIn('admin@transect.example')
  await choose('email,age\na@b.c,5\n')
  expect(await screen.findByText(importing.unreadable.csv_column('age'))).toBeTruthy()
  const head = 'email,first_name,group\n'
  const many = Array.from({ length: 12 }, (_, at) => `p${at}@ngo.example,P${at},north\n`)
  await choose(`${head}asha@transect.example,Asha,north\nno address,,\n${many.join('')}`)
  expect(await screen.findByText(importing.correct)).toBeTruthy()
  expect(rowsOf(importing.what)[0]).toContain('“no address” is not an email address.')
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  await choose(`${head}asha@transect.example,Asha,north\n${many.join('')}`)
  expect(await screen.findByText('12 new')).toBeTruthy()
  expect(rowsOf(importing.what).join()).toContain('joins north')
  await press(importing.submit(13))
  await seen(cards.title)
  expect(screen.getAllByRole('listitem')).toHaveLength(12)
  await press(cards.done)
  await userEvent.click(await screen.findByRole('link', { name: importing.back }))
  await waitFor(() => expect(rowsOf(people.title).length).toBe(15))
})

test('an import that is cut off keeps the cards until there, and goes on', async () => {
  const server = await freshServer()
  const { net } = open(server, '/office/people/import')
  await signIn('admin@transect.example')
  const many = Array.from({ length: 12 }, (_, at) => `p${at}@ngo.example\n`)
  await choose(`email\n${many.join('')}`)
  await screen.findByText('12 new')
  net.isDown = true
  await press(importing.submit(12))
  expect(await screen.findByText(new RegExp(english.failures.offline))).toBeTruthy()
  net.isDown = false
  await choose(`email\n${many.join('')}`)
  await press(importing.submit(12))
  await seen(cards.title)
  expect(screen.getAllByRole('listitem')).toHaveLength(12)
})

test('a viewer, and a coordinator with forms, change no one', async () => {
  const server = await freshServer()
  await accountAt(server, 'coordinator', { kind: 'forms', names: ['household-profile'] })
  for (const email of [
    'viewer@transect.example',
    'coordinator-forms-household-profile@example.org',
  ]) {
    open(server, '/office/people')
    await signIn(email)
    await screen.findByRole('table', { name: people.title })
    expect(screen.queryByRole('button', { name: people.add })).toBeNull()
    expect(screen.queryByLabelText(people.chooseAll)).toBeNull()
    cleanup()
  }
})
