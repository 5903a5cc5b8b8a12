import { expect, test } from 'vitest'
import type {
  SavedView,
  SubmissionRows,
  SubmissionTable,
} from '../../../replication/wire/office/answers.ts'
import type { Condition } from '../../../replication/wire/office/data-filter.ts'
import { describeServer } from '../engines.ts'
import { newSubmission, rowOf, signIn } from '../surveyor.ts'
import { signedInAt } from './office-browser.ts'
import { twoGroups } from './office-data.ts'

/** The table of a form: its columns, filters, orders and views. */

const form = 'household-profile'

describeServer('the table of a form', server => {
  const office = async () => (await signedInAt(server())).ask
  const tableOf = async (query = '') =>
    (await (await office())('submissionTable', { id: form, query })).data as SubmissionTable
  const rowsOf = async (query = '') =>
    ((await (await office())('submissions', { id: form, query })).data as SubmissionRows).rows
  const headsOf = async (query = '') => {
    const { columns } = await tableOf(query)
    const at = columns.findIndex(({ id }) => id === `${form}.head_name`)
    return (await rowsOf(query)).map(({ cells }) => cells?.[at])
  }
  const where = (...conditions: readonly Condition[]) =>
    `?where=${encodeURIComponent(JSON.stringify(conditions))}`
  const field = (name: string) => `${form}.${name}`

  test('has labels, who has sent, and a count that its rows have', async () => {
    const { asha } = await twoGroups(server())
    const { columns, total, surveyors, form: named } = await tableOf()
    const rows = await rowsOf('?limit=100')
    expect(rows).toHaveLength(total)
    expect(named.title).toBe('Household Profile')
    expect(surveyors.map(({ name }) => name)).toContain('Asha Verma')
    const needs = columns.findIndex(({ id }) => id === field('needs'))
    expect(columns[needs]).toMatchObject({ is_list: true })
    expect(columns[needs]?.options).toContainEqual({ code: 'food', label: 'Food' })
    const mine = rows.find(({ id }) => id === asha.id)
    expect(mine?.cells?.[needs]).toBe('Food; Work')
    expect(mine?.files).toMatchObject([{ id: asha.fileId, name: 'a.png' }])
  })

  test('is sorted, and read from its end as from its beginning', async () => {
    await twoGroups(server())
    const query = `?sort=${field('head_name')}&order=asc`
    const sorted = await headsOf(`${query}&limit=100`)
    expect(sorted).toEqual(sorted.toSorted())
    for (const order of ['asc', 'desc'])
      for (const sort of ['received_at', 'surveyor', field('members_total')]) {
        const by = `?sort=${sort}&order=${order}`
        const all = (await rowsOf(`${by}&limit=100`)).map(({ id }) => id)
        const last = await rowsOf(`${by}&offset=${all.length - 3}&limit=50&total=${all.length}`)
        expect(last.map(({ id }) => id)).toEqual(all.slice(-3))
        const second = await rowsOf(`${by}&offset=1&limit=1`)
        expect(second.map(({ id }) => id)).toEqual(all.slice(1, 2))
      }
    const { columns } = await tableOf()
    const at = columns.findIndex(({ id }) => id === field('members_total'))
    const numbers = (await rowsOf(`?sort=${field('members_total')}`)).map(row => row.cells?.[at])
    const given = numbers.flatMap(number => number ?? [])
    expect(given).toEqual(given.toSorted((a, b) => Number(b) - Number(a)))
    // Rows without an answer are the last.
    expect(numbers.slice(given.length).every(number => number === null)).toBe(true)
  })

  test('is filtered by what answers are', async () => {
    await twoGroups(server())
    const hidden = ['Hidden Person']
    expect(await headsOf('?text=hidden%20p')).toEqual(hidden)
    expect((await tableOf('?text=%25')).total).toBe(0)
    const head = field('head_name')
    expect(await headsOf(where({ field: head, is: 'contains', text: 'HIDDEN' }))).toEqual(hidden)
    expect(await headsOf(where({ field: head, is: 'contains', text: '%' }))).toEqual([])
    const needs: Condition = { field: field('needs'), is: 'any', values: ['food'] }
    expect(
      await headsOf(where({ field: head, is: 'any', values: ['Hidden Person'] }, needs)),
    ).toEqual(hidden)
    const photo = field('house_photo')
    const all = (await tableOf()).total
    const withPhoto = (await tableOf(where({ field: photo, is: 'given' }))).total
    const without = (await tableOf(where({ field: photo, is: 'empty' }))).total
    expect([withPhoto + without, withPhoto > 1]).toEqual([all, true])
    const members = field('members_total')
    const { columns } = await tableOf()
    const at = columns.findIndex(({ id }) => id === members)
    const between = where({ field: members, is: 'between', from: '3', until: '5' })
    const numbers = (await rowsOf(between)).map(({ cells }) => Number(cells?.[at]))
    expect(numbers.every(number => number >= 3 && number <= 5)).toBe(true)
    expect(numbers).toHaveLength((await tableOf(between)).total)
  })

  test('finds what is behind the part of an answer that the index has', async () => {
    const ask = await signIn(server(), 'asha@transect.example')
    const long = `${'A long name '.repeat(12)}with an end`
    const answers = [
      { form_field_id: field('head_name'), value: long },
      {
        form_field_id: field('needs'),
        value: JSON.stringify(['food', 'work', 'x'.repeat(80), 'y']),
      },
    ]
    const { id } = rowOf(await ask('submissionCreate', { body: newSubmission({ answers }) }))
    const found = async (condition: Condition) =>
      (await rowsOf(where(condition))).map(row => row.id)
    expect(await found({ field: field('head_name'), is: 'contains', text: 'an end' })).toEqual([id])
    expect(await found({ field: field('head_name'), is: 'any', values: [long] })).toEqual([id])
    expect(await found({ field: field('needs'), is: 'any', values: ['y'] })).toEqual([id])
  })

  test('is filtered by who, when and where', async () => {
    const { first } = await twoGroups(server())
    expect(await headsOf(`?surveyor=${first.surveyorId}`)).toEqual(['Hidden Person'])
    expect((await tableOf('?from=2026-11-20&until=2026-11-20')).total).toBeGreaterThan(1)
    expect((await tableOf('?until=2020-01-01')).total).toBe(0)
    const rows = await rowsOf('?limit=100')
    expect((await tableOf('?review=received')).total).toBe(rows.length)
    expect((await tableOf('?review=accepted')).total).toBe(0)
    const [newest, ...earlier] = [...new Set(rows.map(row => row.received_at))]
    expect((await tableOf(`?at=${earlier[0]}`)).total).toBe(
      rows.filter(row => row.received_at !== newest).length,
    )
    const at = (await rowsOf()).find(({ latitude }) => latitude !== null)
    const [x, y] = [at?.longitude ?? 0, at?.latitude ?? 0]
    const here = await rowsOf(`?box=${x - 0.001},${y - 0.001},${x + 0.001},${y + 0.001}`)
    expect(here.map(({ id }) => id)).toContain(at?.id)
    // A box around the 180th meridian has all but what is between its sides.
    expect((await tableOf(`?box=${x + 0.001},-90,${x - 0.001},90`)).total).toBe(
      (await rowsOf('?limit=100')).filter(
        ({ longitude }) => longitude !== null && Math.abs(longitude - x) > 0.001,
      ).length,
    )
  })

  test('refuses what an address cannot mean', async () => {
    const ask = await office()
    const wrong = [
      '?from=yesterday',
      '?from=2026-02-31',
      '?at=now',
      '?surveyor=x',
      '?review=good',
      '?box=1,2,3',
      '?box=0,5,0,-5',
      '?box=0,,0,1',
      '?table=none',
      '?where=x',
      '?where=[{}]',
      where({ field: 'none', is: 'given' }),
      where({ field: field('members_total'), is: 'between', from: 'few', until: '' }),
      where({ field: field('head_name'), is: 'any', values: [] }),
    ]
    for (const call of ['submissionTable', 'submissions', 'submissionExport'] as const)
      for (const query of wrong)
        expect([call, query, (await ask(call, { id: form, query })).status]).toEqual([
          call,
          query,
          422,
        ])
    expect((await ask('submissions', { id: form, query: '?sort=none' })).status).toBe(422)
  })

  test('keeps views of the account alone', async () => {
    const ask = await office()
    const save = (name: string, address: string) =>
      ask('viewSave', { id: form, body: { name, address } })
    await save('Food', '?text=food')
    await save('Ashas', '?surveyor=1')
    expect((await save('Food', '?text=Food')).data).toEqual([
      { name: 'Ashas', address: '?surveyor=1' },
      { name: 'Food', address: '?text=Food' },
    ])
    expect((await save(' ', '')).status).toBe(422)
    const other = await signedInAt(server(), 'viewer@transect.example')
    expect((await other.ask('views', { id: form })).data).toEqual([])
    const left = await ask('viewDelete', { id: form, body: { name: 'Ashas' } })
    expect((left.data as readonly SavedView[]).map(({ name }) => name)).toEqual(['Food'])
    for (let at = 0; at < 99; at += 1) await save(`View ${at}`, '')
    expect((await save('One too many', '')).status).toBe(422)
    expect((await save('Food', '?text=more')).status).toBe(200)
  })
})
