import { randomBytes } from 'node:crypto'
import { first, type Query } from '../db/db.ts'

/** A surveyor with their organization. */
export interface UserRow {
  readonly id: string
  readonly email: string
  readonly password_hash: string
  readonly first_name: string
  readonly last_name: string
  readonly phone_number: string
  readonly address: string
  readonly is_active: boolean
  readonly is_first_login: boolean
  readonly image_sha256: string | null
  readonly image_name: string | null
  readonly organization_name: string | null
  readonly logo_sha256: string | null
  readonly logo_name: string | null
}

const selectUser = `select u.id, u.email, u.password_hash, u.first_name, u.last_name, u.phone_number,
    u.address, u.is_active, u.is_first_login, u.image_sha256, u.image_name,
    o.name as organization_name, o.logo_sha256, o.logo_name
  from users u left join organizations o on o.id = u.organization_id`

/** The user with an e-mail address, which is stored in lower case. */
export const userByEmail = async (query: Query, email: string): Promise<UserRow | null> =>
  first(await query<UserRow>(`${selectUser} where u.email = $1`, [email]))

/** The user with this id. */
export const userById = async (query: Query, id: string): Promise<UserRow | null> =>
  first(await query<UserRow>(`${selectUser} where u.id = $1`, [id]))

/** The user of a token whose session has not expired. */
export const userBySession = async (
  query: Query,
  tokenSha256: string,
  now: Date,
): Promise<UserRow | null> =>
  first(
    await query<UserRow>(
      `${selectUser} join sessions s on s.user_id = u.id
       where s.token_sha256 = $1 and s.expires_at > $2`,
      [tokenSha256, now],
    ),
  )

/** The whole name of a user. */
export const nameOf = ({ first_name, last_name }: UserRow): string =>
  `${first_name} ${last_name}`.trim()

/** Stores a new password that the user chose, which ends the first login. */
export const setPassword = (query: Query, userId: string, passwordHash: string) =>
  query(`update users set password_hash = $2, is_first_login = false where id = $1`, [
    userId,
    passwordHash,
  ])

/**
 * Whether the user still has the password with this hash. Locks the user, so that a reset that comes later also finds
 * what this transaction writes.
 */
export const stillHasPassword = async (
  query: Query,
  userId: string,
  passwordHash: string,
): Promise<boolean> =>
  first(
    await query(`select id from users where id = $1 and password_hash = $2 for update`, [
      userId,
      passwordHash,
    ]),
  ) !== null

/** Stores the same password hashed at another cost. */
export const setPasswordHash = (query: Query, userId: string, passwordHash: string) =>
  query(`update users set password_hash = $2 where id = $1`, [userId, passwordHash])

/** The fields of their own profile that a surveyor may change. */
interface ProfileChange {
  readonly first_name: string
  readonly last_name: string
  readonly phone_number: string
}

/** Stores a changed profile. */
export const setProfile = (query: Query, userId: string, change: ProfileChange) =>
  query(`update users set first_name = $2, last_name = $3, phone_number = $4 where id = $1`, [
    userId,
    change.first_name,
    change.last_name,
    change.phone_number,
  ])

/** Makes a stored blob the profile picture. Returns the hash of the previous one, if it was different. */
export const setProfileImage = async (
  query: Query,
  userId: string,
  sha256: string,
  name: string,
): Promise<string | null> => {
  const before = first(
    await query<{ image_sha256: string | null }>(
      `select image_sha256 from users where id = $1 for update`,
      [userId],
    ),
  )
  await query(`update users set image_sha256 = $2, image_name = $3 where id = $1`, [
    userId,
    sha256,
    name,
  ])
  return before?.image_sha256 === sha256 ? null : (before?.image_sha256 ?? null)
}

/** One change of a user's submissions: the counter's value, and the mark of this history. */
export interface Revision {
  readonly rev: string
  readonly mark: string
}

/** A call of a surveyor who was erased meanwhile. */
export class SurveyorErased extends Error {}

/**
 * Starts the change counter of a new user. It is a row of its own, because a cluster has the users on every node and the
 * counter only on the user's.
 */
export const startCounter = (query: Query, userId: string) =>
  query(`insert into change_counters (user_id, value) values ($1, 0)`, [userId])

/**
 * Makes all other writes of this user wait for this transaction. So the change counter increases in the order of
 * commits, and a reader cannot skip a change that is still in progress.
 */
export const lockUser = (query: Query, userId: string) =>
  query(`select user_id from change_counters where user_id = $1 for update`, [userId])

/** The next revision, for the one row that this change writes. Locks the user like `lockUser`. Throws SurveyorErased. */
export const nextRevision = async (query: Query, userId: string): Promise<Revision> => {
  const row = first(
    await query<{ rev: string }>(
      `update change_counters set value = value + 1 where user_id = $1 returning value as rev`,
      [userId],
    ),
  )
  if (row === null) throw new SurveyorErased()
  return { rev: row.rev, mark: randomBytes(6).toString('base64url') }
}

/** Makes the writes of all users wait for this transaction. */
export const lockAllUsers = (query: Query) => query('update change_counters set value = value')
