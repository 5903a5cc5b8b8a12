import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { basePath, calls, type CallName } from '../../replication/wire/calls.ts'
import { officeCalls } from '../../replication/wire/office/calls.ts'
import type { OfficeCall } from '../../replication/wire/office/office-call.ts'
import type { Json } from '../../replication/wire/envelope.ts'
import { callDocs, paging, type CallDoc } from './calls.ts'
import { named, successes } from './answers.ts'

const toJson = (schema: v.GenericSchema): Json => {
  const {
    $schema: _schema,
    $defs: _definitions,
    ...json
  } = toJsonSchema(schema, {
    ignoreActions: ['trim', 'to_lower_case', 'check', 'finite', 'transform'],
    definitions: named,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  })
  return json
}

const text = { type: 'string' }
const whole = { type: 'integer' }

const answerOf = (doc: CallDoc): Json => ({
  description: 'Done.',
  ...(doc.success === 204 ? {} : { content: contentOf(doc) }),
})

const contentOf = ({ data }: CallDoc): Json =>
  data === 'bytes'
    ? { '*/*': { schema: partSchemas.file } }
    : {
        'application/json': {
          schema: toJson(
            v.object({ status: v.literal(true), message: v.string(), ...successes[data] }),
          ),
        },
      }

const refusalOf = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: toJson(named.Refusal) } },
})

const refusalWords: Readonly<Record<number, string>> = {
  401: 'No token, or one that is unknown or has ended.',
  403: 'The user account is inactive.',
  404: 'Not there, or not this surveyor’s.',
  416: 'There are no such bytes.',
  408: 'The body broke off. What has arrived of a piece stays.',
  409: 'The key has saved another submission: code idempotency_conflict, with that row. An upload is at another offset, or its bytes are not those that were announced.',
  412: 'The row has changed since; data is how it stands.',
  413: 'The request is too large.',
  415: 'The body has another type.',
  422: 'The request was not accepted; errors says why.',
  429: 'Too many attempts; Retry-After says how long to wait.',
}

const officeRefusalWords: Readonly<Record<number, string>> = {
  401: 'No session, or one that has ended.',
  403: 'Not for this role, before the first password was chosen, or without the XSRF pair.',
  404: 'Not there, or not within the scope of this account.',
}

const partSchemas: Readonly<Record<'text' | 'file' | 'files', Json>> = {
  text,
  file: { type: 'string', format: 'binary' },
  files: { type: 'array', items: { type: 'string', format: 'binary' } },
}

const multipartOf = (parts: NonNullable<CallDoc['parts']>): Json => ({
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(parts).map(([name, kind]) => [name, partSchemas[kind]]),
    ),
  },
})

const requestOf = (doc: Pick<CallDoc, 'body' | 'parts' | 'bytes'>): Json => {
  const content = {
    ...(doc.body === undefined ? {} : { 'application/json': { schema: toJson(doc.body) } }),
    ...(doc.parts === undefined ? {} : { 'multipart/form-data': multipartOf(doc.parts) }),
    ...(doc.bytes === undefined ? {} : { [doc.bytes]: { schema: partSchemas.file } }),
  }
  return Object.keys(content).length === 0 ? {} : { requestBody: { required: true, content } }
}

const parametersOf = (path: string, doc: Pick<CallDoc, 'query' | 'headers'>): readonly Json[] => [
  ...(path.includes(':id') ? [{ name: 'id', in: 'path', required: true, schema: text }] : []),
  ...Object.entries(doc.query ?? {}).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: name in paging ? whole : text,
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

const officeOperationOf = (name: string, call: OfficeCall): Json => {
  const data = call.data === null ? null : v.object({ data: call.data })
  const good =
    data === null
      ? { '*/*': { schema: partSchemas.file } }
      : {
          'application/json': {
            schema: toJson(
              v.object({ status: v.literal(true), message: v.string(), ...data.entries }),
            ),
          },
        }
  const refusals = call.roles === 'public' ? [403] : [401, 403]
  return {
    operationId: `office${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    summary:
      call.roles === 'public' ? call.summary : `${call.summary} By ${call.roles.join(', ')}.`,
    security: call.roles === 'public' ? [] : [{ session: [] }],
    parameters: parametersOf(call.path, call),
    ...requestOf(call),
    responses: {
      200: { description: 'Done.', content: good },
      ...Object.fromEntries(
        [...refusals, ...call.refusals].map(status => [
          status,
          refusalOf(officeRefusalWords[status] ?? refusalWords[status] ?? 'Refused.'),
        ]),
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
  for (const [name, call] of Object.entries(officeCalls)) {
    const address = call.path.replace(':id', '{id}')
    const operation = officeOperationOf(name, call)
    paths[address] = { ...paths[address], [call.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Transect API', version: '1', license: { name: 'AGPL-3.0-or-later' } },
    servers: [{ url: basePath }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'office_session' },
      },
      schemas: Object.fromEntries(
        Object.entries(named).map(([name, schema]) => [
          name,
          toJson(v.object({ ...schema.entries })),
        ]),
      ),
    },
  }
}
