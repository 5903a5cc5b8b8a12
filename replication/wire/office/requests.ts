import * as v from 'valibot'

/** The bodies of the office's calls. */

const password = v.pipe(v.string(), v.minLength(1), v.maxLength(1024))
const email = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.minLength(1), v.maxLength(320))
const code = v.pipe(v.string(), v.trim(), v.maxLength(100))

/** A sign-in; the code where the account has an authenticator. */
export const SignInRequest = v.object({ email, password, code: v.optional(code) })
/** The first administrator, with the token of the printed link. */
export const FirstRequest = v.object({
  token: v.pipe(v.string(), v.maxLength(200)),
  email: v.pipe(email, v.regex(/^[^\s@]+@[^\s@]+$/)),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  password,
})
/** A change of the own password. */
export const PasswordRequest = v.object({ old_password: password, new_password: password })
/** A code of the authenticator. */
export const CodeRequest = v.object({ code })
/** A view of a form's table to keep. One of the same name is replaced. */
export const ViewRequest = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  address: v.pipe(v.string(), v.maxLength(8000)),
})
/** The name of a view to delete. */
export const ViewNameRequest = v.object({ name: v.pipe(v.string(), v.maxLength(100)) })
