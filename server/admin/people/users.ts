import { randomInt, randomUUID } from 'node:crypto'
import {
  allUsers,
  insertUser,
  organization,
  setActive,
  setTemporaryPassword,
} from '../../store/admin.ts'
import type { Query } from '../../db/db.ts'
import { isShortPassword, limits } from '../../limits.ts'
import { eraseUser } from '../../store/erase.ts'
import { deleteOtherSessions } from '../../store/sessions.ts'
import { userByEmail, type UserRow } from '../../store/users.ts'
import {
  AdminProblem,
  counted,
  wordAt,
  type AdminContext,
  type Arguments,
  type Command,
} from '../command.ts'
import { isAddress } from './read-people.ts'

/** Letters and digits that are hard to confuse on paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password that is handed over on paper and used once. */
export const temporaryPassword = (): string =>
  Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')

/** The e-mail address in the first word, in lower case. Throws AdminProblem. */
export const emailAt = (given: Arguments): string => {
  const email = wordAt(given, 0, 'an e-mail address').trim().toLowerCase()
  if (!isAddress(email)) throw new AdminProblem(`"${email}" is not an e-mail address.`)
  return email
}

/** The user with an e-mail address. Throws AdminProblem when there is none. */
export const userWithEmail = async (query: Query, email: string): Promise<UserRow> => {
  const user = await userByEmail(query, email.trim().toLowerCase())
  if (user === null) throw new AdminProblem(`There is no user ${email}.`)
  return user
}

/** The user with the e-mail address in the first word. */
const knownUser = (context: AdminContext, given: Arguments): Promise<UserRow> =>
  userWithEmail(context.db.query, emailAt(given))

/** The password that a command line names, or a random one. Throws AdminProblem for a short one, such as an unset variable. */
export const passwordOf = (given: Arguments): string => {
  const password = given.options['password'] ?? temporaryPassword()
  if (isShortPassword(password)) {
    throw new AdminProblem(`The password needs at least ${limits.passwordLength} characters.`)
  }
  return password
}

const passwordLines = (email: string, password: string) => [
  `Temporary password of ${email}: ${password}`,
  'It is shown once. The surveyor chooses another one at the next login.',
]

/** user add <email> [--first-name …] [--last-name …] [--phone …] [--region …] [--password …] */
const add: Command = async (context, given) => {
  const email = emailAt(given)
  const password = passwordOf(given)
  const user = {
    id: randomUUID(),
    email,
    passwordHash: await context.passwords.hash(password),
    firstName: given.options['first-name'] ?? email.split('@')[0] ?? '',
    lastName: given.options['last-name'] ?? '',
    phoneNumber: given.options['phone'] ?? '',
    address: given.options['region'] ?? '',
    organizationId: (await organization(context.db.query))?.id ?? null,
    now: new Date(context.clock()),
  }
  const isAdded = await context.db.tx(query => insertUser(query, user))
  if (!isAdded) throw new AdminProblem(`There is already a user ${email}.`)
  return [`Added ${email}.`, ...passwordLines(email, password)]
}

const activate =
  (isActive: boolean): Command =>
  async (context, given) => {
    const user = await knownUser(context, given)
    await setActive(context.db.query, user.id, isActive)
    return [`${user.email} is now ${isActive ? 'active' : 'inactive'}.`]
  }

/** Sets a temporary password and ends every session, in a transaction. */
export const resetPassword = async (
  query: Query,
  userId: string,
  passwordHash: string,
): Promise<void> => {
  await setTemporaryPassword(query, userId, passwordHash)
  await deleteOtherSessions(query, userId, null)
}

/** user reset <email> [--password …] */
const reset: Command = async (context, given) => {
  const user = await knownUser(context, given)
  const password = passwordOf(given)
  const hash = await context.passwords.hash(password)
  await context.db.tx(query => resetPassword(query, user.id, hash))
  return passwordLines(user.email, password)
}

/** user end-sessions <email>: signs out every device. Unsent work on them stays. */
const endSessions: Command = async (context, given) => {
  const user = await knownUser(context, given)
  await deleteOtherSessions(context.db.query, user.id, null)
  return [`All sessions of ${user.email} have ended.`]
}

const list: Command = async context => {
  const users = await allUsers(context.db.query)
  return users.map(user => {
    const state = [
      user.is_active ? 'active' : 'inactive',
      ...(user.is_first_login ? ['first login pending'] : []),
      counted(user.submissions, 'submission'),
    ]
    return `${user.email}  ${user.first_name} ${user.last_name}  (${state.join(', ')})`
  })
}

/**
 * user erase <email> --yes: deletes the person and everything they sent. The bytes of their files follow an hour
 * later.
 */
const erase: Command = async (context, given) => {
  const user = await knownUser(context, given)
  if (given.options['yes'] === undefined) {
    throw new AdminProblem(
      `This deletes ${user.email} and all they have sent, for good. Repeat it with --yes.`,
    )
  }
  const count = await context.db.tx(query => eraseUser(query, user.id, new Date(context.clock())), {
    isLong: true,
  })
  return [`${user.email} is erased, with ${counted(count, 'submission')}.`]
}

/** The commands `user …`. */
export const userCommands = {
  add,
  activate: activate(true),
  deactivate: activate(false),
  reset,
  endSessions,
  erase,
  list,
} satisfies Readonly<Record<string, Command>>
