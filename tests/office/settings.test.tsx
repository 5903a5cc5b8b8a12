import './page-dom.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { english } from '../../src/office/words/english.ts'
import { adminOf } from '../server/admin-line.ts'
import { officeBrowser, signedInAt } from '../server/office/office-browser.ts'
import { shareTestServer } from '../server/share-server.ts'
import { open, rowsOf, seen, signIn } from './office-page.tsx'

/** The settings, as an administrator uses them at the page, against a real server. */

const freshServer = shareTestServer()
afterEach(cleanup)

const { settings, accounts, cards, server: words } = english
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

test('the organization gets another name, and a change of another is shown first', async () => {
  const server = await freshServer()
  open(server, '/office/settings')
  await signIn('admin@transect.example')
  const name = await screen.findByLabelText(settings.name)
  const other = await signedInAt(server)
  const { tag } = (await other.ask('organization')).data as { tag: string }
  await other.ask('organizationChange', {
    body: { name: 'Terra Nova' },
    headers: { 'If-Match': `"${tag}"` },
  })
  await userEvent.clear(name)
  await userEvent.type(name, 'Terra Mia')
  await press(settings.save)
  expect(
    await screen.findByRole('row', { name: `${settings.name} Terra Mia Terra Nova` }),
  ).toBeTruthy()
  await press(settings.takeTheirs)
  expect(screen.getByDisplayValue('Terra Nova')).toBeTruthy()
  await userEvent.type(name, ' Relief')
  await press(settings.save)
  expect(await screen.findByText(settings.saved)).toBeTruthy()
  expect(screen.getAllByText('Terra Nova Relief').length).toBeGreaterThan(0)
})

test('an account is added with a scope, and reset', async () => {
  const server = await freshServer()
  await adminOf(() => server)('group', 'add', 'north', 'asha@transect.example')
  open(server, '/office/settings/accounts')
  await signIn('admin@transect.example')
  await press(accounts.add)
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByLabelText(accounts.name), 'Noor')
  await userEvent.type(form.getByLabelText(accounts.email), 'noor@example.org')
  await userEvent.selectOptions(form.getByLabelText(accounts.role), 'coordinator')
  await userEvent.selectOptions(form.getByLabelText(accounts.scope), 'groups')
  await userEvent.click(form.getByRole('button', { name: accounts.add }))
  expect(await form.findByText(accounts.choose)).toBeTruthy()
  await userEvent.click(await form.findByLabelText('north'))
  await userEvent.click(form.getByRole('button', { name: accounts.add }))
  await screen.findByRole('heading', { name: cards.title })
  const passwordShown = () =>
    /Password: (\S+)/.exec(screen.getByRole('listitem').textContent ?? '')?.[1]
  const first = passwordShown()
  expect((await officeBrowser(server).signIn('noor@example.org', first)).status).toBe(200)
  await press(cards.done)
  const row = await screen.findByRole('row', { name: /noor@example\.org/ })
  expect(row.textContent).toContain('Coordinatornorth')
  await press(`${accounts.reset}: noor@example.org`)
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: accounts.reset }),
  )
  await screen.findByRole('heading', { name: cards.title })
  expect(passwordShown()).not.toBe(first)
})

test('the trail is searched, and the server says its state', async () => {
  const server = await freshServer()
  await adminOf(() => server, { who: 'ines' })('group', 'add', 'north', 'asha@transect.example')
  open(server, '/office/settings/trail')
  await signIn('admin@transect.example')
  await userEvent.type(await screen.findByLabelText(words.search), 'INES')
  await waitFor(() => expect(rowsOf(settings.trail)).toHaveLength(1))
  expect(rowsOf(settings.trail)[0]).toContain('group add north asha@transect.example')
  await userEvent.click(screen.getByRole('link', { name: settings.server }))
  expect(await screen.findByText(words.databaseBytes)).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: settings.backups }))
  expect(await screen.findByText(words.noPlace)).toBeTruthy()
})

test('a coordinator has no settings', async () => {
  const server = await freshServer()
  open(server, '/office/settings')
  await signIn('coordinator@transect.example')
  await seen('Today')
  expect(screen.queryByRole('link', { name: settings.title })).toBeNull()
})
