import { createHash } from 'node:crypto'

/** The tag of a record: the same for the same content. */
export const tagOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16)

/** Whether a request says that it has seen what has this tag. One that says nothing has not. */
export const hasSeen = (request: Request, tag: string): boolean =>
  (request.headers.get('If-Match') ?? '')
    .split(',')
    .some(each => each.trim().replace(/^W\//, '') === `"${tag}"`)
