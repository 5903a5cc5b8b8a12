import { randomUUID } from 'node:crypto'
import type { Role, Scope } from '../../../replication/wire/office/roles.ts'
import type { Query } from '../../db/db.ts'
import { allForms } from '../../store/admin.ts'
import {
  insertOfficeAccount,
  setCodeSecret,
  setOfficeActive,
  setOfficePassword,
  type OfficeAccount,
} from '../../store/office/accounts.ts'
import { deleteOtherOfficeSessions } from '../../store/office/sessions.ts'
import type { AdminContext } from '../command.ts'

/* What an administrator does with the office's accounts, by a command and by a call. */

/** The forms of a scope that are not there. */
export const unknownForms = async (query: Query, scope: Scope): Promise<readonly string[]> => {
  if (scope.kind !== 'forms') return []
  const known = new Set((await allForms(query)).map(({ id }) => id))
  return scope.names.filter(name => !known.has(name))
}

/** Adds an account with a temporary password. Returns false when the address is taken. */
export const addAccount = async (
  { db, passwords, clock }: Pick<AdminContext, 'db' | 'passwords' | 'clock'>,
  account: {
    readonly email: string
    readonly name: string
    readonly role: Role
    readonly scope: Scope
  },
  password: string,
): Promise<boolean> =>
  insertOfficeAccount(db.query, {
    ...account,
    id: randomUUID(),
    passwordHash: await passwords.hash(password),
    isTemporary: true,
    now: new Date(clock()),
  })

/**
 * Gives an account a temporary password, takes its authenticator away and ends its sessions. Returns false when its person
 * has chosen another password meanwhile.
 */
export const resetAccount = async (
  { db, passwords }: Pick<AdminContext, 'db' | 'passwords'>,
  { id, password_hash: before }: OfficeAccount,
  password: string,
): Promise<boolean> => {
  const after = await passwords.hash(password)
  return db.tx(async query => {
    if (!(await setOfficePassword(query, id, { before, after, isTemporary: true }))) return false
    await setCodeSecret(query, id, null, 0)
    await deleteOtherOfficeSessions(query, id, null)
    return true
  })
}

/** Activates an account, or deactivates it and ends its sessions. */
export const activateAccount = (
  { db }: Pick<AdminContext, 'db'>,
  id: string,
  isActive: boolean,
): Promise<void> =>
  db.tx(async query => {
    await setOfficeActive(query, id, isActive)
    if (!isActive) await deleteOtherOfficeSessions(query, id, null)
  })
