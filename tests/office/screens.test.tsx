import './page-dom.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { english } from '../../src/office/words/english.ts'
import { demoPassword } from '../../server/demo/seed.ts'
import { twoGroups } from '../server/office/office-data.ts'
import { shareTestServer } from '../server/share-server.ts'
import { open, rowsOf, seen, signIn } from './office-page.tsx'

/** The office's page against a real server: what each screen shows, and what it says when it cannot. */

const freshServer = shareTestServer({ pastTotal: 12 })
afterEach(cleanup)
test('a wrong password is said, and the right one leads to today', async () => {
  const server = await freshServer()
  await twoGroups(server)
  open(server)
  await signIn('admin@transect.example', 'wrong')
  expect((await screen.findByRole('alert')).textContent).toContain(english.entrance.wrong)
  await userEvent.clear(screen.getByLabelText('Password'))
  await userEvent.type(screen.getByLabelText('Password'), demoPassword)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await seen('Today')
  const figure = (await screen.findByText('Received today')).parentElement
  expect(figure?.textContent).toBe('Received today2')
  expect(document.title).toBe('Today · Terra Verde Relief')
})

test('the link of the first administrator is asked about in a browser that has no cookie yet', async () => {
  const server = await freshServer()
  open(server, '/office/first', 'used')
  await userEvent.type(await screen.findByLabelText(english.first.name), 'Noor')
  await userEvent.type(screen.getByLabelText('Email'), 'noor@example.org')
  await userEvent.type(screen.getByLabelText('Password'), 'long-enough-2026')
  await userEvent.click(screen.getByRole('button', { name: english.first.submit }))
  expect((await screen.findByRole('alert')).textContent).toBe(english.first.ended)
})

test('a number leads to its rows, a row to its answers, and back', async () => {
  const server = await freshServer()
  await twoGroups(server)
  open(server)
  await signIn('admin@transect.example')
  await screen.findByRole('table', { name: 'By form' })
  const row = screen.getByRole('row', { name: /^Household Profile/ })
  await userEvent.click(within(row).getAllByRole('link', { name: '2' })[0] ?? row)
  await seen('Household Profile')
  expect(await screen.findByText('2 submissions')).toBeTruthy()
  await userEvent.type(screen.getByLabelText(english.data.search), 'hidden')
  expect(await screen.findByText('1 submission')).toBeTruthy()
  const grid = screen.getByRole('grid', { name: 'Household Profile' })
  expect(await within(grid).findByText('Hidden Person')).toBeTruthy()
  await userEvent.click(within(grid).getByRole('link'))
  expect(await screen.findByText('Hidden Person')).toBeTruthy()
  expect(await screen.findByText('Answers')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('1 submission')).toBeTruthy()
})

test('the heads of the table sort it, and say how', async () => {
  const server = await freshServer()
  await twoGroups(server)
  open(server, '/office/forms/household-profile/data')
  await signIn('admin@transect.example')
  const head = await screen.findByRole('button', { name: 'Surveyor' })
  const direction = () =>
    screen.getByRole('columnheader', { name: 'Surveyor' }).getAttribute('aria-sort')
  await userEvent.click(head)
  await expect.poll(direction).toBe('descending')
  await userEvent.click(screen.getByRole('button', { name: 'Surveyor' }))
  await expect.poll(direction).toBe('ascending')
  expect(location.search).toBe('?sort=surveyor&order=asc')
})

test('a filter that leaves nothing says so, and can be removed', async () => {
  const server = await freshServer()
  open(server, '/office/forms/household-profile/data?text=nothing-like-this')
  await signIn('admin@transect.example')
  expect(await screen.findByText(english.data.noMatch)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: english.data.reset }))
  expect(await screen.findByText(/^\d+ submissions?$/)).toBeTruthy()
})

test('without the network a screen says so, and tries again when asked', async () => {
  const server = await freshServer()
  const { net } = open(server)
  await signIn('admin@transect.example')
  await seen('Today')
  net.isDown = true
  await userEvent.click(screen.getByRole('link', { name: 'People' }))
  expect(await screen.findByText(english.failures.offline)).toBeTruthy()
  net.isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('table', { name: 'People' })
  expect(rowsOf('People')).toHaveLength(3)
  await userEvent.type(screen.getByLabelText('Search people'), 'asha')
  await expect.poll(() => rowsOf('People').length).toBe(1)
})

test('a reviewer sees the own form, and no people', async () => {
  const server = await freshServer()
  open(server, '/office/forms')
  await signIn('reviewer@transect.example')
  await screen.findByRole('table', { name: 'Forms' })
  expect(rowsOf('Forms')).toHaveLength(1)
  expect(screen.queryByRole('link', { name: 'People' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await seen('Sign in to the office')
})

test('an authenticator is set up, asked for, and its recovery codes are shown once', async () => {
  const server = await freshServer()
  open(server, '/office/account')
  await signIn('admin@transect.example')
  await userEvent.click(await screen.findByRole('button', { name: english.account.begin }))
  await userEvent.type(await screen.findByLabelText('Code'), '000000')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect((await screen.findByRole('alert')).textContent).toBe(english.entrance.codeWrong)
  const key = screen.getByText(/^Key:/).textContent?.replace('Key: ', '') ?? ''
  const { TOTP } = await import('otpauth')
  const code = new TOTP({ secret: key }).generate({ timestamp: server.clock() })
  await userEvent.clear(screen.getByLabelText('Code'))
  await userEvent.type(screen.getByLabelText('Code'), code)
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  const codes = within(await screen.findByRole('status')).getAllByRole('listitem')
  expect(codes).toHaveLength(10)
  const [recovery] = codes.map(item => item.textContent ?? '')
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await signIn('admin@transect.example')
  await userEvent.type(await screen.findByLabelText(english.entrance.code), recovery ?? '')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText(english.account.codeOn)).toBeTruthy()
  expect(screen.queryByText(recovery ?? '')).toBeNull()
})

test('the page is in French and Arabic too', async () => {
  const server = await freshServer()
  open(server)
  await signIn('viewer@transect.example')
  await seen('Today')
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'fr')
  await seen('Aujourd’hui')
  await userEvent.selectOptions(screen.getByLabelText('Langue'), 'ar')
  expect((await seen('اليوم')).textContent).toBe('اليوم')
})
