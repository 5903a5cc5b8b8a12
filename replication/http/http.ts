import { AxiosError, create, isCancel, type AxiosInstance } from 'axios'
import { pause } from '../../collections/one-database/slices.ts'
import { csrfCookie, headers } from '../wire/calls.ts'

/** Sends requests for the client; it takes axios's request options. */
export interface Http {
  readonly request: AxiosInstance['request']
  /** Whether an error of `request` means that no answer came. */
  readonly isNoAnswer: (thrown: unknown) => boolean
}

/**
 * Creates the sender, the only door to axios. Every status resolves; failure.ts judges it. The first request follows in
 * a task of its own, because it takes a slow phone as long again as reading this code.
 */
export const createHttp = async (fetch: typeof globalThis.fetch): Promise<Http> => {
  await pause()
  const http = create({
    adapter: 'fetch',
    env: { fetch },
    responseType: 'text',
    transformResponse: data => data as unknown,
    validateStatus: () => true,
    xsrfCookieName: csrfCookie,
    xsrfHeaderName: headers.csrf,
  })
  return {
    request: config => http.request(config),
    isNoAnswer: thrown => thrown instanceof AxiosError || isCancel(thrown),
  }
}
