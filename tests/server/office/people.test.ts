import { expect, test } from 'vitest'
import type { PeoplePlan, PersonRecord } from '../../../replication/wire/office/people-calls.ts'
import type { Person } from '../../../replication/wire/office/answers.ts'
import type { Scope } from '../../../replication/wire/office/roles.ts'
import { adminOf } from '../admin-line.ts'
import { describeServer } from '../engines.ts'
import { signIn } from '../surveyor.ts'
import { signedInAt } from './office-browser.ts'
import { accountAt, twoGroups } from './office-data.ts'
import { cardsOf, stateOf } from './office-state.ts'

/** What the office does with people: by administrators, and by coordinators with the people of their groups only. */

const north: Scope = { kind: 'groups', names: ['north'] }

describeServer('people of the office', server => {
  const admin = async () => (await signedInAt(server())).ask
  const trail = async () =>
    (await adminOf(server)('trail')).map(line => line.split('  ').slice(1).join(' '))
  const newPerson = {
    email: ' Ida@ngo.example',
    first_name: 'Ida',
    last_name: '',
    phone_number: '555',
    address: 'Kutch',
    groups: ['north'],
  }

  test('are added with a card, with which they sign in', async () => {
    const ask = await admin()
    const [card] = cardsOf(await ask('personAdd', { body: newPerson }))
    expect(card).toMatchObject({ email: 'ida@ngo.example', name: 'Ida', app: server().origin })
    expect(card?.link).toContain('/login#email=ida%40ngo.example&password=')
    expect(await server().login(card?.email, card?.password)).toBeTruthy()
    const people = (await ask('people')).data as readonly Person[]
    expect(people.find(({ email }) => email === 'ida@ngo.example')).toMatchObject({
      groups: ['north'],
      is_first_login: true,
    })
    const again = await ask('personAdd', { body: newPerson })
    expect([again.status, again.code]).toEqual([422, 'taken'])
    expect(await trail()).toContain('admin@transect.example office personAdd ida@ngo.example')
    expect((await trail()).join()).not.toContain(card?.password)
  })

  test('get new passwords, which end their sessions and the old password', async () => {
    const { asha } = await twoGroups(server())
    const surveyor = await signIn(server())
    const [card] = cardsOf(
      await (
        await admin()
      )('peopleReset', { body: { ids: [asha.surveyorId] } }),
    )
    expect((await surveyor('account')).status).toBe(401)
    await expect(server().login()).rejects.toThrow('No login')
    expect(await server().login(card?.email, card?.password)).toBeTruthy()
    expect(await trail()).toContain(
      'admin@transect.example office peopleReset asha@transect.example',
    )
  })

  test('are deactivated, activated and signed out', async () => {
    const { asha } = await twoGroups(server())
    const ask = await admin()
    const ids = [asha.surveyorId]
    const surveyor = await signIn(server())
    await ask('peopleActivate', { body: { ids, is_active: false } })
    expect((await surveyor('forms')).status).toBe(403)
    await ask('peopleActivate', { body: { ids, is_active: true } })
    expect((await surveyor('forms')).status).toBe(200)
    await ask('peopleEndSessions', { body: { ids } })
    expect((await surveyor('forms')).status).toBe(401)
    expect(await trail()).toEqual(
      expect.arrayContaining([
        'admin@transect.example office peopleActivate inactive asha@transect.example',
        'admin@transect.example office peopleActivate active asha@transect.example',
        'admin@transect.example office peopleEndSessions asha@transect.example',
      ]),
    )
  })

  test('join and leave groups', async () => {
    const { asha, first } = await twoGroups(server())
    const ask = await admin()
    const ids = [asha.surveyorId, first.surveyorId]
    await ask('peopleGroups', { body: { ids, add: ['east'], remove: ['north'] } })
    expect(await adminOf(server)('group', 'list')).toEqual([
      'east  asha@transect.example, first@transect.example',
      'south  first@transect.example',
    ])
    expect((await ask('groups')).data).toEqual(['east', 'south'])
  })

  test('are erased with all they have sent, once their address was typed', async () => {
    const { asha } = await twoGroups(server())
    const ask = await admin()
    const record = (await ask('person', { id: asha.surveyorId })).data as PersonRecord
    expect(record.work).toMatchObject({ submissions: 13, files: 13 })
    const wrong = await ask('personErase', { id: asha.surveyorId, body: { email: 'asha' } })
    expect(wrong.status).toBe(422)
    expect((await ask('person', { id: asha.surveyorId })).status).toBe(200)
    const body = { email: 'Asha@transect.example' }
    expect((await ask('personErase', { id: asha.surveyorId, body })).data).toEqual({
      submissions: 13,
    })
    expect((await ask('person', { id: asha.surveyorId })).status).toBe(404)
    expect(await trail()).toContain(
      'admin@transect.example office personErase asha@transect.example',
    )
  })

  test('are changed by no one who has not seen the change of another', async () => {
    const { asha } = await twoGroups(server())
    const id = asha.surveyorId
    const [one, two] = [await admin(), (await accountAt(server(), 'coordinator', north)).ask]
    const seen = (await one('person', { id })).data as PersonRecord
    const change = (first_name: string) => ({
      first_name,
      last_name: 'Verma',
      phone_number: '',
      address: '',
    })
    const headers = { 'If-Match': `"${seen.tag}"` }
    expect((await two('personChange', { id, body: change('Asha B.'), headers })).status).toBe(200)
    for (const unseen of [headers, {}]) {
      const late = await one('personChange', { id, body: change('Lost'), headers: unseen })
      expect([late.status, late.data]).toMatchObject([412, { first_name: 'Asha B.' }])
    }
    const now = (await one('person', { id })).data as PersonRecord
    expect(now.first_name).toBe('Asha B.')
    const again = { 'If-Match': `"${now.tag}"` }
    expect((await one('personChange', { id, body: change('Asha'), headers: again })).status).toBe(
      200,
    )
    // The surveyor's own change is one, too.
    const names = { first_name: 'Asha', last_name: 'V', phone_number: '1' }
    await (
      await signIn(server())
    )('accountUpdate', { body: names })
    expect((await one('personChange', { id, body: change('x'), headers: again })).status).toBe(412)
  })
})

describeServer('a coordinator of a group', server => {
  test('changes no one of another group, and no group of others', async () => {
    const { asha, first } = await twoGroups(server())
    const { ask } = await accountAt(server(), 'coordinator', north)
    const [mine, id] = [asha.surveyorId, first.surveyorId]
    const record = { first_name: '', last_name: '', phone_number: '', address: '' }
    const before = await stateOf(server())
    const tries = [
      await ask('person', { id }),
      await ask('personChange', { id, body: record, headers: { 'If-Match': '*' } }),
      await ask('personErase', { id, body: { email: 'first@transect.example' } }),
      await ask('personErase', { id: 'x', body: { email: '' } }),
      await ask('peopleReset', { body: { ids: [mine, id] } }),
      await ask('peopleActivate', { body: { ids: [mine, id], is_active: false } }),
      await ask('peopleEndSessions', { body: { ids: [id] } }),
      await ask('peopleGroups', { body: { ids: [mine, id], add: ['north'], remove: [] } }),
      await ask('peopleGroups', { body: { ids: [mine], add: ['south'], remove: [] } }),
      await ask('peopleGroups', { body: { ids: [mine], add: [], remove: ['south'] } }),
      await ask('personAdd', { body: { ...record, email: 'a@b.c', groups: ['south'] } }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([
      404, 404, 404, 404, 404, 404, 404, 404, 403, 403, 403,
    ])
    const kept = await ask('peopleGroups', { body: { ids: [mine], add: [], remove: ['north'] } })
    const groupless = await ask('personAdd', { body: { ...record, email: 'a@b.c', groups: [] } })
    expect([kept.code, groupless.code]).toEqual(['no_group', 'no_group'])
    expect(await stateOf(server())).toEqual(before)
    expect((await ask('groups')).data).toEqual(['north'])
  })

  test('erases no one who is in a group of others too', async () => {
    const { asha } = await twoGroups(server())
    await server().db.query(`insert into user_groups (user_id, name) values ($1, 'south')`, [
      asha.surveyorId,
    ])
    const { ask } = await accountAt(server(), 'coordinator', north)
    const body = { email: 'asha@transect.example' }
    const refused = await ask('personErase', { id: asha.surveyorId, body })
    expect([refused.status, refused.code]).toEqual([403, 'other_groups'])
    expect((await ask('person', { id: asha.surveyorId })).status).toBe(200)
  })

  test('with forms changes no people', async () => {
    const { asha } = await twoGroups(server())
    const scope: Scope = { kind: 'forms', names: ['household-profile'] }
    const { ask } = await accountAt(server(), 'coordinator', scope)
    const refused = await ask('peopleReset', { body: { ids: [asha.surveyorId] } })
    expect([refused.status, refused.code]).toEqual([403, 'no_people'])
    expect((await ask('peoplePlan', { bytes: 'email\na@b.c' })).status).toBe(403)
  })

  test('imports into the own groups only', async () => {
    await twoGroups(server())
    const { ask } = await accountAt(server(), 'coordinator', north)
    const bytes = 'email,group\nnew@b.c,\nother@b.c,south\nfirst@transect.example,north\n'
    const { lines } = (await ask('peoplePlan', { bytes })).data as PeoplePlan
    expect(lines).toMatchObject([
      { kind: 'new', group: 'north' },
      { kind: 'wrong', why: 'group', text: 'south' },
      { kind: 'wrong', why: 'elsewhere' },
    ])
  })

  test('is refused without the XSRF pair, and from another site', async () => {
    const { asha } = await twoGroups(server())
    const { ask } = await accountAt(server(), 'coordinator', north)
    const body = { ids: [asha.surveyorId], is_active: false }
    const before = await stateOf(server())
    for (const headers of [{ 'X-XSRF-TOKEN': 'x' }, { 'Sec-Fetch-Site': 'cross-site' }])
      expect((await ask('peopleActivate', { body, headers })).status).toBe(403)
    expect(await stateOf(server())).toEqual(before)
  })
})
