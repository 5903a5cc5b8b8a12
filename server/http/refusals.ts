import { refuse } from './answer.ts'

/* What the server answers when it cannot do what it is asked for now. */

/** While the database, or the part of a cluster that has the surveyor's rows, does not answer. */
export const unreachable = refuse(503, 'The server cannot reach its database. Please try again.', {
  headers: { 'Retry-After': '5' },
})

/** While the store of files does not answer. */
export const withoutFiles = refuse(
  503,
  'The server cannot reach its files. Please try again later.',
  {
    headers: { 'Retry-After': '30' },
  },
)

/** While the disk has no room. */
export const busy = refuse(503, 'The disk of the server is full. Please try again later.', {
  headers: { 'Retry-After': '30' },
})

/** While as many uploads are received as the disk has room for. */
export const manyUploads = refuse(
  503,
  'The server is receiving many uploads. Please try again later.',
  {
    headers: { 'Retry-After': '30' },
  },
)

/** A shorter pause than for other refusals, because checking passwords would otherwise sit idle between the retries. */
export const manySignIn = refuse(
  503,
  'Many people are signing in now. Please try again in a moment.',
  {
    headers: { 'Retry-After': '5' },
  },
)
