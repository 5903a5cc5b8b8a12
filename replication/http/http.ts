import { AxiosError, create, isCancel, type AxiosRequestConfig, type AxiosResponse } from 'axios'
import { pause } from '../../collections/one-database/slices.ts'
import { csrfCookie, headers } from '../wire/calls.ts'
import { watched } from './patience.ts'

/** The body of an answer. */
export interface AnswerBody {
  /** undefined for anything that is not JSON. */
  readonly json: unknown
  readonly isPage: boolean
}

/** Sends requests for the client; it takes axios's request options, and answers with an `AnswerBody`. */
export interface Http {
  /** `moved` is called for each piece of the answer. */
  readonly request: (
    config: AxiosRequestConfig,
    moved: () => void,
  ) => Promise<AxiosResponse<AnswerBody>>
  /** Whether an error of `request` means that no answer came. */
  readonly isNoAnswer: (thrown: unknown) => boolean
}

/** No real answer is nested deeper. The limit keeps a hostile one from exhausting the stack of its readers. */
const maxDepth = 200

/** The deepest nesting of a JSON text. Brackets within its strings do not count, because answers may have many. */
const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  let isString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) isString = !isString
    // The character after a backslash is a part of the string.
    else if (isString) at += code === 0x5c ? 1 : 0
    // `[` and `{`, then `]` and `}`.
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (code === 0x5d || code === 0x7d) depth -= 1
  }
  return deepest
}

/** JSON; undefined for anything else, because a portal's page must not count as an answer. */
const parseJson = (body: unknown): unknown => {
  if (typeof body !== 'string' || body.trim() === '' || depthOf(body) > maxDepth) return undefined
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === 'object' && json !== null ? json : undefined
  } catch {
    return undefined
  }
}

const toBody = (data: unknown): AnswerBody => ({
  json: parseJson(data),
  isPage: typeof data === 'string' && data.trimStart().startsWith('<'),
})

/** What axios passes on to `fetch` together with the request. Its own progress events come at most three times a second. */
interface Passed {
  readonly moved?: () => void
}

/**
 * Creates the sender, the only door to axios. Every status resolves; failure.ts judges it. The first request follows in
 * a task of its own, because it takes a slow phone as long again as reading this code.
 */
export const createHttp = async (fetch: typeof globalThis.fetch): Promise<Http> => {
  await pause()
  const http = create({
    adapter: 'fetch',
    env: {
      fetch: async (input, init?: RequestInit & Passed) =>
        watched(await fetch(input, init), init?.moved ?? (() => {})),
    },
    responseType: 'text',
    headers: { Accept: 'application/json' },
    transformResponse: toBody,
    validateStatus: () => true,
    xsrfCookieName: csrfCookie,
    xsrfHeaderName: headers.csrf,
  })
  return {
    request: (config, moved) =>
      http.request<AnswerBody>({ ...config, fetchOptions: { moved } satisfies Passed }),
    isNoAnswer: thrown => thrown instanceof AxiosError || isCancel(thrown),
  }
}
