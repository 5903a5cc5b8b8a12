import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldCase } from '../../collections/cases/fold.ts'
import { beginEpoch } from '../../server/db/server-values.ts'
import { adminOf } from './admin-line.ts'
import { followCases, publishForms, registers, registration, visit, visits } from './case-forms.ts'
import { temporaryDirectory } from './child-server.ts'
import { describeServer } from './engines.ts'
import { signIn } from './surveyor.ts'

const asha = 'asha@transect.example'
const ravi = 'first@transect.example'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
beforeAll(async () => {
  directory = await temporaryDirectory()
})
afterAll(() => directory.remove())

describeServer('the office', server => {
  const admin = adminOf(server)

  /** The line of the list, without those of the demo's. */
  const progress = async () =>
    (await admin('case', 'list')).filter(line => line.startsWith('homes '))

  /** Two surveyors, of whom asha has registered some homes. */
  const begin = async (...ids: readonly string[]) => {
    await publishForms(server(), registration, visit)
    const [first, second] = [await signIn(server(), asha), await signIn(server(), ravi)]
    for (const id of ids) {
      await first('submissionCreate', { body: registers(id, { children: '1' }) })
    }
    const both = [followCases(first), followCases(second)] as const
    for (const follower of both) await follower.pull()
    return { first, second, both }
  }

  test('moves cases from one surveyor to another, and both devices follow', async () => {
    const { first, both } = await begin('a', 'b', 'c')
    const [one, other] = both
    expect(await admin('case', 'assign', 'a', 'b', '--to', ravi, '--due', '2026-12-24')).toEqual([
      `2 cases are assigned to ${ravi}, due on 2026-12-24.`,
    ])
    expect((await other.pull()).changed).toEqual(['a', 'b'])
    expect((await one.pull()).changed).toEqual(['a', 'b'])
    expect(foldCase(one.cases.get('a')?.operations ?? [])).toMatchObject({
      version: 2,
      values: { children: '1', due: '2026-12-24' },
    })
    await admin('case', 'assign', 'a', '--to', ravi, '--only')
    expect(await one.pull(1)).toMatchObject({ changed: [], deleted: ['a'] })
    expect((await other.pull()).changed).toEqual(['a'])
    // An edit of the registration does not take it back.
    const seen = other.cases.get('a')?.operations ?? []
    await first('submissionCreate', { body: visits('a', { children: '2' }, seen) })
    expect(await one.pull()).toMatchObject({ changed: [], deleted: [] })
    expect((await other.pull()).changed).toEqual(['a'])
    await admin('case', 'unassign', 'a', 'b', '--from', ravi)
    expect((await other.pull()).deleted.toSorted()).toEqual(['a', 'b'])
    expect(await progress()).toEqual(['homes  3 cases, 1 visited, 0 due, 1 assigned to no one'])
  })

  test('assigns a whole list to a group, and shares it, which the devices read from the beginning', async () => {
    const { first, second, both } = await begin('a')
    const [one, other] = both
    await admin('group', 'add', 'north', ravi)
    expect((await other.pull()).restarts).toBe(1)
    await admin('case', 'assign', '--list', 'homes', '--to', 'north')
    expect(await other.pull()).toMatchObject({ changed: ['a'], restarts: 1 })
    await first('submissionCreate', { body: registers('b', { children: '1' }) })
    expect(await other.pull()).toMatchObject({ changed: ['b'], restarts: 0 })
    expect(await progress()).toEqual(['homes  2 cases, 0 visited, 0 due, all assigned to north'])
    await admin('case', 'assign', '--list', 'homes', '--to', 'north', '--only')
    expect((await one.pull()).deleted).toEqual(['a', 'b'])
    await admin('group', 'remove', 'north', ravi)
    expect(await other.pull()).toMatchObject({ changed: [], restarts: 1 })
    expect(other.cases.size).toBe(0)
    await admin('case', 'share', '--list', 'homes', 'on')
    for (const follower of both) {
      expect((await follower.pull(1)).restarts).toBe(1)
      expect([...follower.cases.keys()].sort()).toEqual(['a', 'b'])
    }
    await admin('form', 'unassign', 'visit', ravi)
    expect(await other.pull()).toMatchObject({ changed: [], restarts: 0 })
    await admin('form', 'unassign', 'registration', ravi)
    expect((await other.pull()).restarts).toBe(1)
    expect(other.cases.size).toBe(0)
    await second('submissionCreate', { body: visits('a', { children: '2' }, []) })
    await beginEpoch(server().db.query)
    expect(await one.pull()).toMatchObject({ restarts: 1 })
    expect(one.cases.size).toBe(2)
    await server().db.query(`update case_counter set value = 1`)
    expect(await one.pull()).toMatchObject({ restarts: 1 })
  })

  test('brings cases in and out as CSV; a repeat changes nothing', async () => {
    const { both } = await begin()
    const path = join(directory.path, 'cases.csv')
    await writeFile(path, 'name,label,village,due\nh1,Mehta,Anand,2026-12-24\n,"=SUM(1)",Kutch,\n')
    const line = ['case', 'import', '--list', 'homes', path]
    expect(await admin(...line, '--dry-run')).toEqual([
      'homes: 2 cases would be registered, 0 would be changed, 0 would stay as they were.',
      'Nothing was written.',
    ])
    expect(await progress()).toEqual(['homes  0 cases, 0 visited, 0 due'])
    expect(await admin(...line)).toEqual([
      'homes: 2 cases registered, 0 changed, 0 stayed as they were.',
    ])
    const out = join(directory.path, 'out.csv')
    expect(await admin('case', 'export', '--list', 'homes', '--out', out)).toEqual([
      `${out} is written, with 2 cases.`,
    ])
    const text = await readFile(out, 'utf8')
    expect(text.split('\r\n').slice(0, 1)).toEqual([
      'name,label,due,village,__version,__contested,__owners',
    ])
    expect(text).toContain('h1,Mehta,2026-12-24,Anand,1,,\r\n')
    await writeFile(path, text.replace('Anand', 'Borsad'))
    expect(await admin(...line)).toEqual([
      'homes: 0 cases registered, 1 changed, 1 stayed as they were.',
    ])
    expect(await admin(...line)).toEqual([
      'homes: 0 cases registered, 0 changed, 2 stayed as they were.',
    ])
    await admin('case', 'assign', 'h1', '--to', asha)
    await both[0].pull()
    const state = foldCase(both[0].cases.get('h1')?.operations ?? [])
    expect(state).toMatchObject({ label: 'Mehta', version: 2, values: { village: 'Borsad' } })
    expect(both[0].cases.get('h1')?.operations[0]?.by).toBe('Terra Verde Relief')
    expect(await admin('case', 'export', '--list', 'homes')).toHaveLength(3)
    await writeFile(path, 'name,label\nh1,Mehta\n')
    await expect(admin('case', 'import', '--list', 'wells', path)).rejects.toThrow(
      'h1 is a case of homes already',
    )
    await writeFile(path, 'name,label\nh1,A\nh1,\n')
    await expect(admin(...line)).rejects.toThrow('the name h1 appears twice')
  })

  test('lists what is due and whose it is, and shows the history of a case', async () => {
    const { first } = await begin('a', 'b')
    await admin('case', 'assign', 'a', '--to', ravi, '--due', '2026-11-19')
    expect(await progress()).toEqual(['homes  2 cases, 0 visited, 1 due'])
    const ofA = `a  House a  (homes, version 2, due 2026-11-19, ${asha}, ${ravi})`
    expect(await admin('case', 'list', '--due-before', '2026-11-20')).toEqual([ofA])
    expect(await admin('case', 'list', '--owner', ravi)).toEqual([ofA])
    expect(await admin('case', 'list', '--list', 'homes')).toEqual([
      ofA,
      `b  House b  (homes, version 1, ${asha})`,
    ])
    await first('submissionCreate', { body: visits('a', { children: '2', due: '2027-01-01' }, []) })
    const [head, ...lines] = await admin('case', 'history', 'a')
    expect(head).toBe('a  House a  (homes, version 2)')
    expect(lines.join('\n')).toContain(`create  ${asha}  registration`)
    expect(lines.join('\n')).toContain('update  Terra Verde Relief')
    expect(lines.join('\n')).toContain('due="2027-01-01" (contested)')
    await expect(admin('case', 'history', 'none')).rejects.toThrow('no case none')
    await expect(admin('case', 'assign', 'a', '--to', 'none')).rejects.toThrow('no group none')
    await expect(admin('case', 'assign', 'a', 'x', '--to', ravi)).rejects.toThrow('no case x')
    await expect(admin('case', 'share', '--list', 'none', 'on')).rejects.toThrow('no list of cases')
    await expect(admin('case', 'assign', 'a', '--to', ravi, '--due', '2026-02-30')).rejects.toThrow(
      '--due is a day',
    )
  })

  test('erases a surveyor with what they said of cases; the others of it remain', async () => {
    const { second, both } = await begin('a', 'b')
    await admin('case', 'share', '--list', 'homes', 'on')
    await both[1].pull()
    const seen = both[1].cases.get('a')?.operations ?? []
    await second('submissionCreate', { body: visits('a', { children: '7' }, seen) })
    await both[1].pull()
    await admin('user', 'erase', asha, '--yes')
    expect(await both[1].pull()).toMatchObject({ changed: ['a'], deleted: ['b'], restarts: 0 })
    expect(both[1].cases.get('a')?.operations.map(({ by }) => by)).toEqual(['Ravi Nair'])
    const { query } = server().db
    expect(await query(`select label from cases where label <> ''`)).toEqual([])
    expect(await query('select 1 from case_owners')).toEqual([])
  })
})
