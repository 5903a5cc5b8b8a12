import { shell } from '../../messages/app/app.ts'

/** The name in the header: the first name, else the e-mail address up to its @, else 'User' (2.shell.2). */
export const firstNameOf = (firstName: string, email: string): string =>
  firstName.trim() || (email.split('@')[0] ?? '').trim() || shell.unnamed
