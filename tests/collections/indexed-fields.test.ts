import { expect, test } from 'vitest'
import { schemas } from '../../collections/schemas.ts'

/** IndexedDB leaves a document out of an index when it lacks a field of it. No list along that index would show it. */

test.each(Object.entries(schemas))('%s requires the fields of its indexes', (_name, schema) => {
  const { indexes = [], required = [] } = schema
  const fields = indexes.flat().map(field => field.split('.')[0] ?? field)
  expect(required).toEqual(expect.arrayContaining(fields))
})
