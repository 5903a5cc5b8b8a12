import { basePath, calls, type CallName } from '../../replication/wire/calls.ts'
import type { Json } from '../../replication/wire/envelope.ts'
import { callDocs, type CallDoc } from './calls.ts'
import { schemaToJson } from './schema-to-json.ts'

const text = { type: 'string' }
const maybeText = { type: ['string', 'null'] }
const flag = { type: 'boolean' }
const whole = { type: 'integer' }
const moment = { type: 'string', format: 'date-time' }
const object = (properties: Json): Json => ({ type: 'object', properties })
const list = (items: Json): Json => ({ type: 'array', items })
const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

const schemas: Readonly<Record<string, Json>> = {
  User: object({
    id: text,
    full_name: text,
    first_name: text,
    last_name: text,
    phone_number: text,
    email: text,
    address: text,
    is_active: flag,
    is_first_login: flag,
    profile_image: maybeText,
    organization_name: maybeText,
    organization_logo: maybeText,
  }),
  FormHead: object({
    id: text,
    title: text,
    description: text,
    status: text,
    submissions: whole,
    created_at: moment,
    updated_at: moment,
  }),
  Field: object({
    id: text,
    name: text,
    label: text,
    type: text,
    placeholder: text,
    order: whole,
    help_text: text,
    is_required: flag,
    options: list(object({ value: text, label: text })),
    multiple: flag,
    max_kb: { type: ['integer', 'null'] },
  }),
  Answer: object({
    form_field_id: text,
    value: maybeText,
    value_json: { description: 'A list, or the links of the files; null otherwise.' },
    occurrence: whole,
  }),
  Row: object({
    id: text,
    form_id: text,
    form_name: text,
    latitude: { type: ['number', 'null'] },
    longitude: { type: ['number', 'null'] },
    address: maybeText,
    created_at: moment,
    updated_at: moment,
    deleted_at: maybeText,
    rev: text,
    client_key: maybeText,
    tempId: maybeText,
    answers: list(reference('Answer')),
  }),
  Stats: object({
    total_assigned_forms: whole,
    total_submissions: whole,
    submissions_today: whole,
    response_rate: { type: 'integer', minimum: 0, maximum: 100 },
  }),
  Refusal: object({
    status: { const: false },
    message: text,
    errors: { type: 'object', additionalProperties: list(text) },
    code: text,
    data: { description: 'The row as it stands, for 409 and 412.' },
  }),
}

const section = object({ id: text, name: text, order: whole, fields: list(reference('Field')) })

const dataSchemas: Readonly<Record<CallDoc['data'], Json>> = {
  null: { type: 'null' },
  object: { type: 'object' },
  login: object({ access_token: text, user: reference('User') }),
  user: reference('User'),
  forms: list(reference('FormHead')),
  form: {
    allOf: [
      reference('FormHead'),
      object({ sections: list(section), files: list(object({ id: text, name: text })) }),
    ],
  },
  file: {
    oneOf: [
      object({ columns: list(text), rows: list(list(text)) }),
      object({ type: text, base64: text }),
    ],
  },
  rows: list(reference('Row')),
  row: reference('Row'),
  stats: reference('Stats'),
}

const listSchemas: Readonly<Record<string, Json>> = {
  meta: {
    description: 'Of a page: page, limit, total. Of changes: next, has_more.',
    type: 'object',
  },
  deleted: list(object({ id: text, deleted_at: moment })),
}

const answerOf = (doc: CallDoc): Json => ({
  description: 'Done.',
  content: {
    'application/json': {
      schema: object({
        status: { const: true },
        message: text,
        data: dataSchemas[doc.data],
        ...(doc.data === 'rows' || doc.data === 'forms' ? listSchemas : {}),
      }),
    },
  },
})

const refusalOf = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: reference('Refusal') } },
})

const refusalWords: Readonly<Record<number, string>> = {
  401: 'No token, or one that is unknown or has ended.',
  403: 'The user account is inactive.',
  404: 'Not there, or not this surveyor’s.',
  409: 'The key has saved another submission: code idempotency_conflict, with that row.',
  412: 'The row has changed since; data is how it stands.',
  413: 'The request is too large.',
  422: 'The request was not accepted; errors says why.',
  429: 'Too many attempts; Retry-After says how long to wait.',
}

const partSchemas: Readonly<Record<'text' | 'file' | 'files', Json>> = {
  text,
  file: { type: 'string', format: 'binary' },
  files: list({ type: 'string', format: 'binary' }),
}

const multipartOf = (parts: NonNullable<CallDoc['parts']>): Json => ({
  schema: object(
    Object.fromEntries(Object.entries(parts).map(([name, kind]) => [name, partSchemas[kind]])),
  ),
})

const requestOf = (doc: CallDoc): Json => {
  const content = {
    ...(doc.body === undefined ? {} : { 'application/json': { schema: schemaToJson(doc.body) } }),
    ...(doc.parts === undefined ? {} : { 'multipart/form-data': multipartOf(doc.parts) }),
  }
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } }
}

const parametersOf = (path: string, doc: CallDoc): readonly Json[] => [
  ...(path.includes(':id') ? [{ name: 'id', in: 'path', required: true, schema: text }] : []),
  ...Object.entries(doc.query ?? {}).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: name === 'since' ? text : whole,
  })),
  ...Object.entries(doc.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: text,
  })),
]

const operationOf = (name: CallName): Json => {
  const { path, access } = calls[name]
  const doc = callDocs[name]
  const refusals = access === 'surveyor' ? [401, ...doc.refusals] : doc.refusals
  return {
    operationId: name,
    summary: doc.summary,
    security: access === 'surveyor' ? [{ token: [] }] : [],
    parameters: parametersOf(path, doc),
    ...requestOf(doc),
    responses: {
      [doc.success]: answerOf(doc),
      ...Object.fromEntries(
        refusals.map(status => [status, refusalOf(refusalWords[status] ?? 'Refused.')]),
      ),
    },
  }
}

/** The OpenAPI 3.1 document, made from the wire's table and schemas. */
export const openApiDocument = (): Json => {
  const paths: Record<string, Json> = {}
  for (const [name, { method, path }] of Object.entries(calls)) {
    const address = path.replace(':id', '{id}')
    const operation = operationOf(name as CallName)
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Transect API', version: '1', license: { name: 'AGPL-3.0-or-later' } },
    servers: [{ url: basePath }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas,
    },
  }
}
