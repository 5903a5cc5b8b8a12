import './page-dom.ts'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { OfficeApp } from '../../src/office/app.tsx'
import { createOfficeApi } from '../../src/office/office-api.ts'
import type { OfficeEnv } from '../../src/office/office-env.ts'
import { english } from '../../src/office/words/english.ts'
import { officeBrowser } from '../server/office/office-browser.ts'
import { twoGroups } from '../server/office/office-data.ts'
import { shareTestServer } from '../server/share-server.ts'

/** The data of a form on the office's page, against a real server. */

const freshServer = shareTestServer({ pastTotal: 12 })
afterEach(cleanup)
// A loaded machine answers late.
configure({ asyncUtilTimeout: 20_000 })

const form = '/office/forms/household-profile/data'
const { filters, layout, views, exports, detail, photos } = english

/** Opens the page at an address, signed in. */
const open = async (address = form) => {
  const server = await freshServer()
  const made = await twoGroups(server)
  const browser = officeBrowser(server)
  await browser.signIn()
  history.replaceState(null, '', address)
  const env: OfficeEnv = {
    fetch: browser.fetch,
    csrfToken: () => browser.cookies.get('XSRF-TOKEN') ?? '',
    browserLanguage: 'en',
    readLanguage: () => null,
    keepLanguage: () => undefined,
    setPage: () => undefined,
    uuid: () => crypto.randomUUID(),
    print: () => undefined,
    firstToken: '',
  }
  const first = { language: 'en' as const, words: english }
  render(<OfficeApp env={env} ask={createOfficeApi(env)} first={first} />)
  return { ...made, browser, grid: await screen.findByRole('grid') }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

test('a condition on a column filters, says so, and is taken away', async () => {
  await open()
  await press(filters.add)
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.selectOptions(
    dialog.getByLabelText(filters.column),
    'Full name of the head of household',
  )
  await userEvent.type(dialog.getByLabelText(filters.text), 'hidden')
  await userEvent.click(dialog.getByRole('button', { name: filters.apply }))
  expect(await screen.findByText('1 submission')).toBeTruthy()
  const chip = filters.contains('Full name of the head of household', 'hidden')
  await press(filters.remove(chip))
  expect(await screen.findByText(/^\d+ submissions$/)).toBeTruthy()
  expect(location.search).toBe('')
})

test('a column is moved and widened by the keyboard, and the address keeps both', async () => {
  const { grid } = await open()
  const before = heads()
  grid.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Alt>}{ArrowRight}{/Alt}')
  await expect
    .poll(heads)
    .toEqual([...before.slice(0, 2), before[3], before[2], ...before.slice(4)])
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect
    .poll(() => new URLSearchParams(location.search).get('widths'))
    .toMatch(/^household-profile\.\w+~200$/)
})

test('the keyboard sorts by a head and opens a row, which leads to the next', async () => {
  const { grid } = await open()
  await within(grid).findAllByRole('link')
  grid.focus()
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.poll(() => location.search).toContain('order=asc')
  await userEvent.keyboard('{ArrowDown}{End}{Home}')
  await expect.poll(() => within(grid).queryAllByRole('link').length).toBeGreaterThan(1)
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText(detail.answers)).toBeTruthy()
  const opened = () => new URLSearchParams(location.search).get('open')
  const first = opened()
  await userEvent.click(await screen.findByRole('link', { name: detail.next }))
  await expect.poll(opened).not.toBe(first)
  await userEvent.click(await screen.findByRole('link', { name: detail.previous }))
  await expect.poll(opened).toBe(first)
  await userEvent.click(await screen.findByRole('button', { name: detail.near }))
  expect(await screen.findByRole('button', { name: filters.remove(filters.place) })).toBeTruthy()
})

test('columns are chosen, and a view keeps them under a name', async () => {
  await open()
  const [, , third = ''] = heads()
  await press(layout.title)
  await userEvent.click(screen.getByRole('checkbox', { name: third }))
  await userEvent.click(screen.getAllByRole('button', { name: english.close })[0] ?? document.body)
  await expect.poll(heads).not.toContain(third)
  const kept = new URLSearchParams(location.search).get('columns')
  await press(views.title)
  await screen.findByText(views.none)
  await userEvent.type(screen.getByLabelText(new RegExp(views.name)), 'Short')
  await press(views.save)
  const view = await screen.findByRole('button', { name: 'Short' })
  history.replaceState(null, '', form)
  await userEvent.click(view)
  await expect.poll(() => new URLSearchParams(location.search).get('columns')).toBe(kept)
  await press(views.title)
  await userEvent.click(await screen.findByRole('button', { name: views.remove('Short') }))
  expect(await screen.findByText(views.none)).toBeTruthy()
})

test('photos open in full size, and lead to each other', async () => {
  const { asha } = await open(`${form}?text=jadeja&columns=household-profile.house_photo`)
  const photo = await screen.findAllByRole('img', { name: /a\.png$/ })
  expect(photo[0]?.getAttribute('src')).toContain(asha.fileId)
  await userEvent.click(photo[0] ?? document.body)
  const dialog = await screen.findByRole('dialog')
  const shown = within(dialog).getByRole('img')
  expect(shown.getAttribute('alt')).toContain('a.png')
  expect(within(dialog).queryByRole('button', { name: photos.next })).toBeNull()
})

test('an export is made of what the filters leave, whole or not at all', async () => {
  const { browser } = await open(`${form}?text=hidden`)
  await screen.findByText('1 submission')
  await press(exports.title)
  await userEvent.selectOptions(screen.getByLabelText(exports.format), exports.formats.jsonl)
  await press(exports.start)
  const link = await screen.findByRole('link', { name: /Save the file/ })
  expect(link.getAttribute('download')).toBe('household-profile.jsonl')
  browser.cookies.delete('office_session')
  await userEvent.selectOptions(screen.getByLabelText(exports.format), exports.formats.xlsx)
  await press(exports.start)
  expect((await screen.findByRole('alert')).textContent).toContain(english.failures['signed-out'])
})
