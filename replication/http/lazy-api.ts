import type { Api } from './api.ts'
import { loadOnce } from './load-once.ts'
import { err } from './result.ts'

/**
 * Creates an API whose code is loaded with its first call, because the login is shown without any call. When the
 * code cannot be loaded, the call fails as offline, and the next call tries again.
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
    // `then` is missing, because `await` would take the API for a promise.
    get: (_, name) => (name === 'then' ? undefined : call(name as keyof Api)),
  })
}
