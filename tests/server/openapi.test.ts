import { Ajv2020 } from 'ajv/dist/2020.js'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { calls } from '../../replication/wire/calls.ts'
import type { Json } from '../../replication/wire/envelope.ts'
import * as requests from '../../replication/wire/requests.ts'
import { openApiDocument } from '../../server/openapi/document.ts'
import { schemaToJson } from '../../server/openapi/schema-to-json.ts'
import { newSubmission } from './surveyor.ts'

const document = openApiDocument()
const paths = document['paths'] as Readonly<Record<string, Json>>

test('the document has every call, and no other', () => {
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
  )
  const made = Object.values(calls).map(
    ({ method, path }) => `${method} ${path.replace(':id', '{id}')}`,
  )
  expect(documented.sort()).toEqual(made.sort())
})

test('every reference can be resolved', () => {
  const names = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)]
  const { schemas } = document['components'] as { schemas: Json }
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter(([, name = '']) => !(name in schemas))).toEqual([])
})

test('a schema in the document accepts and refuses what the wire schema does', () => {
  const ajv = new Ajv2020({ strict: true, validateFormats: false })
  const body = newSubmission()
  const samples: readonly unknown[] = [
    body,
    { ...body, latitude: null },
    { ...body, latitude: 91 },
    { ...body, longitude: '1' },
    { ...body, form_id: '' },
    { ...body, answers: [{ form_field_id: 'a', value: 'b', occurrence: 1.5 }] },
    { ...body, answers: [{ form_field_id: 'a' }] },
    { ...body, created_at: undefined },
    { email: 'a@b.c', password: 'x' },
    { email: 'a@b.c' },
    { token: 't' },
    null,
    [],
  ]
  const { AnswerEntry: _entry, ...bodies } = requests
  for (const [name, schema] of Object.entries(bodies)) {
    const isValid = ajv.compile(schemaToJson(schema))
    for (const sample of samples) {
      const sent: unknown = JSON.parse(JSON.stringify(sample))
      expect([name, sent, isValid(sent)]).toEqual([name, sent, v.is(schema, sent)])
    }
  }
})

test('an unknown kind of schema is an error, not silently ignored', () => {
  expect(() => schemaToJson(v.object({ a: v.bigint() }))).toThrow('No JSON Schema for bigint')
})
