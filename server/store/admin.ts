import { first, only, type Query } from '../db/db.ts'
import { startCounter } from './users.ts'

/** Reads and writes that only an administrator may make. */

/** A surveyor in the administrator's list. */
interface AdminUserRow {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly is_active: boolean
  readonly is_first_login: boolean
  readonly submissions: string
}

/** All surveyors, ordered by address. */
export const allUsers = (query: Query) =>
  query<AdminUserRow>(
    `select u.id, u.email, u.first_name, u.last_name, u.is_active, u.is_first_login,
       coalesce(s.count, 0) as submissions
     from users u left join (select user_id, sum(stored) as count from submission_totals
       group by user_id) s on s.user_id = u.id
     order by u.email`,
  )

/** A form in the administrator's list. */
interface AdminFormRow {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly removed_at: Date | null
  readonly assigned: string
}

/** All forms ordered by title, including removed ones. */
export const allForms = (query: Query) =>
  query<AdminFormRow>(
    `select f.id, f.title, f.status, f.removed_at, coalesce(a.count, 0) as assigned
     from forms f left join (select form_id, count(*) as count from form_assignments
       group by form_id) a on a.form_id = f.id
     order by f.title, f.id`,
  )

/** The names of all lists of cases. */
export const caseListNames = async (query: Query): Promise<readonly string[]> =>
  (await query<{ readonly name: string }>(`select name from case_lists order by name`)).map(
    ({ name }) => name,
  )

/** A new surveyor, who chooses a password at the first login. */
interface NewUser {
  readonly id: string
  readonly email: string
  readonly passwordHash: string
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  readonly address: string
  readonly organizationId: string | null
  readonly now: Date
}

/** Adds a surveyor, in a transaction. Returns false when the address is taken. */
export const insertUser = async (query: Query, user: NewUser): Promise<boolean> => {
  const inserted = await query<{ id: string }>(
    `insert into users (id, organization_id, email, password_hash, first_name, last_name,
       phone_number, address, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (email) do nothing returning id`,
    [
      user.id,
      user.organizationId,
      user.email,
      user.passwordHash,
      user.firstName,
      user.lastName,
      user.phoneNumber,
      user.address,
      user.now,
    ],
  )
  if (inserted.length === 0) return false
  await startCounter(query, user.id)
  return true
}

/** Activates or deactivates a surveyor. What they sent stays. */
export const setActive = (query: Query, userId: string, isActive: boolean) =>
  query(`update users set is_active = $2 where id = $1`, [userId, isActive])

/** Sets a temporary password. The next login asks for a new one. */
export const setTemporaryPassword = (query: Query, userId: string, passwordHash: string) =>
  query(`update users set password_hash = $2, is_first_login = true where id = $1`, [
    userId,
    passwordHash,
  ])

/** Sets whether a form is published; a removed one is available again. Returns false when there is no such form. */
export const setFormStatus = async (
  query: Query,
  formId: string,
  status: string,
  now: Date,
): Promise<boolean> => {
  const updated = await query<{ id: string }>(
    `update forms set status = $2, updated_at = $3, removed_at = null where id = $1 returning id`,
    [formId, status, now],
  )
  return updated.length > 0
}

/** Removes a form from every surveyor's list. Its submissions stay. */
export const removeForm = async (query: Query, formId: string, now: Date): Promise<boolean> => {
  const updated = await query<{ id: string }>(
    `update forms set removed_at = $2, updated_at = $2 where id = $1 returning id`,
    [formId, now],
  )
  return updated.length > 0
}

/** The only organization of this server; null while there is none. */
export const organization = async (query: Query) =>
  first(
    await query<{ id: string; name: string; logo_sha256: string | null; logo_name: string | null }>(
      `select id, name, logo_sha256, logo_name from organizations limit 1`,
    ),
  )

/** Makes other changes of the organization wait for this transaction. */
export const lockOrganization = (query: Query) => query(`select id from organizations for update`)

/** A logo in the store. */
export interface StoredLogo {
  readonly sha256: string
  readonly name: string
}

/** Sets the organization's name and its logo, or none. */
export const putOrganization = (query: Query, id: string, name: string, logo: StoredLogo | null) =>
  query(
    `insert into organizations (id, name, logo_sha256, logo_name) values ($1, $2, $3, $4)
     on conflict (id) do update set name = excluded.name, logo_sha256 = excluded.logo_sha256,
       logo_name = excluded.logo_name`,
    [id, name, logo?.sha256 ?? null, logo?.name ?? null],
  )

/** Assigns this organization to surveyors without one. */
export const joinOrganization = (query: Query, organizationId: string) =>
  query(`update users set organization_id = $1 where organization_id is null`, [organizationId])

/** Reads every row of a table within the database. Returns how many there are; null when there is no such table. */
export const countReadable = async (query: Query, table: string): Promise<number | null> => {
  const [found] = await query(`select 1 from pg_class where oid = to_regclass($1)`, [table])
  if (found === undefined) return null
  const read = await query<{ rows: string }>(
    `select count(*) as rows, sum(octet_length(t::text)) from ${table} t`,
  )
  return Number(only(read).rows)
}
