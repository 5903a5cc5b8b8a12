import * as v from 'valibot'
import { expect, test } from 'vitest'
import { validate } from '../../server/http/validate.ts'

/** The errors of a body that is not accepted. */

const schema = v.object({ age: v.number() })

test.each([
  [{}, 'age is required.'],
  [{ age: 'two' }, 'age must be number.'],
])('%j: %s', async (body, text) => {
  const checked = validate(schema, body)
  if (checked.ok) throw new Error('The body was accepted.')
  expect(JSON.stringify(checked)).toContain(text)
})
