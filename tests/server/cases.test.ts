import { expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { foldCase } from '../../collections/cases/fold.ts'
import type { FormDefinition } from '../../replication/wire/forms.ts'
import { definitionHash } from '../../replication/wire/form/version.ts'
import { adminOf } from './admin-line.ts'
import {
  followCases,
  formOf,
  publishForms,
  registers,
  registration,
  visit,
  visits,
  type Follower,
} from './case-forms.ts'
import { describeServer } from './engines.ts'
import { rowOf, signIn } from './surveyor.ts'

const hashOf = (form: FormDefinition): Promise<string> =>
  definitionHash(form, async text => createHash('sha256').update(text).digest('hex'))

const ravi = 'first@transect.example'
const asha = 'asha@transect.example'

const operationsOf = ({ cases }: Follower, id: string) => cases.get(id)?.operations ?? []
const stateOf = (follower: Follower, id: string) => foldCase(operationsOf(follower, id))

describeServer('cases', server => {
  const begin = async (email = asha) => {
    const ask = await signIn(server(), email)
    return { ask, follower: followCases(ask) }
  }
  const stored = async (id: string) =>
    (
      await server().db.query(
        `select label, properties, version, due, contested, is_registered from cases where id = $1`,
        [id],
      )
    )[0]

  test('are registered, visited, edited and deleted by interviews', async () => {
    await publishForms(server(), registration, visit)
    const { ask, follower } = await begin()
    const said = { village: 'Anand', children: '2', due: '2026-12-24' }
    const body = registers('h1', said, { client_key: 'k1' })
    const made = rowOf(await ask('submissionCreate', { body }))
    await ask('submissionCreate', { body })
    expect((await follower.pull()).changed).toEqual(['h1'])
    expect(operationsOf(follower, 'h1')).toEqual([
      {
        key: 'k1|who',
        act: 'create',
        seen: { version: 0, heads: [] },
        at: body.created_at,
        label: 'House h1',
        values: said,
        by: 'Asha Verma',
        form_id: 'registration',
        submission_id: made.id,
      },
    ])
    expect(await stored('h1')).toEqual({
      label: 'House h1',
      properties: said,
      version: '1',
      due: '2026-12-24',
      contested: '',
      is_registered: true,
    })
    const registered = operationsOf(follower, 'h1')
    const seen = visits('h1', { children: '3' }, registered)
    const visited = rowOf(await ask('submissionCreate', { body: seen }))
    await follower.pull()
    expect(stateOf(follower, 'h1')).toMatchObject({ version: 2, values: { children: '3' } })
    const edited = {
      ...visits('h1', { children: '4' }, registered),
      updated_at: body.created_at,
    }
    await ask('submissionUpdate', { id: visited.id, body: edited })
    await follower.pull()
    expect(stateOf(follower, 'h1')).toMatchObject({ version: 2, values: { children: '4' } })
    expect(operationsOf(follower, 'h1')).toHaveLength(2)
    await ask('submissionDelete', { id: made.id })
    expect(await follower.pull()).toMatchObject({ changed: ['h1'], deleted: [] })
    expect(stateOf(follower, 'h1')).toMatchObject({
      isRegistered: false,
      values: { children: '4' },
    })
    await ask('submissionDelete', { id: visited.id })
    expect(await follower.pull()).toMatchObject({ changed: [], deleted: ['h1'] })
    expect(await stored('h1')).toMatchObject({ label: '', properties: {}, version: '0' })
    // A restored interview is a new submission.
    await ask('submissionCreate', { body: registers('h1', said, { client_key: 'k2' }) })
    expect(await follower.pull()).toMatchObject({ changed: ['h1'], deleted: [] })
    expect(await follower.pull()).toMatchObject({ changed: [], deleted: [] })
  })

  test('of two surveyors who do not see each other are contested, until one has seen both', async () => {
    await publishForms(server(), registration, visit)
    const [first, second] = [await begin(asha), await begin(ravi)]
    await adminOf(server)('case', 'share', '--list', 'homes', 'on')
    await first.ask('submissionCreate', { body: registers('h1', { children: '1' }) })
    await first.follower.pull()
    const seen = operationsOf(first.follower, 'h1')
    await first.ask('submissionCreate', { body: visits('h1', { children: '2' }, seen) })
    await second.ask('submissionCreate', { body: visits('h1', { children: '3' }, seen) })
    await second.follower.pull()
    const { contested, version } = stateOf(second.follower, 'h1')
    expect(version).toBe(2)
    expect(contested['children']?.map(({ value }) => value).sort()).toEqual(['2', '3'])
    expect(await stored('h1')).toMatchObject({ contested: 'children' })
    const all = operationsOf(second.follower, 'h1')
    expect(new Set(all.map(({ by }) => by))).toEqual(new Set(['Asha Verma', 'Ravi Nair']))
    await second.ask('submissionCreate', { body: visits('h1', { children: '4' }, all) })
    expect(await stored('h1')).toMatchObject({ contested: '', properties: { children: '4' } })
  })

  test('are complete when a visit arrives before the registration', async () => {
    await publishForms(server(), registration, visit)
    const [first, second] = [await begin(asha), await begin(ravi)]
    const offline = { key: 'k1|who', act: 'create', seen: { version: 0, heads: [] } } as const
    const unsent = {
      ...offline,
      at: '',
      label: '',
      values: {},
      by: '',
      form_id: '',
      submission_id: '',
    }
    await second.ask('submissionCreate', { body: visits('h1', { children: '3' }, [unsent]) })
    expect(await first.follower.pull()).toMatchObject({ changed: [], deleted: [] })
    expect(await stored('h1')).toMatchObject({
      is_registered: false,
      properties: { children: '3' },
    })
    await first.ask('submissionCreate', {
      body: registers('h1', { children: '2', village: 'Anand' }, { client_key: 'k1' }),
    })
    await first.follower.pull()
    expect(stateOf(first.follower, 'h1')).toMatchObject({
      isRegistered: true,
      version: 2,
      values: { children: '3', village: 'Anand' },
      contested: {},
    })
    expect((await second.follower.pull()).changed).toEqual([])
  })

  test('come in pages that can be cut anywhere, and end as they are', async () => {
    await publishForms(server(), registration, visit)
    const { ask, follower } = await begin()
    const ids = ['a', 'b', 'c', 'd', 'e']
    for (const id of ids) await ask('submissionCreate', { body: registers(id, { children: '1' }) })
    expect(await follower.pull(1)).toMatchObject({ changed: ids, pages: 5 })
    const seen = operationsOf(follower, 'b')
    await ask('submissionCreate', { body: visits('b', { children: '2' }, seen) })
    const later = followCases(ask)
    expect((await later.pull(2)).changed).toEqual(['a', 'c', 'd', 'e', 'b'])
    expect((await follower.pull(1)).changed).toEqual(['b'])
    expect([...follower.cases].sort()).toEqual([...later.cases].sort())
    const large = ['f', 'g', 'h', 'i', 'j']
    const village = 'x'.repeat(1_900_000)
    for (const id of large) await ask('submissionCreate', { body: registers(id, { village }) })
    expect(await follower.pull()).toMatchObject({ changed: large, pages: 2 })
  })

  test('of one interview are several, and each version of a form says for itself what it saves', async () => {
    await publishForms(server(), registration)
    const { ask, follower } = await begin()
    const hash = await hashOf(registration)
    const without = formOf('registration', { village: 'village' })
    await publishForms(server(), without)
    const filled = (definition_hash: string) => ({ details: { definition_hash } })
    const said = { village: 'Anand', children: '2' }
    const earlier = { ...registers('h1', said), ...filled(hash) }
    const made = rowOf(await ask('submissionCreate', { body: earlier }))
    const current = {
      ...registers('h2', said),
      ...filled(await hashOf(without)),
    }
    await ask('submissionCreate', { body: current })
    await follower.pull()
    expect(stateOf(follower, 'h1').values).toEqual(said)
    expect(stateOf(follower, 'h2').values).toEqual({ village: 'Anand' })
    const edit = { ...registers('h1', { ...said, children: '3' }), updated_at: made.created_at }
    await ask('submissionUpdate', { id: made.id, body: edit })
    await follower.pull()
    expect(stateOf(follower, 'h1').values['children']).toBe('3')
    const twice = registers('h3', said)
    const again = twice.answers.map(each => ({ ...each, occurrence: 1 }))
    const second = again.map(each => (each.value === 'h3' ? { ...each, value: 'h4' } : each))
    await ask('submissionCreate', { body: { ...twice, answers: [...twice.answers, ...second] } })
    expect((await follower.pull()).changed).toEqual(['h3', 'h4'])
  })

  test('keep out what another interview says under the same key, or of an id in another list', async () => {
    const water = formOf('water', { village: 'village' }, 'water-points')
    await publishForms(server(), registration, visit, water)
    const [first, second] = [await begin(asha), await begin(ravi)]
    const body = registers('h1', { village: 'Anand' }, { client_key: 'k1' })
    await first.ask('submissionCreate', { body })
    const forged = registers('h1', { village: 'Forged' }, { client_key: 'k1' })
    await second.ask('submissionCreate', { body: forged })
    const mixed = registers('h1', { village: 'Mixed' }, { form_id: 'water' })
    await second.ask('submissionCreate', { body: mixed })
    expect(await stored('h1')).toMatchObject({ properties: { village: 'Anand' } })
    expect((await second.follower.pull()).changed).toEqual([])
    const odd = visits('h1', { children: '2' }, [])
    const seen = JSON.stringify({ version: 1e300, heads: ['\u0000', '\ud800'], kept: [] })
    const answers = odd.answers.map(each =>
      each.form_field_id === 'who:seen' ? { ...each, value: seen } : each,
    )
    const { status } = await first.ask('submissionCreate', { body: { ...odd, answers } })
    expect(status).toBe(201)
  })
})
