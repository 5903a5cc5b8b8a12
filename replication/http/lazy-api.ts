import type { Api } from './api.ts'
import { loadOnce } from './load-once.ts'
import { err } from './result.ts'

/**
 * The calls, whose code is fetched with the first of them: nothing is called to show the login. Where the
 * code cannot be had, a call ends as without a network, and the next one asks for it again.
 */
export const createLazyApi = (load: () => Promise<Api>): Api => {
  const loaded = loadOnce(load)
  const call =
    (name: keyof Api) =>
    async (...given: never[]): Promise<unknown> => {
      const api = await loaded()
      if (api === null) return err({ kind: 'offline' })
      return (api[name] as (...given: never[]) => Promise<unknown>)(...given)
    }
  return new Proxy({} as Api, {
    // Not a promise, for those who await what holds it.
    get: (_, name) => (name === 'then' ? undefined : call(name as keyof Api)),
  })
}
