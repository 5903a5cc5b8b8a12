import { createBareServer } from '../server/bare-server.ts'
import type { TestServer } from '../server/make-server.ts'
import { markerField, noteField, type SimRow, type SimServer } from './world.ts'

type Answers = readonly {
  readonly form_field_id: string
  readonly value: unknown
  readonly value_json?: unknown
}[]

const toSimRow = (answers: Answers): SimRow => {
  const textOf = (fieldId: string) =>
    String(answers.find(({ form_field_id }) => form_field_id === fieldId)?.value ?? '')
  const files = answers.flatMap(({ value_json }) => {
    const list: unknown = typeof value_json === 'string' ? JSON.parse(value_json) : value_json
    return Array.isArray(list) ? list : []
  })
  return { marker: textOf(markerField), note: textOf(noteField), files: files.length }
}

const rowsByMarker = `
  select marker.value as marker, coalesce(note.value, '') as note,
    (select count(*)::int from submission_files f where f.submission_id = s.id) as files
  from submissions s
  join submission_answers marker on marker.submission_id = s.id and marker.form_field_id = $1
  left join submission_answers note on note.submission_id = s.id and note.form_field_id = $2
  where s.deleted_at is null`

/** Our own server, freshly seeded; what it held before is not looked at. */
export const ourServer = async (server: TestServer): Promise<SimServer> => {
  await server.reset()
  const token = await server.login()
  const get = async (path: string) => {
    const response = await server.fetch(`/api/surveyor/${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    return ((await response.json()) as { data: unknown }).data
  }
  const forms = (await get('forms?page=1&limit=100')) as { id: string; status: string }[]
  return {
    name: 'ours',
    fetch: server.fetch,
    origin: server.origin,
    faults: server.faults,
    token,
    formId: forms.find(({ status }) => status !== 'draft')?.id ?? '',
    // Read past the API, so that armed faults are left for the device.
    rows: () => server.db.query<SimRow>(rowsByMarker, [markerField, noteField]),
  }
}

/** A server that knows only the spec's calls. */
export const plainServer = async (): Promise<SimServer> => {
  const server = createBareServer({ forms: [{ id: 3, title: 'Water points', sections: [] }] })
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
    faults: server.faults,
    token: data.access_token,
    formId: '3',
    rows: () =>
      Promise.resolve(
        server.rows().map(({ answers, files }) => ({ ...toSimRow(answers), files: files.length })),
      ),
  }
}
