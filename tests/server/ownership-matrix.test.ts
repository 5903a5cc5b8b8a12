import { expect, test } from 'vitest'
import { basePath, calls, type CallName } from '../../replication/wire/calls.ts'
import { describeServer } from './engines.ts'
import { newSubmission, pngBytes, rowOf, signIn, uploadForm } from './surveyor.ts'

/** Two surveyors, every route, every verb, every kind of id: another surveyor's data does not exist for them. */

const users = ['asha@transect.example', 'first@transect.example'] as const
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const unknown = '00000000-0000-4000-8000-000000000000'
const malformed = ['x', '..', '%00', '%2e%2e%2fetc', '1 or 1=1', "'", 'é', '%E0%A4%A', 'temp_1']
const edit = { ...newSubmission(), updated_at: '2026-11-20T10:00:00.000Z' }

describeServer('of two surveyors', server => {
  const prepare = async (email: string) => {
    const ask = await signIn(server(), email)
    await server().db.query(
      `insert into form_assignments (user_id, form_id, assigned_at)
       select id, 'household-profile', now() from users where email = $1 on conflict do nothing`,
      [email],
    )
    const row = rowOf(await ask('submissionCreate', { body: newSubmission() }))
    const form = uploadForm('f', [new File([pngBytes(7)], 'a.png')])
    await ask('filesUpload', { id: row.id, form })
    const [file] = await server().db.query<{ id: string }>(
      `select id from submission_files where submission_id = $1`,
      [row.id],
    )
    return { ask, id: row.id, fileId: file?.id ?? '' }
  }

  const send = async (token: string, method: string, path: string, isJson: boolean) => {
    const takesBody = method !== 'GET' && method !== 'HEAD'
    const response = await server().fetch(`${basePath}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(takesBody && isJson ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(takesBody ? { body: isJson ? JSON.stringify(edit) : uploadForm('f', []) } : {}),
    })
    return { status: response.status, text: await response.text() }
  }

  test("neither reads, changes or deletes the other's data, by any route or verb", async () => {
    const both = [await prepare(users[0]), await prepare(users[1])]
    const routes = Object.values(calls).filter(({ path }) => path.includes(':id'))
    const wrong: string[] = []
    for (const [me, them] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const token = await server().login(users[me])
      const theirs = both[them]
      const ids = [theirs?.id ?? '', theirs?.fileId ?? '', unknown, ...malformed]
      for (const { path } of routes) {
        // A form may be assigned to many, so only unknown form ids are tested.
        const tried = path.includes('/forms/') ? ids.slice(2) : ids
        for (const method of methods) {
          for (const id of tried) {
            const address = path.replace(':id', () => id)
            const isJson = !path.endsWith('upload-files')
            const { status, text } = await send(token, method, address, isJson)
            const isRefusal = status === 404 || (id === 'temp_1' && status === 422)
            if (!isRefusal || text.includes('Meera')) wrong.push(`${method} ${address} → ${status}`)
          }
        }
      }
      const file = `/surveyor/files/${theirs?.fileId ?? ''}/a.png`
      for (const method of methods) {
        const { status } = await send(token, method, file, true)
        if (status !== 404) wrong.push(`${method} ${file} → ${status}`)
      }
    }
    expect(wrong).toEqual([])
    for (const { ask, id } of both) {
      expect(rowOf(await ask('submission', { id }))).toMatchObject({ id, deleted_at: null })
    }
  })

  test("the answers for another surveyor's, unknown and impossible ids are the same", async () => {
    await prepare(users[0])
    const other = await prepare(users[1])
    const token = await server().login(users[0])
    for (const name of ['submission', 'submissionUpdate', 'submissionDelete'] as CallName[]) {
      const { method, path } = calls[name]
      const answers = []
      for (const id of [other.id, unknown, 'x']) {
        answers.push(await send(token, method, path.replace(':id', id), true))
      }
      expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
    }
  })

  test('verbs that a route does not support are no server error', async () => {
    const token = await server().login()
    for (const { path } of Object.values(calls)) {
      for (const method of [...methods, 'OPTIONS', 'PROPFIND']) {
        const { status } = await send(token, method, path.replace(':id', unknown), true)
        expect([method, path, status < 500]).toEqual([method, path, true])
      }
    }
  })
})
