import { expect, test } from 'vitest'
import type { Person } from '../../../replication/wire/office/answers.ts'
import type { Card, PeoplePlan } from '../../../replication/wire/office/people-calls.ts'
import { adminOf } from '../admin-line.ts'
import { describeServer } from '../engines.ts'
import { signedInAt } from './office-browser.ts'
import { twoGroups } from './office-data.ts'
import { cardsOf, stateOf } from './office-state.ts'

/** The import of people at the office: what it shows, what it writes, and what it refuses. */

describeServer('an import at the office', server => {
  const plan = async (bytes: string | Uint8Array<ArrayBuffer>) =>
    (await signedInAt(server())).ask('peoplePlan', { bytes })
  const csv = `email,first_name,last_name,phone,region,group
asha@transect.example,Asha,Verma,,,north
ida@ngo.example,Ida,Silva,555,Kutch,north
first@transect.example,,,,,
`

  test('says what it will do with each line, and changes nothing', async () => {
    const before = await stateOf(server())
    const { lines } = (await plan(csv)).data as PeoplePlan
    expect(lines).toEqual([
      {
        kind: 'changed',
        line: 2,
        email: 'asha@transect.example',
        changes: [{ field: 'group', before: '', after: 'north' }],
      },
      { kind: 'new', line: 3, email: 'ida@ngo.example', name: 'Ida Silva', group: 'north' },
      { kind: 'unchanged', line: 4, email: 'first@transect.example' },
    ])
    expect(await stateOf(server())).toEqual(before)
  })

  test('does what was looked at, a few people at a time, and a repeat does nothing', async () => {
    const { ask } = await signedInAt(server())
    const people = Array.from({ length: 23 }, (_, at) => `p${at}@ngo.example,P${at},north`)
    const bytes = ['email,first_name,group', ...people].join('\n')
    let { tag } = (await plan(bytes)).data as PeoplePlan
    const cards: Card[] = []
    const left: number[] = []
    do {
      const answer = await ask('peopleImport', { bytes, headers: { 'If-Match': `"${tag}"` } })
      expect(answer.status).toBe(200)
      const data = answer.data as { left: number; tag: string }
      cards.push(...cardsOf(answer))
      left.push(data.left)
      tag = data.tag
    } while ((left.at(-1) ?? 0) > 0)
    expect(left).toEqual([13, 3, 0])
    expect(new Set(cards.map(({ password }) => password)).size).toBe(23)
    expect(await server().login(cards[22]?.email, cards[22]?.password)).toBeTruthy()
    const { lines } = (await plan(bytes)).data as PeoplePlan
    expect(lines.every(({ kind }) => kind === 'unchanged')).toBe(true)
    const before = await stateOf(server())
    const again = await ask('peopleImport', { bytes, headers: { 'If-Match': `"${tag}"` } })
    expect(cardsOf(again)).toEqual([])
    expect(await stateOf(server())).toEqual(before)
  })

  test('changes what a line says, keeps what it leaves empty, and the other groups', async () => {
    const { ask } = await signedInAt(server())
    await twoGroups(server())
    const bytes = 'email,last_name,phone,group\nasha@transect.example,Rao,,east\n'
    const { tag } = (await plan(bytes)).data as PeoplePlan
    await ask('peopleImport', { bytes, headers: { 'If-Match': `"${tag}"` } })
    const people = (await ask('people')).data as readonly Person[]
    expect(people.find(({ email }) => email.startsWith('asha@'))).toMatchObject({
      name: 'Asha Rao',
      groups: ['east', 'north'],
    })
  })

  test('is refused when people have changed since it was looked at, and with a wrong line', async () => {
    const { ask } = await signedInAt(server())
    const { tag } = (await plan(csv)).data as PeoplePlan
    await adminOf(server)('group', 'add', 'north', 'asha@transect.example')
    const before = await stateOf(server())
    const late = await ask('peopleImport', { bytes: csv, headers: { 'If-Match': `"${tag}"` } })
    expect(late.status).toBe(412)
    expect((late.data as PeoplePlan).lines[0]?.kind).toBe('unchanged')
    const bytes = 'email\nno address\n'
    const wrong = (await plan(bytes)).data as PeoplePlan
    const headers = { 'If-Match': `"${wrong.tag}"` }
    const refused = await ask('peopleImport', { bytes, headers })
    expect([refused.status, refused.code]).toEqual([422, 'csv_wrong'])
    expect(await stateOf(server())).toEqual(before)
  })

  test('names each wrong line with its reason', async () => {
    const long = 'x'.repeat(201)
    const lines = ['a@b.c,A,', 'nothing,B,', 'a@b.c,C,', 'd@b.c,D,555', `e@b.c,${long},`]
    const { data } = await plan(['email,first_name,', ...lines].join('\n'))
    expect((data as PeoplePlan).lines).toMatchObject([
      { kind: 'new', line: 2 },
      { kind: 'wrong', line: 3, why: 'address' },
      { kind: 'wrong', line: 4, why: 'twice' },
      { kind: 'wrong', line: 5, why: 'stray', text: '555' },
      { kind: 'wrong', line: 6, why: 'long' },
    ])
  })

  test('says why a file cannot be read', async () => {
    const codes = []
    for (const bytes of [
      new Uint8Array([...Buffer.from('email,first_name\na@b.c,Jos'), 0xe9]),
      new Uint8Array([0xff, 0xfe, 0x65, 0, 0x6d, 0]),
      'email\n"a@b.c',
      'name\nIda',
      'email,age\na@b.c,5',
      'email,email\na@b.c,d@e.f',
      'email\n',
      `email\n${Array.from({ length: 1001 }, (_, at) => `p${at}@b.c\n`).join('')}`,
    ])
      codes.push((await plan(bytes)).code)
    expect(codes).toEqual(
      ['encoding', 'encoding', 'quote', 'no_email', 'column', 'column_twice', 'empty', 'many'].map(
        each => `csv_${each}`,
      ),
    )
    expect((await plan(`email\n${'a'.repeat(1_000_001)}`)).status).toBe(413)
  })

  test('keeps formulas and markup as the text of a name', async () => {
    const { ask } = await signedInAt(server())
    const name = '=HYPERLINK(""http://x"")<img src=x onerror=alert(1)>'
    const bytes = `\uFEFFemail;first_name\r\nida@ngo.example;"${name}"\r\n`
    const { tag } = (await plan(bytes)).data as PeoplePlan
    const [card] = cardsOf(
      await ask('peopleImport', { bytes, headers: { 'If-Match': `"${tag}"` } }),
    )
    expect(card?.name).toBe(name.replaceAll('""', '"'))
  })
})
