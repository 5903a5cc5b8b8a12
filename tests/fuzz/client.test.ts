import { expect, test } from 'vitest'
import * as v from 'valibot'
import { replyToFailure } from '../../replication/http/failure.ts'
import {
  ChangesMeta,
  Stats,
  SubmissionRow,
  Tombstone,
  User,
} from '../../replication/wire/answers.ts'
import { parseExtensions } from '../../replication/wire/calls.ts'
import { findErrors, findList, findMessage, findObject } from '../../replication/wire/envelope.ts'
import { fieldTypes } from '../../replication/wire/field-types.ts'
import {
  hasDefinition,
  parseForm,
  parseFormHead,
  parseOptions,
} from '../../replication/wire/forms.ts'
import { createApi } from '../../replication/http/api.ts'
import { createClient } from '../../replication/http/client.ts'
import { createVault } from '../../src/session/vault.ts'
import { originOf } from '../../src/session/login-state.ts'
import { canonical } from '../../collections/operation-log.ts'
import { createFakeSyncEnv } from '../env.ts'
import type { Random } from '../sim/random.ts'
import { anyBytes, anyJson, caseCount, damaged, mutated, nastyTexts, randomOf } from './chaos.ts'

/** Whatever a server, a portal or a damaged disk returns, no parser throws or invents data. */

const form = {
  id: 'f1',
  title: 'Household',
  status: 'published',
  created_at: '2026-01-01T00:00:00Z',
  sections: [
    {
      id: 's1',
      name: 'First',
      fields: [
        {
          id: 'q1',
          label: 'Name',
          type: 'RADIO',
          is_required: 'true',
          options: [{ value: 'a', label: 'A' }, 'b'],
        },
        { id: 2, name: 'Age', field_type: 'number', options: '["1","2"]', order: '3' },
      ],
    },
  ],
  questions: [{ id: 'q9', label: 'Flat', type: 'UNKNOWN', max_kb: '12' }],
}
const row = {
  id: 7,
  form_id: 'f1',
  latitude: '12.9',
  longitude: 77.5,
  created_at: '2026-01-01T00:00:00Z',
  answers: [{ form_field_id: 'q1', value: 'a', value_json: null, occurrence: 0 }],
}
const user = { id: 1, full_name: 'Asha', is_active: 1, is_first_login: 'no', email: 'a@b.c' }
const bodies: readonly unknown[] = [
  { status: true, message: 'ok', data: [form, form] },
  { data: { data: [row, row], meta: { next: 'x', has_more: true } } },
  { status: true, access_token: 't', user },
  { data: { access_token: 't', user } },
  { status: false, message: 'This project is now in draft', errors: { a: ['b', { c: 'd' }] } },
  { data: { total_assigned_forms: '3', response_rate: 140 }, deleted: [{ id: 1 }] },
  form,
  row,
]

const parse = <Schema extends v.GenericSchema>(schema: Schema, value: unknown) =>
  v.safeParse(schema, value)

const isText = (value: unknown): boolean => typeof value === 'string'

/** Why a parsed form is impossible; null when it is fine. */
const formProblem = (raw: unknown): string | null => {
  const parsed = parseForm(raw)
  if (parsed === null) return null
  const ids = parsed.sections.flatMap(({ fields }) => fields.map(({ id }) => id))
  if (parsed.id === '' || !isText(parsed.title)) return 'a form without an id or a title'
  if (new Set(ids).size !== ids.length || ids.includes('')) return 'fields with one id, or none'
  for (const field of parsed.sections.flatMap(({ fields }) => fields)) {
    if (!fieldTypes.includes(field.type)) return `a type ${field.type}`
    if (!isText(field.label) || field.label.length > 4001) return 'a label that is no text'
    if (!field.options.every(option => isText(option.value) && isText(option.label))) {
      return 'an option that is no text'
    }
  }
  return null
}

/** Runs one case of each parser. Returns the problem, or null. */
const problemOf = (random: Random): string | null => {
  const value = random.chance(0.7)
    ? mutated(random, random.pick(bodies), random.pick([0.05, 0.2, 0.5]))
    : anyJson(random, 4)
  for (const schema of [User, Stats, SubmissionRow, ChangesMeta, Tombstone]) parse(schema, value)
  const rowParsed = parse(SubmissionRow, findObject(value, 'id', 'form_id'))
  if (rowParsed.success) {
    const { id, latitude } = rowParsed.output as { id: unknown; latitude: unknown }
    if (!isText(id) || id === '') return 'a row without an id'
    // What a row does not say, or says as no number, is undefined.
    const isPlace = latitude === null || latitude === undefined || Number.isFinite(latitude)
    if (!isPlace) return 'a latitude that is no number'
  }
  for (const raw of findList(value) ?? [value]) {
    parseFormHead(raw)
    const wrong = formProblem(raw)
    if (wrong !== null) return wrong
  }
  parseOptions(value)
  if (!isText(findErrors(value))) return 'errors that are no text'
  const message = findMessage(value)
  if (message !== null && !isText(message)) return 'a message that is no text'
  const status = random.pick([0, 200, 204, 302, 400, 401, 403, 404, 409, 412, 422, 429, 500, 503])
  replyToFailure({ status, json: value, header: () => null })
  if (typeof value === 'object' && value !== null && 'x' in value) hasDefinition(value as never)
  canonical(value)
  const text = random.pick(nastyTexts)
  parseExtensions(text)
  const origin = originOf({ from: text })
  if (!origin.startsWith('/') || origin.startsWith('//')) return `leads to ${origin}`
  return Object.keys(Object.prototype).length > 0 ? 'a changed prototype' : null
}

test(
  `${caseCount} answers of any shape: nothing throws, nothing is invented`,
  { timeout: 3_600_000 },
  () => {
    const problems: string[] = []
    for (let index = 0; index < caseCount && problems.length < 20; index += 1) {
      try {
        const problem = problemOf(randomOf(index))
        if (problem !== null) problems.push(`case ${index}: ${problem}`)
      } catch (error) {
        problems.push(`case ${index}: ${String(error)}`)
      }
    }
    expect(problems).toEqual([])
  },
)

test('texts of any kind over the wire: every call returns a result, and none throws', async () => {
  let answer = (): Response => new Response()
  const env = createFakeSyncEnv({
    fetch: () => Promise.resolve(answer()),
    origin: 'http://api.test',
  })
  env.signIn('token')
  const api = createApi(createClient(env))
  const calls = [
    () => api.login('a@b.c', 'x'),
    () => api.account(),
    () => api.forms(1),
    () => api.form('f1'),
    () => api.stats(),
    () => api.submission('s1'),
  ]
  const deepest = Math.min(caseCount, 20_000)
  for (let index = 0; index < deepest; index += 1) {
    const random = randomOf(index)
    const whole = JSON.stringify(mutated(random, random.pick(bodies)))
    const isDeep = random.chance(0.005)
    const text = isDeep
      ? `{"errors":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
      : damaged(random, whole)
    const bytes = random.chance(0.1) ? anyBytes(random) : new TextEncoder().encode(text)
    const status = random.pick([200, 201, 400, 403, 404, 422, 500, 502])
    answer = () => new Response(bytes, { status })
    const result = await random.pick(calls)()
    expect(typeof result.ok).toBe('boolean')
  }
})

test('an answer nested deep enough to exhaust its readers is rejected, but brackets in a text are fine', async () => {
  let text = ''
  const env = createFakeSyncEnv({
    fetch: () => Promise.resolve(new Response(text, { status: 200 })),
    origin: 'http://api.test',
  })
  const api = createApi(createClient(env))
  text = JSON.stringify({ data: { ...form, description: '[{'.repeat(60) } })
  expect(await api.form('f1')).toMatchObject({ ok: true })
  text = `{"data":{"id":"f1","sections":${'['.repeat(9000)}${']'.repeat(9000)}}}`
  expect(await api.form('f1')).toMatchObject({ ok: false, failure: { kind: 'malformed' } })
})

test('a damaged vault reads as empty, and never throws', async () => {
  const stored = new Map<string, string>()
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  const vault = createVault({
    local: {
      get: name => stored.get(name) ?? null,
      set: (name, value) => void stored.set(name, value),
      remove: name => void stored.delete(name),
      keys: () => [...stored.keys()],
    },
    deviceKey: () => Promise.resolve(key),
  })
  const secret = { accessToken: 'secret token', user: { id: '1' } }
  await vault.write('authData', secret)
  const whole = stored.get('authData') ?? ''
  expect(whole).toMatch(/^ENC_/)
  expect(whole).not.toContain('secret')
  for (let index = 0; index < Math.min(caseCount, 10_000); index += 1) {
    const random = randomOf(index)
    const text = random.chance(0.2) ? `ENC_${random.pick(nastyTexts)}` : damaged(random, whole)
    stored.set('authData', text)
    const read = await vault.read('authData')
    // A change that changes no bit, such as in a base64 text's last character, may read the same.
    expect(read ?? secret).toEqual(secret)
  }
  // Under another name it does not open.
  stored.set('rememberMeData', whole)
  expect(await vault.read('rememberMeData')).toBeNull()
})
