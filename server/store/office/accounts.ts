import type { Role, Scope } from '../../../replication/wire/office/roles.ts'
import { first, type Query } from '../../db/db.ts'

/** An account of the office. */
export interface OfficeAccount {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly scope_kind: Scope['kind']
  readonly scope_names: readonly string[]
  readonly password_hash: string
  /** Whether it only may choose another password. */
  readonly is_temporary: boolean
  readonly is_active: boolean
  /** The secret of its authenticator, in base32; null when it signs in without one. */
  readonly code_secret: string | null
  readonly code_secret_offered: string | null
}

const columns = `a.id, a.email, a.name, a.role, a.scope_kind, a.scope_names, a.password_hash, a.is_temporary,
  a.is_active, a.code_secret, a.code_secret_offered`

/** The scope of an account. */
export const scopeOf = ({ scope_kind, scope_names }: OfficeAccount): Scope =>
  scope_kind === 'all' ? { kind: 'all' } : { kind: scope_kind, names: [...scope_names] }

/** All accounts, by address. */
export const officeAccounts = (query: Query) =>
  query<OfficeAccount>(`select ${columns} from office_accounts a order by a.email`)

/** The account with an address, which is stored in lower case. */
export const officeAccountByEmail = async (query: Query, email: string) =>
  first(
    await query<OfficeAccount>(`select ${columns} from office_accounts a where a.email = $1`, [
      email,
    ]),
  )

/** The account with an id. */
export const officeAccountById = async (query: Query, id: string) =>
  first(
    await query<OfficeAccount>(`select ${columns} from office_accounts a where a.id = $1`, [id]),
  )

/** The account of a session that was begun and used late enough. */
export const officeAccountBySession = async (
  query: Query,
  tokenSha256: string,
  { begunAfter, usedAfter }: { readonly begunAfter: Date; readonly usedAfter: Date },
) =>
  first(
    await query<OfficeAccount & { readonly used_at: Date }>(
      `select ${columns}, s.used_at from office_accounts a join office_sessions s on s.account_id = a.id
       where s.token_sha256 = $1 and s.created_at > $2 and s.used_at > $3 and a.is_active`,
      [tokenSha256, begunAfter, usedAfter],
    ),
  )

/** A new account of the office. */
interface NewOfficeAccount {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly scope: Scope
  readonly passwordHash: string
  readonly isTemporary: boolean
  readonly now: Date
}

/** Adds an account. Returns false when the address is taken. */
export const insertOfficeAccount = async (
  query: Query,
  account: NewOfficeAccount,
): Promise<boolean> => {
  const { scope } = account
  const inserted = await query<{ id: string }>(
    `insert into office_accounts (id, email, name, role, scope_kind, scope_names, password_hash, is_temporary,
       created_at)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9) on conflict (email) do nothing returning id`,
    [
      account.id,
      account.email,
      account.name,
      account.role,
      scope.kind,
      JSON.stringify(scope.kind === 'all' ? [] : scope.names),
      account.passwordHash,
      account.isTemporary,
      account.now,
    ],
  )
  return inserted.length > 0
}

/**
 * Stores another password, unless that with the given hash was replaced meanwhile. Returns whether it was stored. A
 * temporary one also takes the authenticator away.
 */
export const setOfficePassword = async (
  query: Query,
  id: string,
  { before, after, isTemporary }: { before: string; after: string; isTemporary: boolean },
): Promise<boolean> => {
  const updated = await query<{ id: string }>(
    `update office_accounts set password_hash = $3, is_temporary = $4,
       code_secret = case when $4 then null else code_secret end
     where id = $1 and password_hash = $2 returning id`,
    [id, before, after, isTemporary],
  )
  return updated.length > 0
}

/** Activates or deactivates an account. */
export const setOfficeActive = (query: Query, id: string, isActive: boolean) =>
  query(`update office_accounts set is_active = $2 where id = $1`, [id, isActive])

/** Remembers the secret that is offered to an account, until one of its codes was sent. */
export const offerCodeSecret = (query: Query, id: string, secret: string) =>
  query(`update office_accounts set code_secret_offered = $2 where id = $1`, [id, secret])

/** Makes a secret the authenticator of an account, with the step of its first code; null takes it away. */
export const setCodeSecret = async (
  query: Query,
  id: string,
  secret: string | null,
  step: number,
): Promise<void> => {
  await query(
    `update office_accounts set code_secret = $2, code_secret_offered = null, code_step = $3 where id = $1`,
    [id, secret, step],
  )
  await query(`delete from office_recovery_codes where account_id = $1`, [id])
}

/** Notes the step of a code. Returns false when it, or a later one, was used before. */
export const useCodeStep = async (query: Query, id: string, step: number): Promise<boolean> => {
  const used = await query<{ id: string }>(
    `update office_accounts set code_step = $2 where id = $1 and code_step < $2::bigint returning id`,
    [id, step],
  )
  return used.length > 0
}

/** Stores the hash of a recovery code. */
export const insertRecoveryCode = (query: Query, id: string, codeSha256: string) =>
  query(`insert into office_recovery_codes (account_id, code_sha256) values ($1, $2)`, [
    id,
    codeSha256,
  ])

/** Uses a recovery code up. Returns false when the account has no such code. */
export const useRecoveryCode = async (
  query: Query,
  id: string,
  codeSha256: string,
): Promise<boolean> => {
  const used = await query<{ account_id: string }>(
    `delete from office_recovery_codes where account_id = $1 and code_sha256 = $2 returning account_id`,
    [id, codeSha256],
  )
  return used.length > 0
}
