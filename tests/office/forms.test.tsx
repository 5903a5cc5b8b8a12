import './page-dom.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { english } from '../../src/office/words/english.ts'
import { workbook } from '../server/import/make-workbook.ts'
import { signedInAt } from '../server/office/office-browser.ts'
import { twoGroups } from '../server/office/office-data.ts'
import { shareTestServer } from '../server/share-server.ts'
import { open, rowsOf, seen, signIn } from './office-page.tsx'

/** The forms of the office's page against a real server: uploaded, published, compared, assigned and removed. */

const freshServer = shareTestServer({ pastTotal: 12 })
afterEach(cleanup)
const { form, upload } = english

const wells = (rows: readonly (readonly (string | null)[])[], name = 'wells.xlsx') =>
  new File(
    [
      new Uint8Array(
        workbook({
          survey: [
            ['type', 'name', 'label', 'relevant', 'media::image', 'appearance'],
            ...rows.map(row => [...row]),
          ],
          settings: [
            ['form_id', 'form_title'],
            ['wells', 'Wells'],
          ],
        }),
      ),
    ],
    name,
  )
const first = wells([
  ['text', 'village', 'Village', null, null, 'bearing'],
  ['integer', 'depth', 'Depth', null, 'map.png', null],
])

const choose = async (label: string, file: File) =>
  userEvent.upload(await screen.findByLabelText(label, { selector: 'input' }), file)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** Uploads a file in a new page, and publishes it. */
const publish = async (file: File) => {
  await choose(upload.choose, file)
  await press(upload.publish)
  await seen('Wells')
}

test('a file is read, what is left out of it is named by its cell, and then it is published', async () => {
  const server = await freshServer()
  open(server, '/office/forms')
  await signIn('admin@transect.example')
  await userEvent.click(await screen.findByRole('link', { name: english.forms.upload }))
  await seen(upload.title)
  await choose(upload.choose, first)
  expect(await screen.findByText(upload.newForm('wells'))).toBeTruthy()
  expect(screen.getByText(upload.warnings(1, 1))).toBeTruthy()
  expect(rowsOf(upload.leftOut).join()).toContain('map.png')
  expect(rowsOf(upload.simplified).join()).toContain('survey!B2')
  expect(screen.getByText('Depth')).toBeTruthy()
  const picture = new File(
    [
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'base64',
      ),
    ],
    'another name.png',
  )
  await choose(`${upload.addFile}: map.png`, picture)
  expect(await screen.findByText(upload.states.used)).toBeTruthy()
  expect(screen.queryByText(upload.leftOut)).toBeNull()
  await press(upload.publish)
  await seen('Wells')
  expect(location.pathname).toBe('/office/forms/wells')
  expect(rowsOf(form.files)).toEqual(['map.pngPicture1 kB'])
})

test('problems are listed alone, and nothing can be published of them', async () => {
  const server = await freshServer()
  open(server, '/office/upload')
  await signIn('coordinator@transect.example')
  await choose(upload.choose, wells([['text', 'a', 'A', '${b} = ', null, null]]))
  expect(await screen.findByText(upload.problemsWhy)).toBeTruthy()
  expect(rowsOf(upload.problems(1))[0]).toContain('survey!D2')
  expect(screen.queryByRole('button', { name: upload.publish })).toBeNull()
  await userEvent.click(screen.getByLabelText(upload.leaveOutBroken))
  expect(await screen.findByRole('button', { name: upload.publish })).toBeTruthy()
})

test('the next version shows what changes, and one that someone else has published stops it', async () => {
  const server = await freshServer()
  open(server, '/office/upload')
  await signIn('admin@transect.example')
  await publish(first)
  await userEvent.click(await screen.findByRole('link', { name: form.next }))
  const second = wells([['text', 'village', 'Name of the village', null, null, null]])
  await choose(upload.choose, second)
  expect(await screen.findByText(upload.nextVersion(2, 'Wells'))).toBeTruthy()
  const changes = within(screen.getByText(upload.changes).parentElement ?? document.body)
  expect(changes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Changed: Name of the village villageTextBefore: VillageAfter: Name of the village',
    'Removed: Depth depth',
  ])
  const other = await signedInAt(server)
  server.clock.advance(1000)
  const { updated_at } = (await other.ask('form', { id: 'wells' })).data as { updated_at: string }
  const headers = { 'If-Match': `"${updated_at}"` }
  const body = { state: 'draft' }
  expect((await other.ask('formState', { id: 'wells', body, headers })).status).toBe(200)
  await press(upload.publish)
  expect((await screen.findByRole('alert')).textContent).toContain(english.failures.changed)
  await press(upload.readAgain)
  await press(upload.publish)
  await seen('Wells')
  await expect.poll(() => rowsOf(form.versions).length).toBe(2)
  expect(await screen.findByText('Removed:')).toBeTruthy()
})

test('a form is assigned to a group, taken away, unpublished, removed and published again', async () => {
  const server = await freshServer()
  await twoGroups(server)
  open(server, '/office/upload')
  await signIn('admin@transect.example')
  await publish(first)
  const buttonIn = async (table: string, row: RegExp, name: string) => {
    const found = within(await screen.findByRole('table', { name: table }))
    await userEvent.click(
      within(found.getByRole('row', { name: row })).getByRole('button', { name }),
    )
  }
  await buttonIn(form.groups, /^north/, form.assign)
  await expect.poll(() => rowsOf(form.groups)[0]).toContain(form.hasIt(1, 1))
  await buttonIn(form.people, /^Asha/, form.unassign)
  const dialog = () => within(screen.getByRole('alertdialog'))
  expect(dialog().getByText(form.unassignWhy(1))).toBeTruthy()
  await userEvent.click(dialog().getByRole('button', { name: form.unassign }))
  await expect.poll(() => rowsOf(form.groups)[0]).toContain(form.hasIt(0, 1))
  await press(form.unpublish)
  expect(dialog().getByText(form.unpublishWhy(0, 0))).toBeTruthy()
  await userEvent.click(dialog().getByRole('button', { name: form.unpublish }))
  expect(await screen.findByText(english.forms.draft)).toBeTruthy()
  await press(form.remove)
  await userEvent.click(dialog().getByRole('button', { name: form.remove }))
  expect(await screen.findByText(english.forms.removed)).toBeTruthy()
  await press(form.publishAgain)
  expect(await screen.findByText(english.forms.published)).toBeTruthy()
})

test('who only reads sees the form and nothing to change it', async () => {
  const server = await freshServer()
  open(server, '/office/forms/household-profile')
  await signIn('viewer@transect.example')
  await seen('Household Profile')
  expect(await screen.findByRole('table', { name: form.people })).toBeTruthy()
  for (const name of [form.unpublish, form.remove, form.assign, form.assignAll])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: form.next })).toBeNull()
})

test('an address with filters leads to the submissions', async () => {
  const server = await freshServer()
  open(server, '/office/forms/household-profile?text=x')
  await signIn('viewer@transect.example')
  await expect.poll(() => location.pathname).toBe('/office/forms/household-profile/data')
  expect(location.search).toBe('?text=x')
})
