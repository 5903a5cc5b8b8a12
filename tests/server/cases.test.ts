import { expect, test } from 'vitest'
import { foldCase } from '../../collections/cases/fold.ts'
import {
  followCases,
  publishForms,
  registers,
  registration,
  visit,
  visits,
  type Follower,
} from './case-forms.ts'
import { describeServer } from './engines.ts'
import { rowOf, signIn } from './surveyor.ts'

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
        `select label, properties, version, due, is_registered from cases where id = $1`,
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
})
