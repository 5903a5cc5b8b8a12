import { expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { describeServer } from './engines.ts'
import type { TestServer } from './make-server.ts'
import { recorded } from './recorded.ts'
import { asker, newSubmission } from './surveyor.ts'

describeServer('a submit', server => {
  test('takes nine statements, and is answered with what is stored', async () => {
    const { ran, watched } = recorded(server().db)
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
    ran.length = 0
    const made = await ask('submissionCreate', { body })
    expect(made.status).toBe(201)
    expect(ran).toHaveLength(9)
    const { id } = made.data as { readonly id: string }
    expect((await ask('submission', { id })).data).toEqual(made.data)
    const again = await ask('submissionCreate', { body })
    expect([again.status, again.data]).toEqual([200, made.data])
  })
})
