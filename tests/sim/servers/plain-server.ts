import { basePath } from '../../../replication/wire/calls.ts'
import type { Random } from '../random.ts'
import { fieldType, hashOf, sectionsOf, type Extra } from '../world/content.ts'
import {
  surveyors,
  toSimRow,
  type FormState,
  type Quirks,
  type SimServer,
  type Surveyor,
} from './sim-server.ts'

/**
 * A server with section 7 of the spec and nothing else: no keys, no revisions, no list of changes. It has two
 * surveyors, and its own habits with texts, numbers, places and times.
 */

interface PlainFile {
  readonly field: string
  readonly name: string
  readonly sha256: string
}

interface PlainRow {
  readonly id: number
  readonly owner: Surveyor
  readonly form_id: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly created_at: string
  readonly updated_at: string
  readonly tempId: string
  readonly answers: readonly { readonly form_field_id: string; readonly value: unknown }[]
  readonly files: readonly PlainFile[]
}

type Body = {
  readonly [name: string]: unknown
  readonly answers?: readonly { readonly form_field_id: string; readonly value: string }[]
}

const origin = 'http://plain.test'
const formId = '3'
const names = { asha: 'Asha', ravi: 'Ravi' } as const

/** Random habits: half of the servers have none. */
export const anyQuirks = (random: Random): Quirks => {
  const isHabitual = random.chance(0.6)
  const may = () => isHabitual && random.chance(0.5)
  return {
    trims: may(),
    decimals: may() ? random.pick([7, 6]) : null,
    reorders: may(),
    numbers: may(),
    times: may() ? random.pick(['no zone', 'as sent'] as const) : 'seconds',
    echoesTempId: may(),
  }
}

/** Row ids are unique across all servers. */
let rowIds = 0

const reply = (status: number, data: unknown, message = 'OK') =>
  Response.json(
    { status: status < 400, message, ...(data === undefined ? {} : { data }) },
    { status },
  )
const refusal = (status: number, message: string) => reply(status, undefined, message)

/** Creates the server. Its state is in memory and starts empty. */
export const plainServer = (quirks: Quirks, extra: Extra): SimServer => {
  const sections = sectionsOf(extra)
  let rows: readonly PlainRow[] = []
  let backup: readonly PlainRow[] | null = null
  let form: FormState = 'published'
  const users = Object.fromEntries(
    surveyors.map((name, at) => [
      name,
      {
        id: at + 7,
        full_name: names[name],
        first_name: names[name],
        last_name: 'Verma',
        phone_number: '9825000000',
        email: `${name}@transect.example`,
        address: 'India',
        is_active: 1,
        is_first_login: 0,
        profile_image: null as string | null,
      },
    ]),
  )

  const time = (iso: string): string => {
    const at = new Date(iso).toISOString()
    switch (quirks.times) {
      case 'seconds':
        return `${at.slice(0, 19)}.000000Z`
      case 'no zone':
        return at.slice(0, 19).replace('T', ' ')
      case 'as sent':
        return iso
    }
  }
  const coordinate = (value: unknown): number | null =>
    typeof value !== 'number'
      ? null
      : quirks.decimals === null
        ? value
        : Number(value.toFixed(quirks.decimals))
  const answer = (fieldId: string, value: string): unknown => {
    const text = quirks.trims ? value.trim() : value
    return quirks.numbers && fieldType(fieldId) === 'NUMBER' && text !== '' ? Number(text) : text
  }

  const sentRow = (
    body: Body,
    now: string,
    kept: Pick<PlainRow, 'id' | 'owner' | 'files' | 'tempId'>,
  ): PlainRow => ({
    ...kept,
    form_id: String(body['form_id']),
    latitude: coordinate(body['latitude']),
    longitude: coordinate(body['longitude']),
    created_at: time(String(body['created_at'])),
    updated_at: time(now),
    answers: (body.answers ?? []).map(({ form_field_id, value }) => ({
      form_field_id,
      value: answer(form_field_id, value),
    })),
  })

  const toWire = ({ files, tempId, answers, owner, ...row }: PlainRow) => {
    const listed = [...new Set(files.map(({ field }) => field))].map(field => ({
      form_field_id: field,
      value: null,
      value_json: JSON.stringify(
        files
          .filter(file => file.field === field)
          .map(({ name }, at) => `${origin}/storage/${row.id}/${at}/${encodeURIComponent(name)}`),
      ),
    }))
    const ordered = quirks.reorders ? answers.toReversed() : answers
    return {
      ...row,
      surveyor: owner,
      ...(quirks.echoesTempId ? { tempId } : {}),
      address: null,
      answers: [...ordered, ...listed],
    }
  }

  const onRow = async (request: Request, row: PlainRow, isUpload: boolean): Promise<Response> => {
    const replace = (next: PlainRow | null) => {
      rows = rows.flatMap(known => (known.id !== row.id ? [known] : next === null ? [] : [next]))
      return reply(200, next === null ? null : toWire(next))
    }
    if (isUpload) {
      const sent = await request.formData()
      const field = String(sent.get('field_id'))
      const parts = sent.getAll('files[]').filter(part => typeof part !== 'string')
      const files = await Promise.all(
        parts.map(async part => ({
          field,
          name: part.name,
          sha256: hashOf(new Uint8Array(await part.arrayBuffer())),
        })),
      )
      const now = rows.find(({ id }) => id === row.id) ?? row
      return replace({ ...now, files: [...now.files, ...files] })
    }
    if (request.method === 'DELETE') return replace(null)
    if (request.method !== 'PUT') return reply(200, toWire(row))
    const body = (await request.json()) as Body
    return replace(sentRow(body, String(body['updated_at']), row))
  }

  const create = async (request: Request, owner: Surveyor): Promise<Response> => {
    const body = (await request.json()) as Body
    if (form === 'deleted') return refusal(404, 'This project has been deleted')
    if (form === 'draft') return refusal(422, 'This project is now in draft')
    rowIds += 1
    const kept = { id: rowIds, owner, files: [], tempId: String(body['tempId'] ?? '') }
    const row = sentRow(body, String(body['created_at']), kept)
    rows = [...rows, row]
    return reply(201, { id: row.id }, 'Created')
  }

  const page = (all: readonly unknown[], query: URLSearchParams) => {
    const limit = Number(query.get('limit') ?? 1000)
    const from = (Number(query.get('page') ?? 1) - 1) * limit
    return reply(200, all.slice(from, from + limit))
  }

  const head = () => ({
    id: 3,
    title: 'Water points',
    description: '',
    status: form,
    updated_at: '2026-11-01 08:00:00',
    submissions: rows.length,
  })

  const signedIn = async (request: Request, call: string, owner: Surveyor): Promise<Response> => {
    const url = new URL(request.url)
    const [, rowId, uploading] = /^\/form-submissions\/([^/]+)(\/upload-files)?$/.exec(call) ?? []
    if (rowId !== undefined) {
      const row = rows.find(({ id, owner: its }) => String(id) === rowId && its === owner)
      if (row === undefined) return refusal(404, 'Submission not found')
      return onRow(request, row, uploading !== undefined)
    }
    switch (`${request.method} ${call}`) {
      case 'GET /auth/account':
        return reply(200, users[owner])
      case 'POST /auth/account-update':
        Object.assign(users[owner] ?? {}, (await request.json()) as Body)
        return reply(200, users[owner])
      case 'GET /forms':
        return page(form === 'deleted' ? [] : [head()], url.searchParams)
      case `GET /forms/${formId}`:
        return reply(200, { ...head(), sections })
      case 'GET /form-submissions':
        return page(
          rows
            .filter(row => row.owner === owner)
            .toReversed()
            .map(toWire),
          url.searchParams,
        )
      case 'POST /form-submissions':
        return create(request, owner)
      case 'GET /analytics/stats':
        return reply(200, { total_assigned_forms: 1, total_submissions: rows.length })
      default:
        return refusal(404, 'Not found')
    }
  }

  return {
    name: 'plain',
    origin,
    formId,
    quirks,
    accounts: {
      asha: { userId: '7', token: 'plain-asha', email: 'asha@transect.example', firstName: 'Asha' },
      ravi: { userId: '8', token: 'plain-ravi', email: 'ravi@transect.example', firstName: 'Ravi' },
    },
    fetch: async request => {
      const call = new URL(request.url).pathname.slice(`${basePath}/surveyor`.length)
      const token = request.headers.get('Authorization')?.slice('Bearer plain-'.length)
      const owner = surveyors.find(name => name === token)
      return owner === undefined ? refusal(401, 'Unauthenticated.') : signedIn(request, call, owner)
    },
    hasCases: extra === 'cases',
    cases: null,
    reviews: null,
    rows: of =>
      Promise.resolve(
        rows
          .filter(({ owner }) => owner === of)
          .map(({ id, latitude, longitude, files, answers }) =>
            toSimRow({ id: String(id), latitude, longitude, files }, answers),
          ),
      ),
    profile: of =>
      Promise.resolve({
        first_name: String(users[of]?.first_name),
        phone_number: String(users[of]?.phone_number),
      }),
    setForm: state => {
      form = state
      return Promise.resolve()
    },
    backUp: () => {
      backup = rows
      return Promise.resolve()
    },
    restore: () => {
      if (backup === null) return Promise.resolve(false)
      rows = backup
      return Promise.resolve(true)
    },
  }
}
