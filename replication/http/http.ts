import { AxiosError, create, isCancel, type AxiosInstance } from 'axios'
import { csrfCookie, headers } from '../wire/calls.ts'

/** What sends requests for the client, whose own words for them it speaks. */
export interface Http {
  readonly request: AxiosInstance['request']
  /** Whether a request threw this because no answer came. */
  readonly isNoAnswer: (thrown: unknown) => boolean
}

/** Makes the sender: the only door to axios. It judges nothing, every status is an answer. */
export const createHttp = (fetch: typeof globalThis.fetch): Http => {
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
