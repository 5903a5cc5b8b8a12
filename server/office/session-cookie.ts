import { parse, serialize } from 'hono/utils/cookie'
import { basePath } from '../../replication/wire/calls.ts'

/* The cookie of a session. No script can read it, and no other site can send it. */

const name = 'office_session'

const options = (origin: string) =>
  ({
    path: `${basePath}/office`,
    httpOnly: true,
    sameSite: 'Strict',
    secure: origin.startsWith('https:'),
  }) as const

/** The header that stores a token in the browser. */
export const sessionCookie = (token: string, origin: string): Record<string, string> => ({
  'Set-Cookie': serialize(name, token, options(origin)),
})

/** The header that removes it. */
export const endedCookie = (origin: string): Record<string, string> => ({
  'Set-Cookie': serialize(name, '', { ...options(origin), maxAge: 0 }),
})

/** The token in a request's cookie; null when there is none. */
export const tokenOf = (request: Request): string | null =>
  parse(request.headers.get('Cookie') ?? '', name)[name] || null
