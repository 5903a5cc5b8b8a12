import { shell } from '../../messages/app/app.ts'

/** What the surveyor is called: the first name, else the e-mail before its @, else 'User' (2.shell.2). */
export const firstNameOf = (firstName: string, email: string): string =>
  firstName.trim() || (email.split('@')[0] ?? '').trim() || shell.nobody
