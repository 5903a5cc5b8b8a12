import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { foldCase } from '../../collections/cases/fold.ts'
import { parseForm } from '../../replication/wire/forms.ts'
import { createPasswords } from '../../server/auth/passwords.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openPglite } from '../../server/db/pglite.ts'
import { demoFieldId, demoFormToDefinition } from '../../server/demo/form-builder.ts'
import { demoForms } from '../../server/demo/forms.ts'
import { demoPastTotal, pastSubmissions } from '../../server/demo/past-submissions.ts'
import { drawPicture } from '../../server/demo/pictures.ts'
import { emptyTables, isEmptyDatabase, seedDemo } from '../../server/demo/seed.ts'
import { adminOf } from './admin-line.ts'
import { followCases } from './case-forms.ts'
import { emptyDatabase } from './empty-database.ts'
import { describeServer } from './engines.ts'
import { createMemoryBlobs } from './memory-blobs.ts'
import { linksOf, rowsOf, signIn } from './surveyor.ts'

const now = Date.UTC(2026, 10, 20, 9, 30)
const dayMs = 24 * 3_600_000

test('the past is the same for the same day, spread over four months, and never in the future', () => {
  const past = pastSubmissions(now)
  expect(past).toEqual(pastSubmissions(now))
  expect(past).toHaveLength(demoPastTotal)
  const ages = past.map(submission => now - Date.parse(submission.createdAt))
  expect(Math.min(...ages)).toBeGreaterThan(0)
  expect(Math.max(...ages)).toBeGreaterThan(100 * dayMs)
  for (const months of [0, 1, 2]) {
    const within = ages.filter(age => age > months * 30 * dayMs && age <= (months + 1) * 30 * dayMs)
    expect(within.length).toBeGreaterThan(10)
  }
})

test("the past answers its forms' questions, with options they offer", () => {
  for (const submission of pastSubmissions(now)) {
    const form = demoForms.find(entry => entry.id === submission.formId)
    if (form === undefined) throw new Error(`No form ${submission.formId}`)
    const definition = demoFormToDefinition(form, new Date(now))
    const fields = definition.sections.flatMap(section => section.fields)
    const valueById = new Map(
      submission.answers.map(answer => [answer.form_field_id, answer.value] as const),
    )
    const unanswered: string[] = []
    for (const field of fields) {
      const value = valueById.get(field.id)
      valueById.delete(field.id)
      const isFile = field.type === 'FILE' || field.type === 'IMAGE'
      if (field.is_required && !isFile && value === undefined) unanswered.push(field.id)
      if (value === undefined || field.options.length === 0) continue
      const chosen: unknown = value.startsWith('[') ? JSON.parse(value) : [value]
      const offered = field.options.map(option => option.value)
      expect(offered).toEqual(expect.arrayContaining(chosen as string[]))
    }
    expect([unanswered, [...valueById.keys()]]).toEqual([[], []])
  }
})

test('the past is consistent: a child’s age with its date of birth, and no none together with others', () => {
  const wrong = pastSubmissions(now).flatMap(({ createdAt, formId, answers }) => {
    const valueOf = (name: string) =>
      answers.find(({ form_field_id }) => form_field_id === demoFieldId(formId, name))?.value
    const [months, born] = [valueOf('age_months'), valueOf('birth_date')]
    const ageDays = (Date.parse(createdAt) - Date.parse(born ?? createdAt)) / dayMs
    const isOff =
      months !== undefined && born !== undefined && Math.abs(ageDays / 30.44 - Number(months)) > 1.1
    const mixed = answers.filter(
      ({ value }) => /"(none|had-none|names-none)/.test(value) && value.includes(','),
    )
    return isOff || mixed.length > 0 ? [{ months, born, mixed }] : []
  })
  expect(wrong).toEqual([])
})

test('the forms are unchanged after publishing', () => {
  for (const form of demoForms) {
    const definition = demoFormToDefinition(form, new Date(now))
    expect(parseForm(JSON.parse(JSON.stringify(definition)))).toEqual(definition)
  }
})

test('a drawn picture is a PNG with all its rows', () => {
  const png = Buffer.from(drawPicture(1))
  const start = png.indexOf('IDAT')
  const length = png.readUInt32BE(start - 4)
  const rows = inflateSync(png.subarray(start + 4, start + 4 + length))
  expect(rows).toHaveLength(png.readUInt32BE(20) * (png.readUInt32BE(16) * 3 + 1))
})

describeServer('the demo', server => {
  test('has photos of past visits', async () => {
    const ask = await signIn(server())
    const fieldId = demoFieldId('water-point-inspection', 'photo')
    const links = rowsOf(await ask('submissions')).flatMap(row => linksOf(row, fieldId))
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) {
      const photo = await server().fetch(link)
      expect(photo.headers.get('Content-Type')).toBe('image/png')
    }
  })
})

describeServer('the households of the demo', server => {
  test('are cases of its surveyors, some of which are due', async () => {
    await emptyTables(server().db)
    const passwords = createPasswords({ ln: 4, r: 1, p: 1 })
    await seedDemo({ ...server(), passwords, pastTotal: 0 })
    const { cases, pull } = followCases(await signIn(server()))
    await pull()
    const states = [...cases.values()].map(({ operations }) => foldCase(operations))
    expect(states).toHaveLength(12)
    expect(states[0]).toMatchObject({ isRegistered: true, label: 'Meera Jadeja, Madhapar' })
    expect(await adminOf(server)('case', 'list')).toEqual([
      'households  20 cases, 0 visited, 4 due, 2 assigned to no one',
    ])
  })
})

test('the demo can be made on a machine where no password may wait for another', async () => {
  const db = await openPglite(null, await emptyDatabase())
  await migrate(db)
  const passwords = createPasswords({ ln: 4, r: 1, p: 1 }, 0)
  await seedDemo({ db, blobs: createMemoryBlobs(), clock: () => now, passwords, pastTotal: 0 })
  expect(await isEmptyDatabase(db)).toBe(false)
  await db.close()
})
