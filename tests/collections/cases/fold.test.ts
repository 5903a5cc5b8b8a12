import { describe, expect, test } from 'vitest'
import { foldCase, seenOf } from '../../../collections/cases/fold.ts'
import {
  operationsOf,
  seenAnswers,
  type CaseBlock,
  type PlainAnswer,
} from '../../../collections/cases/interviewed.ts'
import type { CaseOperation } from '../../../collections/cases/operation.ts'

const operation = (
  key: string,
  version: number,
  heads: readonly string[],
  values: Readonly<Record<string, string>>,
  more: Partial<CaseOperation> = {},
): CaseOperation => ({
  key,
  act: version === 0 ? 'create' : 'update',
  seen: { version, heads },
  at: `2026-12-01T08:0${key.length}:00.000Z`,
  label: '',
  values,
  by: 'Amina Diallo',
  form_id: 'household',
  submission_id: '',
  ...more,
})

const registered = operation('a', 0, [], { name: 'Rahul', village: 'Anand' }, { label: 'Rahul' })
const visited = operation('bb', 1, ['a'], { children: '3' })
const elsewhere = operation('ccc', 1, ['a'], { children: '4' }, { by: 'Luis Ortega' })
const later = operation('dddd', 2, ['bb', 'ccc'], { children: '5' })

const permuted = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  items.length <= 1
    ? [items]
    : items.flatMap((item, at) =>
        permuted(items.filter((_, other) => other !== at)).map(rest => [item, ...rest]),
      )

describe('the fold of a case', () => {
  test('is the same in whatever order the operations arrive', () => {
    const states = permuted([registered, visited, elsewhere, later]).map(foldCase)
    expect(new Set(states.map(state => JSON.stringify(state))).size).toBe(1)
    expect(states[0]).toMatchObject({
      isRegistered: true,
      label: 'Rahul',
      values: { name: 'Rahul', village: 'Anand', children: '5' },
      version: 3,
      heads: ['dddd'],
      contested: {},
    })
  })

  test('keeps both values of a property that two surveyors set without seeing each other', () => {
    const state = foldCase([elsewhere, registered, visited])
    expect(state.values['children']).toBe('4')
    expect(state.contested).toEqual({
      children: [
        { key: 'bb', value: '3' },
        { key: 'ccc', value: '4' },
      ],
    })
    expect(state.heads).toEqual(['bb', 'ccc'])
  })

  test('contests nothing where both say the same, or where one is about another property', () => {
    expect(
      foldCase([registered, visited, { ...elsewhere, values: { children: '3' } }]).contested,
    ).toEqual({})
    expect(
      foldCase([registered, visited, { ...elsewhere, values: { roof: 'tin' } }]).contested,
    ).toEqual({})
  })

  test('contests what a longer chain of visits has not seen', () => {
    const chained = operation('eeeee', 2, ['bb'], { children: '6' })
    expect(foldCase([registered, visited, elsewhere, chained]).contested['children']).toEqual([
      { key: 'ccc', value: '4' },
      { key: 'eeeee', value: '6' },
    ])
  })

  test('of visits alone is not registered, and keeps what they say', () => {
    expect(foldCase([visited])).toMatchObject({ isRegistered: false, values: { children: '3' } })
    expect(foldCase([])).toMatchObject({ isRegistered: false, version: 0, created_at: '' })
  })

  test('ends also when hostile operations have seen each other', () => {
    const one = operation('x', 1, ['yy'], { children: '1' })
    const other = operation('yy', 1, ['x'], { children: '2' })
    expect(foldCase([registered, one, other]).values['children']).toBe('2')
  })

  test('of a long history that branched is found without a deep stack', () => {
    const long = Array.from({ length: 20_000 }, (_, place) =>
      operation(`v${place}`, place + 1, [place === 0 ? 'a' : `v${place - 1}`], { children: '3' }),
    )
    const state = foldCase([registered, elsewhere, ...long])
    expect(state.contested['children']?.map(({ key }) => key)).toEqual(['ccc', 'v19999'])
  })
})

const block: CaseBlock = {
  fieldId: 'who',
  list: 'households',
  values: { name: 'q_name', children: 'q_children' },
}
const answers = (values: Readonly<Record<string, string>>): readonly PlainAnswer[] =>
  Object.entries(values).map(([fieldId, value]) => ({ fieldId, occurrence: 0, value }))
const interview = {
  key: 'k1',
  at: '2026-12-01T09:00:00.000Z',
  by: 'Amina',
  form_id: 'f',
  submission_id: '',
}

describe('the operations of an interview', () => {
  test('come from its hidden answers; without an act there are none', () => {
    const said = { who: 'case-1', 'who:label': 'Rahul', q_name: 'Rahul', q_children: '3' }
    expect(operationsOf([block], answers(said), interview)).toEqual([])
    expect(operationsOf([block], answers({ ...said, 'who:act': 'create' }), interview)).toEqual([
      {
        list: 'households',
        id: 'case-1',
        operation: {
          ...interview,
          key: 'k1|who',
          act: 'create',
          seen: { version: 0, heads: [] },
          label: 'Rahul',
          values: { name: 'Rahul', children: '3' },
        },
      },
    ])
  })

  test('in a repeat each occurrence is about a case of its own', () => {
    const inRepeat = [0, 2].flatMap(occurrence => [
      { fieldId: 'who', occurrence, value: `case-${occurrence}` },
      { fieldId: 'who:act', occurrence, value: 'create' },
      { fieldId: 'q_name', occurrence, value: `Child ${occurrence}` },
    ])
    const found = operationsOf([block], inRepeat, interview)
    expect(found.map(({ id, operation: { key, values } }) => [id, key, values['name']])).toEqual([
      ['case-0', 'k1|who', 'Child 0'],
      ['case-2', 'k1|who#2', 'Child 2'],
    ])
  })

  test('a visit sets only what differs from what it had seen', () => {
    const of = [registered, visited]
    const said = answers({ who: 'a', 'who:act': 'update', q_name: 'Rahul', q_children: '7' })
    const seen = seenAnswers([block], said, () => of)
    const [change] = operationsOf([block], [...said, ...seen], interview)
    expect(change?.operation.seen).toEqual(seenOf(foldCase(of)))
    expect(change?.operation.values).toEqual({ children: '7' })
  })

  test('an edit keeps its place among the visits, and compares with what it had seen', () => {
    const first = answers({ who: 'a', 'who:act': 'update', q_name: 'Raul', q_children: '7' })
    const sent = [...first, ...seenAnswers([block], first, () => [registered])]
    const edited = answers({ who: 'a', 'who:act': 'update', q_name: 'Rahul', q_children: '8' })
    const seen = seenAnswers([block], edited, () => [registered, visited, later], sent)
    const [change] = operationsOf([block], [...edited, ...seen], interview)
    expect(change?.operation.seen).toEqual({ version: 1, heads: ['a'] })
    expect(change?.operation.values).toEqual({ children: '8' })
    const another = [{ ...(edited[0] as PlainAnswer), value: 'b' }, ...edited.slice(1)]
    expect(seenAnswers([block], another, () => [registered, visited], sent)[0]?.value).toContain(
      '"version":2',
    )
  })

  test('what it had seen may be unreadable', () => {
    const said = answers({
      who: 'a',
      'who:act': 'update',
      'who:seen': '{"version":1e300,"heads":[3]}',
      q_name: 'R',
    })
    expect(operationsOf([block], said, interview)[0]?.operation).toMatchObject({
      seen: { version: 0, heads: [] },
      values: { name: 'R' },
    })
  })
})
