import { createHash, randomBytes } from 'node:crypto'

/** A bearer token: 32 random bytes. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token: enough to recognise it, useless for signing in. */
export const tokenSha256 = (token: string): string =>
  createHash('sha256').update(token).digest('hex')

/** The bearer token of a request, or null. */
export const bearerToken = (request: Request): string | null =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null
