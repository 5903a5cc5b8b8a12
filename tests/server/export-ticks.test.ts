import { expect, test } from 'vitest'
import { parseForm } from '../../replication/wire/forms.ts'
import { columnsOf } from '../../server/export/columns.ts'

/** The labels of the ticks of a line are no codes. */

test('the numbers of a line stay numbers where an export writes labels', () => {
  const options = [{ value: '1', label: 'Low' }]
  const form = parseForm({
    id: 'f',
    sections: [
      {
        id: 's',
        fields: [
          { id: 'trust', type: 'RANGE', options },
          { id: 'level', type: 'RADIO', options },
        ],
      },
    ],
  })
  const { main } = columnsOf({
    versions: [{ number: 1, sections: form?.sections ?? [] }],
    answered: [],
    language: null,
    lists: new Map(),
    taken: new Set(),
  })
  expect(main.map(({ id, options: codes }) => [id, codes])).toEqual([
    ['trust', []],
    ['level', [{ code: '1', label: 'Low' }]],
  ])
})
