import { shell } from '../../messages/app/app.ts'

/** How the surveyor is addressed: by first name, else by the e-mail before its @, else as 'User' (2.shell.2). */
export const firstNameOf = (firstName: string, email: string): string =>
  firstName.trim() || (email.split('@')[0] ?? '').trim() || shell.unnamed
