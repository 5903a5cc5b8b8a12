import type { Credentials } from '../../session/stored-session.ts'

/** The e-mail address and the temporary password in the address of a sign-in card; null for any other address. */
export const credentialsIn = (hash: string): Credentials | null => {
  const given = new URLSearchParams(hash.slice(1))
  const email = given.get('email') ?? ''
  const password = given.get('password') ?? ''
  return email === '' || password === '' ? null : { email, password }
}
