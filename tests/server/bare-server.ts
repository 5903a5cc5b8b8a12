import { basePath } from '../../replication/wire/calls.ts'
import { askedShape } from './bare-shape.ts'
import { createFaults, failWith, type Faults } from '../../server/test-mode/faults.ts'

/**
 * A server with section 7 of the spec and nothing else: no idempotency, no extensions header, no revisions, whole
 * seconds, numbers as ids. The app must work completely against it.
 */
export interface BareServer {
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  readonly faults: Faults
  /** The stored rows, oldest first, for counting duplicates. */
  readonly rows: () => readonly BareRow[]
  /** The bytes uploaded under a name; null when there are none. */
  readonly fileBytes: (rowId: number, name: string) => Promise<Uint8Array | null>
  readonly origin: string
}

/** The differences between the servers that this one stands for. */
export interface BareOptions {
  /** Where lists and rows are in the body. */
  readonly envelope?: 'data' | 'data.data' | 'paginator'
  readonly tokenAt?: 'top' | 'data'
  /** How rows spell the name of their form. By default formName if `times` is given, else no row names it. */
  readonly formNames?: 'formName' | 'form_name'
  /** How rows spell their times (3.21). Without it, they are created_at. */
  readonly times?: 'created_at' | 'createdAt'
  /** How rows give the addresses of files: whole, or from the root of this server. */
  readonly fileAddresses?: 'whole' | 'from the root'
  /** Forms as this server returns them. Their heads are derived from them. */
  readonly forms: readonly BareForm[]
  readonly now?: () => number
  /** Rows that exist from the start, a minute apart. */
  readonly past?: number
  /** The most rows of a page, whatever limit was asked for. */
  readonly rowsPerPage?: number
  readonly origin?: string
}

/** A form in any shape that a test sends. */
export interface BareForm {
  readonly id: string | number
  readonly title: string
  readonly status?: string
  readonly sections: readonly unknown[]
}

interface BareFile {
  readonly fieldId: string
  readonly name: string
  readonly content: Blob
}

/** A saved submission, with its files. */
export interface BareRow {
  readonly id: number
  readonly form_id: string
  readonly latitude: unknown
  readonly longitude: unknown
  readonly created_at: string
  readonly updated_at: string
  readonly answers: readonly { readonly form_field_id: string; readonly value: unknown }[]
  readonly files: readonly BareFile[]
}

type Json = Record<string, unknown>

/** The password of its one user, asha@transect.example. */
export const barePassword = 'fieldwork-2026'
const user = {
  id: 7,
  full_name: 'Asha Verma',
  first_name: 'Asha',
  last_name: 'Verma',
  phone_number: '9825000000',
  email: 'asha@transect.example',
  address: 'India',
  is_active: 1,
  is_first_login: 0,
  profile_image: null,
  organization_name: 'Terra Verde Relief',
  organization_logo: null,
}

const wholeSeconds = (iso: string): string => `${new Date(iso).toISOString().slice(0, 19)}.000000Z`
const reply = (status: number, body: unknown) => Response.json(body, { status })
const refusal = (status: number, message: string) => reply(status, { status: false, message })

/** Creates the server. Its state is in memory and starts empty. */
export const createBareServer = (given: BareOptions): BareServer => {
  const options: BareOptions = { ...askedShape(), ...given }
  const { envelope = 'data', tokenAt = 'data', origin = 'http://bare.test' } = options
  const now = options.now ?? Date.now
  const faults = createFaults()
  const tokens = new Set<string>()
  const past = options.past ?? 0
  let rows: BareRow[] = Array.from({ length: past }, (_, at) => ({
    id: at + 1,
    form_id: String(options.forms[0]?.id),
    latitude: null,
    longitude: null,
    created_at: wholeSeconds(new Date(now() - (past - at) * 60_000).toISOString()),
    updated_at: wholeSeconds(new Date(now() - (past - at) * 60_000).toISOString()),
    answers: [{ form_field_id: 'q', value: `row ${at}` }],
    files: [],
  }))
  let nextId = past + 1
  let account: Json = { ...user }

  const one = (value: unknown) =>
    reply(200, {
      status: true,
      message: 'OK',
      data: envelope === 'data.data' ? { data: value } : value,
    })

  const page = (all: readonly unknown[], query: URLSearchParams): Response => {
    const limit = Math.min(Number(query.get('limit') ?? 1000), options.rowsPerPage ?? 1000)
    const number = Number(query.get('page') ?? 1)
    const data = all.slice((number - 1) * limit, number * limit)
    if (envelope === 'data') return one(data)
    const paginator = { current_page: number, data, per_page: limit, total: all.length }
    return reply(200, {
      status: true,
      message: 'OK',
      data: envelope === 'paginator' ? paginator : { data },
    })
  }

  const formNames = options.formNames ?? (options.times === undefined ? undefined : 'formName')
  const filesRoot = options.fileAddresses === 'from the root' ? '' : origin

  const rowToWire = ({ files, created_at, updated_at, ...row }: BareRow): Json => {
    const fieldIds = [...new Set(files.map(file => file.fieldId))]
    const fileAnswers = fieldIds.map(fieldId => ({
      form_field_id: fieldId,
      value: null,
      value_json: JSON.stringify(
        files
          .filter(file => file.fieldId === fieldId)
          .map(file => `${filesRoot}/storage/${row.id}/${encodeURIComponent(file.name)}`),
      ),
    }))
    const form = options.forms.find(({ id }) => String(id) === row.form_id)
    return {
      ...row,
      ...(options.times === 'createdAt'
        ? { createdAt: created_at, updatedAt: updated_at }
        : { created_at, updated_at }),
      ...(formNames === undefined ? {} : { [formNames]: form?.title }),
      address: null,
      answers: [...row.answers, ...fileAnswers],
    }
  }

  const sentRow = (id: number, body: Json, files: readonly BareFile[]): BareRow => ({
    id,
    form_id: String(body['form_id']),
    latitude: body['latitude'],
    longitude: body['longitude'],
    created_at: wholeSeconds(String(body['created_at'])),
    updated_at: wholeSeconds(new Date(now()).toISOString()),
    answers: body['answers'] as BareRow['answers'],
    files,
  })

  const formProblem = (body: Json): Response | null => {
    const form = options.forms.find(entry => String(entry.id) === String(body['form_id']))
    if (form === undefined) return refusal(404, 'This project has been deleted')
    return form.status === 'draft' ? refusal(422, 'This project is now in draft') : null
  }

  const login = (body: Json): Response => {
    if (body['email'] !== user.email || body['password'] !== barePassword) {
      return refusal(401, 'Invalid credentials')
    }
    const access_token = `bare-${tokens.size + 1}`
    tokens.add(access_token)
    return tokenAt === 'top'
      ? reply(200, { status: true, message: 'OK', access_token, data: { user: account } })
      : reply(200, { status: true, message: 'OK', data: { access_token, user: account } })
  }

  const stats = () => ({
    total_assigned_forms: options.forms.length,
    total_submissions: rows.length,
    submissions_today: rows.length,
    response_rate: 50,
  })

  const heads = () =>
    options.forms.map(({ sections: _sections, ...form }) => ({
      status: 'published',
      description: '',
      submissions: rows.filter(row => row.form_id === String(form.id)).length,
      ...form,
    }))

  const upload = async (row: BareRow, request: Request): Promise<Response> => {
    const form = await request.formData()
    const fieldId = String(form.get('field_id'))
    const sent = form.getAll('files[]').filter(part => typeof part !== 'string')
    const files = [...row.files, ...sent.map(file => ({ fieldId, name: file.name, content: file }))]
    rows = rows.map(entry => (entry.id === row.id ? { ...entry, files } : entry))
    return one({ uploaded: sent.length })
  }

  const onRow = async (request: Request, id: string, isUpload: boolean): Promise<Response> => {
    const row = rows.find(entry => String(entry.id) === id)
    if (row === undefined) return refusal(404, 'Submission not found')
    if (isUpload) return upload(row, request)
    if (request.method === 'DELETE') {
      rows = rows.filter(entry => entry !== row)
      return one(null)
    }
    if (request.method !== 'PUT') return one(rowToWire(row))
    const changed = sentRow(row.id, (await request.json()) as Json, row.files)
    rows = rows.map(entry => (entry === row ? changed : entry))
    return one(rowToWire(changed))
  }

  const create = async (request: Request): Promise<Response> => {
    const body = (await request.json()) as Json
    const problem = formProblem(body)
    if (problem !== null) return problem
    const row = sentRow(nextId, body, [])
    nextId += 1
    rows = [...rows, row]
    return reply(201, {
      status: true,
      message: 'Created',
      data: { data: { id: row.id }, id: row.id },
    })
  }

  const signedIn = async (request: Request, call: string, query: URLSearchParams) => {
    const [, rowId, uploading] = /^\/form-submissions\/([^/]+)(\/upload-files)?$/.exec(call) ?? []
    if (rowId !== undefined) return onRow(request, rowId, uploading !== undefined)
    const form = options.forms.find(entry => call === `/forms/${entry.id}`)
    if (form !== undefined) return one(form)
    switch (`${request.method} ${call}`) {
      case 'GET /auth/account':
        return one(account)
      case 'POST /auth/account-update':
        account = { ...account, ...((await request.json()) as Json) }
        return one(account)
      case 'GET /forms':
        return page(heads(), query)
      case 'GET /form-submissions':
        return page(rows.toReversed().map(rowToWire), query)
      case 'POST /form-submissions':
        return create(request)
      case 'GET /analytics/stats':
        return one(stats())
      case 'POST /auth/password-change':
      case 'POST /auth/password-set':
        return one(null)
      default:
        return refusal(404, 'Not found')
    }
  }

  const storedFile = (rowId: string, name: string): Response => {
    const { files = [] } = rows.find(({ id }) => String(id) === rowId) ?? {}
    const file = files.find(entry => entry.name === decodeURIComponent(name))
    return file === undefined ? refusal(404, 'Not found') : new Response(file.content)
  }

  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const [, rowId, name] = /^\/storage\/(\d+)\/([^/]+)$/.exec(url.pathname) ?? []
    if (rowId !== undefined && name !== undefined) return storedFile(rowId, name)
    const call = url.pathname.slice(`${basePath}/surveyor`.length)
    if (call === '/auth/login') return login((await request.json()) as Json)
    if (call.startsWith('/auth/password-') && !/-(change|set)$/.test(call)) return one(null)
    const token = request.headers.get('Authorization')?.slice('Bearer '.length) ?? ''
    if (call === '/auth/logout') {
      tokens.delete(token)
      return one(null)
    }
    if (!tokens.has(token)) return refusal(401, 'Unauthenticated.')
    return signedIn(request, call, url.searchParams)
  }

  return {
    faults,
    origin,
    rows: () => rows,
    fileBytes: async (rowId, name) => {
      const row = rows.find(({ id }) => id === rowId)
      const file = row?.files.find(entry => entry.name === name)
      return file === undefined ? null : new Uint8Array(await file.content.arrayBuffer())
    },
    fetch: async (input, init) => {
      const request = new Request(typeof input === 'string' ? new URL(input, origin) : input, init)
      const fault = faults.take(request, request.headers.get('X-Fault'))
      return fault === null ? answer(request) : failWith(fault, () => answer(request))
    },
  }
}
