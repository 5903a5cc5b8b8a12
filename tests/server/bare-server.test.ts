import { describe, expect, test } from 'vitest'
import { AnswerRow, SubmissionRow } from '../../replication/wire/answers.ts'
import { parseExtensions, headers } from '../../replication/wire/calls.ts'
import { findList, findObject, isJsonObject } from '../../replication/wire/envelope.ts'
import { parse } from 'valibot'
import { barePassword, createBareServer, type BareOptions } from './bare-server.ts'
import { newSubmission, pngBytes, uploadForm } from './surveyor.ts'

const forms: BareOptions['forms'] = [
  { id: 'household-profile', title: 'Household Profile', sections: [{ id: 1, fields: [] }] },
  { id: 2, title: 'Prices', status: 'draft', sections: [] },
]

const signedIn = async (options: Omit<BareOptions, 'forms'>) => {
  const server = createBareServer({ ...options, forms })
  const login = await server.fetch('/api/surveyor/auth/login', {
    method: 'POST',
    body: JSON.stringify({ email: 'asha@transect.example', password: barePassword }),
  })
  const token = findObject(await login.json(), 'access_token')?.['access_token']
  const ask = async (method: string, call: string, body?: unknown) => {
    const response = await server.fetch(`/api/surveyor${call}`, {
      method,
      headers: { Authorization: `Bearer ${String(token)}` },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    expect(parseExtensions(response.headers.get(headers.extensions))).toEqual([])
    return { status: response.status, body: (await response.json()) as unknown }
  }
  return { server, ask }
}

const shapes = (['data', 'data.data', 'paginator'] as const).flatMap(envelope =>
  (['top', 'data'] as const).map(tokenAt => ({ envelope, tokenAt })),
)

describe.each(shapes)('the bare server ($envelope, token at $tokenAt)', options => {
  test('has section 7, in a form that the wire can read', async () => {
    const { server, ask } = await signedIn(options)
    const list = async (call: string) => findList((await ask('GET', call)).body)
    expect(await list('/forms')).toHaveLength(2)
    const created = await ask('POST', '/form-submissions', newSubmission({ client_key: 'k' }))
    const id = findObject(created.body, 'id')?.['id']
    expect([created.status, id]).toEqual([201, 1])
    await ask('POST', '/form-submissions', newSubmission({ client_key: 'k' }))
    expect(server.rows()).toHaveLength(2)

    const files = [new File([pngBytes(1)], 'a.png')]
    await ask('POST', '/form-submissions/1/upload-files', uploadForm('f', files))
    await ask('POST', '/form-submissions/1/upload-files', uploadForm('f', files))
    const row = parse(
      SubmissionRow,
      findObject((await ask('GET', '/form-submissions/1')).body, 'id'),
    )
    expect(row).toMatchObject({ id: '1', rev: '', created_at: '2026-11-20T09:12:13.000000Z' })
    const photo = row.answers?.filter(isJsonObject).at(-1)
    expect(JSON.parse(String(parse(AnswerRow, photo).value_json))).toHaveLength(2)

    const edit = { ...newSubmission({ answers: [] }), updated_at: '2026-11-20T10:00:00Z' }
    await ask('PUT', '/form-submissions/1', edit)
    expect(server.rows()[0]).toMatchObject({ id: 1, answers: [] })
    expect((await ask('DELETE', '/form-submissions/1')).status).toBe(200)
    expect((await ask('DELETE', '/form-submissions/1')).status).toBe(404)
    expect(await list('/form-submissions?page=1&limit=1')).toHaveLength(1)
    expect((await ask('POST', '/form-submissions', newSubmission({ form_id: '2' }))).status).toBe(
      422,
    )
    expect(findObject((await ask('GET', '/analytics/stats')).body, 'response_rate')).not.toBeNull()
  })
})

test('the bare server has the same faults', async () => {
  const { server, ask } = await signedIn({})
  server.faults.arm({ fault: 'drop-after', method: 'POST' })
  await expect(ask('POST', '/form-submissions', newSubmission())).rejects.toThrow(TypeError)
  expect(server.rows()).toHaveLength(1)
})
