import { expect, it } from 'vitest'
import { placeOf, placesOf } from '../../../src/features/submissions/map/places.ts'

/** Which places of a submission are on a map. */

const questions = [
  { field_id: 'name', label: 'Name', name: 'name', type: 'TEXT' },
  { field_id: 'plot', label: 'The plot', name: 'plot', type: 'GEOSHAPE' },
  { field_id: 'tree', label: 'A tree', name: 'tree', type: 'geopoint' },
]
const submission = {
  id: 's1',
  latitude: 1,
  longitude: 10,
  accuracy: 12,
  address: 'Rampura',
  city: '',
  answers: {
    name: '5 6',
    plot: '0 0;0 1;1 1;0 0',
    tree: '1 2 0 4',
    'tree#1': '1 3 0 0',
    gone: '7 8',
  },
}

it('every place has its name and its words, where the interview was made first', () => {
  expect(
    placesOf(submission, questions).map(({ shape, name, text }) => [
      name,
      shape.vertices.length,
      shape.isArea,
      shape.metres,
      text,
    ]),
  ).toEqual([
    ['Where this was filled in', 1, false, 12, 'Rampura'],
    ['The plot', 3, true, undefined, expect.stringContaining('3 points')],
    ['A tree', 1, false, undefined, '1.00000, 2.00000, within 4 m'],
    ['A tree (2)', 1, false, undefined, '1.00000, 3.00000'],
  ])
})

it('what is no place is on no map', () => {
  const answers = { plot: 'the field by the well', tree: '91 2' }
  const nowhere = { ...submission, answers, latitude: null, longitude: null }
  expect(placesOf(nowhere, questions)).toEqual([])
  expect(placeOf(nowhere, questions)).toBeNull()
})

it('among others a submission is at its first answer with a place, else where it was made', () => {
  const whereOf = (answers: Readonly<Record<string, string>>) =>
    placeOf({ ...submission, answers }, questions)?.vertices[0]
  expect(whereOf(submission.answers)).toMatchObject({ latitude: 0, longitude: 0 })
  expect(whereOf({ tree: '1 2 0 4' })).toMatchObject({ latitude: 1, longitude: 2 })
  expect(whereOf({ name: '5 6' })).toEqual({ latitude: 1, longitude: 10 })
})
