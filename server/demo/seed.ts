import type { BlobStore } from '../files/blobs.ts'
import type { Clock } from '../env/clock.ts'
import { first, type Db, type Query } from '../db/db.ts'
import { tables } from '../db/schema.ts'
import type { Passwords } from '../auth/passwords.ts'
import { assignForm, putForm } from '../store/forms.ts'
import { startCounter } from '../store/users.ts'
import { demoHouseholds, insertHouseholds } from './cases/seed-households.ts'
import { demoFormToDefinition } from './form-builder.ts'
import { demoForms } from './forms.ts'
import { insertPast, putPictures } from './insert-past.ts'
import { insertDemoOffice } from './office-accounts.ts'
import { pastSubmissions } from './past-submissions.ts'

/** The password of every demo login; it is public. */
export const demoPassword = 'fieldwork-2026'
/** The invented organization of the demo. */
const demoOrganization = 'Terra Verde Relief'

/** A login of the demo. */
interface DemoUser {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly isActive: boolean
  readonly isFirstLogin: boolean
}

/** The demo logins: an active user, one before the first password, an inactive one. */
export const demoUsers = {
  asha: {
    id: '5b1c7a52-6f0e-4a4e-9a53-0d1f3c2b7a01',
    email: 'asha@transect.example',
    firstName: 'Asha',
    lastName: 'Verma',
    isActive: true,
    isFirstLogin: false,
  },
  first: {
    id: '5b1c7a52-6f0e-4a4e-9a53-0d1f3c2b7a02',
    email: 'first@transect.example',
    firstName: 'Ravi',
    lastName: 'Nair',
    isActive: true,
    isFirstLogin: true,
  },
  inactive: {
    id: '5b1c7a52-6f0e-4a4e-9a53-0d1f3c2b7a03',
    email: 'inactive@transect.example',
    firstName: 'Salma',
    lastName: 'Khan',
    isActive: false,
    isFirstLogin: false,
  },
} as const satisfies Record<string, DemoUser>

const organizationId = '5b1c7a52-6f0e-4a4e-9a53-0d1f3c2b7a00'

const insertOrganization = (query: Query, logoSha256: string) =>
  query(
    `insert into organizations (id, name, logo_sha256, logo_name)
     values ($1, $2, $3, 'terra-verde-relief.svg')`,
    [organizationId, demoOrganization, logoSha256],
  )

const insertUser = async (
  query: Query,
  user: DemoUser,
  passwordHash: string,
  now: Date,
): Promise<void> => {
  await query(
    `insert into users (id, organization_id, email, password_hash, first_name, last_name,
       phone_number, address, is_active, is_first_login, created_at)
     values ($1, $2, $3, $4, $5, $6, '+919825000000', 'India', $7, $8, $9)`,
    [
      user.id,
      organizationId,
      user.email,
      passwordHash,
      user.firstName,
      user.lastName,
      user.isActive,
      user.isFirstLogin,
      now,
    ],
  )
  await startCounter(query, user.id)
}

interface SeedOptions {
  readonly db: Db
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly passwords: Passwords
  /** The number of past submissions; by default the demo's. */
  readonly pastTotal?: number
  /** The number of households that are cases; by default the demo's. */
  readonly householdTotal?: number
}

/** Fills an empty database with an organization, three logins, four accounts of the office, ten forms, past work and households. */
export const seedDemo = async (options: SeedOptions): Promise<void> => {
  const logoSha256 = await options.blobs.put(new TextEncoder().encode(demoLogo))
  const pictures = await putPictures(options.blobs)
  const users = Object.values(demoUsers)
  const hashes: string[] = []
  // One after the other, because on a slow machine one that waits for its turn is refused.
  for (const _ of users) hashes.push(await options.passwords.hash(demoPassword))
  const now = new Date(options.clock())
  const published = new Date(now.getTime() - 130 * 24 * 3_600_000)
  const past = pastSubmissions(now.getTime(), options.pastTotal)
  await options.db.tx(async query => {
    await insertOrganization(query, logoSha256)
    for (const [index, user] of users.entries()) {
      await insertUser(query, user, hashes[index] ?? '', published)
    }
    for (const [index, form] of demoForms.entries()) {
      const publishedAt = new Date(published.getTime() + index * 24 * 3_600_000)
      await putForm(query, demoFormToDefinition(form, publishedAt), publishedAt)
      for (const user of users) await assignForm(query, user.id, form.id, publishedAt)
    }
    await insertDemoOffice(query, hashes[0] ?? '', published)
    await insertPast(query, demoUsers.asha.id, past, pictures)
    const total = options.householdTotal ?? demoHouseholds
    const owners = [demoUsers.asha.id, demoUsers.first.id] as const
    await insertHouseholds(query, total, owners, now, demoOrganization)
  })
}

/** Whether the database has no user yet, so that it may be filled with the demo. */
export const isEmptyDatabase = async (db: Db): Promise<boolean> =>
  first(await db.query<{ id: string }>('select id from users limit 1')) === null

/** Empties every table except the ledger of schema steps and the database's own values. */
export const emptyTables = (db: Db) =>
  db.query(
    `truncate ${tables
      .map(({ table }) => table)
      .filter(table => table !== 'server_values')
      .join()}`,
  )

/** The demo organization's logo: a hill, a path and the sun. */
const demoLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" role="img" aria-label="Terra Verde Relief">
  <rect width="96" height="96" rx="20" fill="#f4f8f1"/>
  <circle cx="66" cy="30" r="12" fill="#e9a93a"/>
  <path d="M8 74c10-26 24-38 38-38s28 12 42 38z" fill="#2f7d4f"/>
  <path d="M40 74c4-12 14-14 10-22-2-4-5-6-5-12 8 5 14 8 15 14 1 7-6 10-5 20z" fill="#f4f8f1"/>
  <path d="M8 74h80v6a8 8 0 0 1-8 8H16a8 8 0 0 1-8-8z" fill="#1d5a3a"/>
</svg>
`
