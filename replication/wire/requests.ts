import * as v from 'valibot'
import { Corrects, Replies } from './review.ts'

/** Request bodies as the app sends them and this project's server requires them (spec section 7). */

const text = v.string()
const email = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(254))
const password = v.pipe(v.string(), v.maxLength(1024))
const latitude = v.nullable(v.pipe(v.number(), v.minValue(-90), v.maxValue(90)))
const longitude = v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180)))

/** The bodies of the account's calls, as section 7 has them. */
export const LoginRequest = v.object({ email, password })
export const PasswordForgotRequest = v.object({ email })
export const PasswordResetVerifyRequest = v.object({ token: text })
export const PasswordResetRequest = v.object({
  token: text,
  password,
  confirm_password: password,
})
export const PasswordChangeRequest = v.object({
  old_password: password,
  new_password: password,
  confirm_password: password,
})
export const PasswordSetRequest = v.object({
  token: text,
  new_password: password,
  new_password_confirmation: password,
})
/** The fields of an edited account; its picture is a separate part of the form (7). */
export const AccountUpdateRequest = v.object({
  first_name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  last_name: v.pipe(v.string(), v.trim(), v.maxLength(100)),
  phone_number: v.pipe(v.string(), v.trim(), v.maxLength(32)),
})

/** One answer of a request; lists are JSON text (3.24). */
export const AnswerEntry = v.object({
  form_field_id: text,
  value: v.string(),
  /** The occurrence within a repeat, from 0; absent means 0. */
  occurrence: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})

/** POST form-submissions. `tempId` and `client_key` are beyond the spec (decisions 4); a plain server ignores them. */
export const SubmissionCreateRequest = v.object({
  form_id: v.pipe(v.string(), v.minLength(1)),
  latitude,
  longitude,
  answers: v.array(AnswerEntry),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  tempId: v.optional(v.string()),
  client_key: v.optional(v.string()),
})

/**
 * PUT form-submissions/{id}. On a server with these extensions, `merge` replaces only the named answers,
 * `removed_files` removes uploaded files by their addresses, `comments` are the surveyor's replies to a review, and
 * `corrects` says which version of it the surveyor had read.
 */
export const SubmissionUpdateRequest = v.object({
  ...SubmissionCreateRequest.entries,
  updated_at: v.pipe(v.string(), v.isoTimestamp()),
  merge: v.optional(v.boolean()),
  removed_files: v.optional(v.array(text)),
  comments: Replies,
  corrects: Corrects,
})

export type PasswordResetRequest = v.InferOutput<typeof PasswordResetRequest>
export type PasswordChangeRequest = v.InferOutput<typeof PasswordChangeRequest>
export type PasswordSetRequest = v.InferOutput<typeof PasswordSetRequest>
export type AccountUpdateRequest = v.InferOutput<typeof AccountUpdateRequest>
export type AnswerEntry = v.InferOutput<typeof AnswerEntry>
export type SubmissionCreateRequest = v.InferOutput<typeof SubmissionCreateRequest>
export type SubmissionUpdateRequest = v.InferOutput<typeof SubmissionUpdateRequest>
