import * as v from 'valibot'
import { roles, Scope } from './roles.ts'

/** The exact contents of the answers of the office's calls, which the page reads and a test compares with real ones. */

const text = v.string()

/** The signed-in account. */
export const Account = v.object({
  id: text,
  email: text,
  name: text,
  role: v.picklist(roles),
  scope: Scope,
  /** Whether it signs in with a code too. */
  has_code: v.boolean(),
  /** Whether the password is a temporary one, with which it may only choose another. */
  is_temporary: v.boolean(),
  organization_name: v.nullable(text),
})
export type Account = v.InferOutput<typeof Account>

/** A secret for an authenticator, which is not asked for before one of its codes was sent. */
export const OfferedCode = v.object({ secret: text, uri: text })

/** Codes for one sign-in each, for the day on which the phone is lost. They are shown once. */
export const RecoveryCodes = v.object({ recovery_codes: v.array(text) })
