import { expect, test } from 'vitest'
import type { Api } from '../../../replication/http/api.ts'
import { createLazyApi } from '../../../replication/http/lazy-api.ts'
import { ok } from '../../../replication/http/result.ts'

/** Calls whose code is loaded by the first of them. */

test('the code is loaded once, and each call reaches it', async () => {
  const asked: string[] = []
  let loads = 0
  const api = createLazyApi(async () => {
    loads += 1
    const passwordForgot = async (email: string) => {
      asked.push(email)
      return ok({ body: email })
    }
    return { passwordForgot } as Partial<Api> as Api
  })
  expect(loads).toBe(0)
  const { passwordForgot } = api
  const answers = await Promise.all([
    passwordForgot('a@b.example'),
    api.passwordForgot('c@d.example'),
  ])
  expect(answers).toEqual([ok({ body: 'a@b.example' }), ok({ body: 'c@d.example' })])
  expect([loads, asked]).toEqual([1, ['a@b.example', 'c@d.example']])
})

test('when the code cannot be loaded a call fails as without a network, and the next one loads again', async () => {
  let loads = 0
  const api = createLazyApi(async () => {
    loads += 1
    if (loads === 1) throw new TypeError('Failed to fetch')
    return { logout: async () => ok({ body: null }) } as Partial<Api> as Api
  })
  expect(await api.logout()).toEqual({ ok: false, failure: { kind: 'offline' } })
  expect(await api.logout()).toEqual(ok({ body: null }))
  // The object may be awaited.
  expect(await Promise.resolve(api)).toBe(api)
})
