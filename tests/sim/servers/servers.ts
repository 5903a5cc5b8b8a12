import { demoUsers } from '../../../server/demo/seed.ts'
import { createBareServer, type BareForm } from '../../server/bare-server.ts'
import type { TestServer } from '../../server/make-server.ts'
import { markerField } from '../world/world.ts'

/** A server as the simulation sees it: our own, or one that knows only the spec's calls. */
export interface SimServer {
  readonly name: 'ours' | 'plain'
  readonly fetch: (request: Request) => Promise<Response>
  readonly origin: string
  readonly token: string
  readonly formId: string
  /** The surveyor's rows, read past the API. */
  readonly rows: () => Promise<readonly SimRow[]>
  readonly setForm: (state: FormState) => Promise<void>
  /** The rows of another surveyor, as text; '' where there is none. */
  readonly otherRows: () => Promise<string>
}

export type FormState = 'published' | 'draft' | 'deleted'

/** A row on the server, found by the marker that its interview was given. */
export interface SimRow {
  readonly id: string
  readonly marker: string
  readonly answers: Readonly<Record<string, string>>
  /** The names of its files. */
  readonly files: readonly string[]
}

type Answers = readonly { readonly form_field_id: string; readonly value: unknown }[]

const toSimRow = (id: string, list: Answers, files: readonly string[]): SimRow => {
  const answers = Object.fromEntries(
    list
      .filter(({ value }) => value !== null && value !== '')
      .map(({ form_field_id, value }) => [form_field_id, String(value)]),
  )
  return { id, answers, files: [...files].sort(), marker: answers[markerField] ?? '' }
}

const rowsOfUser = `
  select s.id::text as id,
    (select coalesce(json_agg(json_build_object('form_field_id', a.form_field_id, 'value', a.value)), '[]')
      from submission_answers a where a.user_id = s.user_id and a.submission_id = s.id) as answers,
    (select coalesce(json_agg(f.name), '[]')
      from submission_files f where f.user_id = s.user_id and f.submission_id = s.id) as files
  from submissions s where s.user_id = $1 and s.deleted_at is null order by s.rev`

/** Tokens last for a whole run of histories. */
const tokens = new WeakMap<TestServer, { readonly asha: string; readonly ravi: string }>()

const signIn = async (server: TestServer) => {
  const known = tokens.get(server)
  if (known !== undefined) return known
  const made = {
    asha: await server.login(demoUsers.asha.email),
    ravi: await server.login(demoUsers.first.email),
  }
  tokens.set(server, made)
  return made
}

/** Our own server without any submission but one of another surveyor. */
export const ourServer = async (server: TestServer): Promise<SimServer> => {
  const { asha, ravi } = await signIn(server)
  for (const table of ['submission_files', 'submission_answers', 'submissions']) {
    await server.db.query(`delete from ${table}`)
  }
  const [form] = await server.db.query<{ id: string }>('select id from forms order by id limit 1')
  const formId = form?.id ?? ''
  const setForm = async (state: FormState) => {
    await server.db.query('update forms set status = $2, removed_at = $3 where id = $1', [
      formId,
      state === 'draft' ? 'draft' : 'published',
      state === 'deleted' ? new Date() : null,
    ])
  }
  const read = async (userId: string) => {
    const rows = await server.db.query<{ id: string; answers: Answers; files: string[] }>(
      rowsOfUser,
      [userId],
    )
    return rows.map(({ id, answers, files }) => toSimRow(id, answers, files))
  }
  await setForm('published')
  await server.fetch('/api/surveyor/form-submissions', {
    method: 'POST',
    headers: { Authorization: `Bearer ${ravi}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      form_id: formId,
      latitude: null,
      longitude: null,
      created_at: new Date(0).toISOString(),
      answers: [{ form_field_id: markerField, value: 'somebody else' }],
    }),
  })
  return {
    name: 'ours',
    fetch: request => server.fetch(request),
    origin: server.origin,
    token: asha,
    formId,
    rows: () => read(demoUsers.asha.id),
    setForm,
    otherRows: async () => JSON.stringify(await read(demoUsers.first.id)),
  }
}

/** A server that knows only the spec's calls. */
export const plainServer = async (): Promise<SimServer> => {
  const form = { id: 3, title: 'Water points', sections: [] }
  const forms: BareForm[] = [form]
  const server = createBareServer({ forms })
  const login = await server.fetch('/api/surveyor/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'asha@transect.example', password: 'fieldwork-2026' }),
  })
  const { data } = (await login.json()) as { data: { access_token: string } }
  return {
    name: 'plain',
    fetch: server.fetch,
    origin: server.origin,
    token: data.access_token,
    formId: '3',
    rows: () =>
      Promise.resolve(
        server.rows().map(({ id, answers, files }) =>
          toSimRow(
            String(id),
            answers,
            files.map(({ name }) => name),
          ),
        ),
      ),
    setForm: state => {
      forms.splice(0, 1, ...(state === 'deleted' ? [] : [{ ...form, status: state }]))
      if (state === 'deleted') forms.length = 0
      return Promise.resolve()
    },
    otherRows: () => Promise.resolve(''),
  }
}
