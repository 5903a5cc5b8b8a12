import { expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import type { Db, Query } from '../../server/db/db.ts'
import { describeServer } from './engines.ts'
import type { TestServer } from './make-server.ts'
import { asker, newSubmission } from './surveyor.ts'

/** The same database, with its statements recorded. */
const counted = (db: Db) => {
  const asked: string[] = []
  const counting =
    (query: Query): Query =>
    (text, params) => {
      asked.push(text)
      return query(text, params)
    }
  const watched: Db = {
    ...db,
    query: counting(db.query),
    tx: (work, options) => {
      asked.push('begin')
      return db
        .tx(query => work(counting(query)), options)
        .finally(() => {
          asked.push('commit')
        })
    },
  }
  return { asked, watched }
}

describeServer('a submit', server => {
  test('takes six statements, and is answered with what is stored', async () => {
    const { asked, watched } = counted(server().db)
    const app = await createApp({
      ...server(),
      db: watched,
      log: () => undefined,
      mailer: async () => undefined,
      publicUrl: server().origin,
      mode: 'production',
    })
    const counting: TestServer = {
      ...server(),
      fetch: (input, init) => app.fetch(new Request(new URL(String(input), server().origin), init)),
    }
    const ask = asker(counting, await server().login())
    const body = newSubmission({ client_key: 'k', tempId: 'temp_1' })
    asked.length = 0
    const made = await ask('submissionCreate', { body })
    expect(made.status).toBe(201)
    expect(asked).toHaveLength(6)
    const { id } = made.data as { readonly id: string }
    expect((await ask('submission', { id })).data).toEqual(made.data)
    const again = await ask('submissionCreate', { body })
    expect([again.status, again.data]).toEqual([200, made.data])
  })
})
