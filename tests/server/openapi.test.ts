import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { calls, type CallName } from '../../replication/wire/calls.ts'
import type { Json } from '../../replication/wire/envelope.ts'
import { officeCalls } from '../../replication/wire/office/calls.ts'
import * as requests from '../../replication/wire/requests.ts'
import { openApiDocument } from '../../server/openapi/document.ts'
import { putFormFile } from '../../server/store/forms.ts'
import { addMap } from './add-map.ts'
import { publishForms, registers, registration } from './case-forms.ts'
import { describeServer } from './engines.ts'
import {
  asker,
  newSubmission,
  pngBytes,
  rowsOf,
  signIn,
  uploadForm,
  type Ask,
  type AskOptions,
} from './surveyor.ts'

const document = openApiDocument()
const paths = document['paths'] as Readonly<Record<string, Json>>

test('the document has every call, and no other', () => {
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
  )
  const made = [...Object.values(calls), ...Object.values(officeCalls)].map(
    ({ method, path }) => `${method} ${path.replace(':id', '{id}')}`,
  )
  expect(documented.sort()).toEqual(made.sort())
})

test('the table of docs/api.md has every call, its query and its body', () => {
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (GET|HEAD|POST|PUT|PATCH|DELETE) `(\/[^`]+)`(.*)$/gm)].map(
    ([, method, path, rest = '']) => ({ call: `${method} /surveyor${path}`, rest }),
  )
  const ofSurveyors = Object.entries(paths).filter(([path]) => path.startsWith('/surveyor/'))
  const made = ofSurveyors.flatMap(([path, each]) =>
    Object.entries(each).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      operation: operation as Operation,
    })),
  )
  expect(rows.map(({ call }) => call).sort()).toEqual(made.map(({ call }) => call).sort())
  const restOf = (call: string): string => rows.find(row => row.call === call)?.rest ?? ''
  for (const { call, operation } of made) {
    const rest = restOf(call).replace(
      'the same as POST',
      restOf(call.replace(/^PUT (.*)\/{id}$/, 'POST $1')),
    )
    const query = operation.parameters.filter(each => each['in'] === 'query')
    const bodies = Object.values(operation.requestBody?.content ?? {})
    const fields = bodies.flatMap(({ schema }) => Object.keys((schema['properties'] as Json) ?? {}))
    const unnamed = [...query.map(each => String(each['name'])), ...fields].filter(
      name => !rest.includes(name),
    )
    expect([call, unnamed]).toEqual([call, []])
  }
})

test('every reference can be resolved', () => {
  const names = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)]
  const { schemas } = document['components'] as { schemas: Json }
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter(([, name = '']) => !(name in schemas))).toEqual([])
})

test('numbers in a query are numbers in the document, and everything else is text', () => {
  const { parameters } = operationOf('submissions')
  const types = parameters.map(each => [each['name'], (each['schema'] as Json)['type']])
  expect(Object.fromEntries(types)).toMatchObject({
    page: 'integer',
    limit: 'integer',
    since: 'string',
    seen: 'string',
  })
})

interface Operation {
  readonly operationId: CallName
  readonly parameters: readonly Json[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Json }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: Json }>> }>
  >
}

const operations = Object.values(paths).flatMap(each => Object.values(each) as Operation[])
const operationOf = (name: CallName): Operation => {
  const found = operations.find(({ operationId }) => operationId === name)
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found
}

/** The same schema, which refuses what it does not name; but not for a form's fields, which have rules too. */
const closed = (schema: unknown, name = ''): unknown => {
  if (Array.isArray(schema)) return schema.map(each => closed(each))
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value, key)] as const)
  const isOpen = !('properties' in schema) || name === 'Field' || name === 'Section'
  return { ...Object.fromEntries(entries), ...(isOpen ? {} : { additionalProperties: false }) }
}

/** An answer without a body. */
const nothing = { type: 'object', maxProperties: 0 }

const validatorOf = (schema: unknown) => {
  const ajv = new Ajv2020({ strict: true, validateFormats: false, allowUnionTypes: true })
  ajv.addKeyword('components')
  return ajv.compile({ ...(schema as Json), components: closed(document['components']) })
}

describeServer('the document describes', server => {
  test('every answer exactly: nothing is missing, and nothing is left out', async () => {
    const checked = new Set<string>()
    const check = async (ask: Ask, name: CallName, options: AskOptions = {}) => {
      const { status, body } = await ask(name, options)
      const { responses } = operationOf(name)
      // A repeated POST is answered 200 with the same row as the first one.
      const described = responses[name === 'submissionCreate' && status === 200 ? 201 : status]
      const isValid = validatorOf(
        closed(described?.content?.['application/json']?.schema ?? nothing),
      )
      const result = isValid(JSON.parse(JSON.stringify(body)))
      expect([name, status, result, isValid.errors]).toEqual([name, status, true, null])
      checked.add(`${name} ${status < 300 ? 'good' : status}`)
      return body['data'] as { id: string; rev: string; created_at: string }
    }
    const anonymous = asker(server(), null)
    const password = 'fieldwork-2026'
    await check(anonymous, 'login', { body: { email: 'asha@transect.example', password } })
    await check(anonymous, 'login', { body: { email: 'asha@transect.example', password: 'x' } })
    await check(anonymous, 'account')
    const ask = await signIn(server())
    await check(ask, 'account')
    await check(ask, 'recoveryKey')
    const names = { first_name: 'Asha', last_name: 'V', phone_number: '1' }
    await check(ask, 'accountUpdate', { body: names })
    await check(ask, 'forms')
    for (const { id } of rowsOf(await ask('forms'))) await check(ask, 'form', { id })
    const { query } = server().db
    await putFormFile(query, 'household-profile', 'wells', { columns: ['name'], rows: [['a']] })
    await putFormFile(query, 'household-profile', 'roof', { type: 'image/png', base64: 'AAAA' })
    await check(ask, 'formFile', { id: 'wells' })
    await check(ask, 'formFile', { id: 'roof' })
    await check(ask, 'form', { id: 'none' })
    await check(ask, 'formFile', { id: 'none' })
    await check(ask, 'stats')
    const mapId = await addMap(server(), 'household-profile')
    await check(ask, 'forms')
    await check(ask, 'form', { id: 'household-profile' })
    await check(ask, 'mapPieces', { id: mapId })
    await check(ask, 'mapPieces', { id: 'none' })
    await check(ask, 'map', { id: mapId, headers: { Range: 'bytes=9999999-' } })
    await check(ask, 'map', { id: 'none' })
    await publishForms(server(), registration)
    await ask('submissionCreate', { body: registers('h1', { village: 'Anand' }) })
    await check(ask, 'cases')
    await check(ask, 'cases', { query: '?since=x' })
    const body = newSubmission({ client_key: 'key' })
    const { id, rev } = await check(ask, 'submissionCreate', { body })
    await check(ask, 'submissionCreate', { body })
    await check(ask, 'submissionCreate', { body: { ...body, latitude: 1 } })
    await check(ask, 'submissionCreate', { body: {} })
    const form = uploadForm('household-profile.photo', [new File([pngBytes(1)], 'a.png')])
    await check(ask, 'filesUpload', { id, form })
    const tus = { 'Tus-Resumable': '1.0.0' }
    const upload = await check(ask, 'uploadCreate', {
      id,
      headers: { ...tus, 'Upload-Length': '3', 'Upload-Metadata': `field_id ${btoa('f')}` },
    })
    await check(ask, 'uploadCreate', { id })
    await check(ask, 'uploadOffset', { id: upload.id, headers: tus })
    const piece = { ...tus, 'Content-Type': 'application/offset+octet-stream' }
    await check(ask, 'uploadAppend', {
      id: upload.id,
      headers: { ...piece, 'Upload-Offset': '1' },
      bytes: new Uint8Array(2),
    })
    await check(ask, 'uploadAppend', {
      id: upload.id,
      headers: { ...piece, 'Upload-Offset': '0' },
      bytes: new Uint8Array(3),
    })
    const edit = { ...body, answers: [], updated_at: body.created_at }
    await check(ask, 'submissionUpdate', { id, body: edit, headers: { 'If-Match': `"${rev}"` } })
    await check(ask, 'submissionUpdate', { id, body: edit })
    await check(ask, 'submission', { id })
    await check(ask, 'submissions')
    await check(ask, 'submissionDelete', { id })
    await check(ask, 'submissions', { query: '?since=' })
    await check(anonymous, 'passwordForgot', { body: { email: 'asha@transect.example' } })
    const token = /token=([\w-]+)/.exec(server().emails[0]?.text ?? '')?.[1] ?? ''
    await check(anonymous, 'passwordResetVerify', { body: { token } })
    const chosen = { password: 'other-2026-word', confirm_password: 'other-2026-word' }
    await check(anonymous, 'passwordReset', { body: { token, ...chosen } })
    const again = asker(server(), await server().login('asha@transect.example', 'other-2026-word'))
    await check(again, 'passwordChange', {
      body: { old_password: 'other-2026-word', new_password: password, confirm_password: password },
    })
    await check(again, 'logout', { body: {} })
    const session = await server().login('first@transect.example')
    await check(asker(server(), session), 'passwordSet', {
      body: {
        token: session,
        new_password: 'chosen-2026-word',
        new_password_confirmation: 'chosen-2026-word',
      },
    })
    const good = [...checked].filter(each => each.endsWith(' good')).map(each => each.split(' ')[0])
    // The good answer of `map` is bytes, which tests/server/maps.test.ts compares.
    const described = Object.keys(calls).filter(name => name !== 'map')
    expect(good.toSorted()).toEqual(described.toSorted())
    expect([...checked].filter(each => !each.endsWith(' good')).length).toBeGreaterThan(4)
  })
})

test('a schema in the document accepts and refuses what the wire schema does', () => {
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
  const bodies = new Map<string, v.GenericSchema>(Object.entries(requests))
  for (const { operationId, requestBody } of operations) {
    if (operationId.startsWith('office')) continue
    const described = requestBody?.content['application/json']?.schema
    const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Request`
    const schema = bodies.get(name)
    expect([operationId, described === undefined]).toEqual([operationId, schema === undefined])
    if (described === undefined || schema === undefined) continue
    const isValid = validatorOf(described)
    for (const sample of samples) {
      const sent: unknown = JSON.parse(JSON.stringify(sample))
      expect([name, sent, isValid(sent)]).toEqual([name, sent, v.is(schema, sent)])
    }
  }
})
