import type * as v from 'valibot'
import type { Role } from './roles.ts'

/** One call of the office: how, where, by whom, what it takes and what it answers. */
export interface OfficeCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base path; `:id` stands for one encoded path segment. */
  readonly path: string
  /** Who may make it; `public` needs no session. */
  readonly roles: 'public' | readonly Role[]
  readonly summary: string
  readonly body?: v.GenericSchema
  /** The type of a body of bytes, such as a file. */
  readonly bytes?: string
  /** The parts of a multipart body: a text, or files. */
  readonly parts?: Readonly<Record<string, 'text' | 'file' | 'files'>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** The schema of `data`; null for a file. */
  readonly data: v.GenericSchema | null
  readonly refusals: readonly number[]
  /** Whether an account with a temporary password may make it. */
  readonly isBeforePassword?: boolean
}
