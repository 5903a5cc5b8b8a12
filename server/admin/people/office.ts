import { roles, type Role, type Scope } from '../../../replication/wire/office/roles.ts'
import {
  officeAccountByEmail,
  officeAccounts,
  scopeOf,
  type OfficeAccount,
} from '../../store/office/accounts.ts'
import { AdminProblem, type AdminContext, type Arguments, type Command } from '../command.ts'
import { activateAccount, addAccount, resetAccount, unknownForms } from './office-accounts.ts'
import { emailAt, passwordOf } from './users.ts'

const isRole = (text: string): text is Role => roles.some(role => role === text)

const roleOf = (given: Arguments): Role => {
  const role = given.options['role'] ?? ''
  if (!isRole(role)) throw new AdminProblem(`Please give --role, one of ${roles.join(', ')}.`)
  return role
}

const namesIn = (list: string): readonly string[] =>
  list
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')

/** The scope that a command line names. No scope is not all, because one that was forgotten would show everything. */
const scopeFrom = async (context: AdminContext, given: Arguments, role: Role): Promise<Scope> => {
  const { all, groups, forms } = given.options
  const ways = [all, groups, forms].filter(way => way !== undefined).length
  if (role === 'administrator') {
    if (groups !== undefined || forms !== undefined)
      throw new AdminProblem('An administrator sees all groups and forms.')
    return { kind: 'all' }
  }
  if (ways !== 1)
    throw new AdminProblem(
      'Please give what they see: --groups <group>,…, --forms <form>,… or --all.',
    )
  if (groups !== undefined) return { kind: 'groups', names: [...namesIn(groups)] }
  if (forms === undefined) return { kind: 'all' }
  const scope: Scope = { kind: 'forms', names: [...namesIn(forms)] }
  const unknown = await unknownForms(context.db.query, scope)
  if (unknown.length > 0) throw new AdminProblem(`There is no form ${unknown.join(', ')}.`)
  return scope
}

const knownAccount = async (context: AdminContext, given: Arguments): Promise<OfficeAccount> => {
  const email = emailAt(given)
  const account = await officeAccountByEmail(context.db.query, email)
  if (account === null) throw new AdminProblem(`There is no office account ${email}.`)
  return account
}

const passwordLines = (email: string, password: string) => [
  `Temporary password of ${email}: ${password}`,
  'It is shown once. They choose another one at the next sign-in, at /office.',
]

/** office add <email> --role … [--name …] (--groups …,… | --forms …,… | --all) [--password …] */
const add: Command = async (context, given) => {
  const email = emailAt(given)
  const role = roleOf(given)
  const scope = await scopeFrom(context, given, role)
  const password = passwordOf(given)
  const name = given.options['name'] ?? email.split('@')[0] ?? ''
  if (!(await addAccount(context, { email, name, role, scope }, password)))
    throw new AdminProblem(`There is already an office account ${email}.`)
  return [`Added ${email} as ${role}.`, ...passwordLines(email, password)]
}

const scopeWords = (scope: Scope): string =>
  scope.kind === 'all' ? 'sees all' : `sees the ${scope.kind} ${scope.names.join(', ')}`

const list: Command = async context => {
  const accounts = await officeAccounts(context.db.query)
  return accounts.map(account => {
    const state = [
      account.role,
      scopeWords(scopeOf(account)),
      ...(account.is_active ? [] : ['inactive']),
      ...(account.is_temporary ? ['first sign-in pending'] : []),
      account.code_secret === null ? 'no code' : 'signs in with a code',
    ]
    return `${account.email}  ${account.name}  (${state.join(', ')})`
  })
}

/** office reset <email> [--password …]: a new temporary password, no authenticator, and no session. */
const reset: Command = async (context, given) => {
  const account = await knownAccount(context, given)
  const password = passwordOf(given)
  if (!(await resetAccount(context, account, password)))
    throw new AdminProblem(`${account.email} has chosen a password meanwhile. Please repeat.`)
  return passwordLines(account.email, password)
}

const activate =
  (isActive: boolean): Command =>
  async (context, given) => {
    const account = await knownAccount(context, given)
    await activateAccount(context, account.id, isActive)
    return [`${account.email} is now ${isActive ? 'active' : 'inactive'} at the office.`]
  }

/** The commands `office …`. */
export const officeCommands = {
  add,
  list,
  reset,
  activate: activate(true),
  deactivate: activate(false),
} satisfies Readonly<Record<string, Command>>
