import type { Role, Scope } from '../../replication/wire/office/roles.ts'
import type { Query } from '../db/db.ts'
import { insertOfficeAccount } from '../store/office/accounts.ts'

interface DemoAccount {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly scope: Scope
}

/** The accounts of the demo's office, one of each role. The reviewer sees one form. */
export const demoOffice: readonly DemoAccount[] = [
  {
    id: '5b1c7a52-6f0e-4a4e-9a53-0d1f3c2b7b01',
    email: 'admin@transect.example',
    name: 'Leila Haddad',
    role: 'administrator',
    scope: { kind: 'all' },
  },
  {
    id: '5b1c7a52-6f0e-4a4e-9a53-0d1f3c2b7b02',
    email: 'coordinator@transect.example',
    name: 'Jonas Weber',
    role: 'coordinator',
    scope: { kind: 'all' },
  },
  {
    id: '5b1c7a52-6f0e-4a4e-9a53-0d1f3c2b7b03',
    email: 'reviewer@transect.example',
    name: 'Amara Diallo',
    role: 'reviewer',
    scope: { kind: 'forms', names: ['household-profile'] },
  },
  {
    id: '5b1c7a52-6f0e-4a4e-9a53-0d1f3c2b7b04',
    email: 'viewer@transect.example',
    name: 'Priya Shah',
    role: 'viewer',
    scope: { kind: 'all' },
  },
]

/** Adds them. One hash serves all, because their password is public. */
export const insertDemoOffice = async (
  query: Query,
  passwordHash: string,
  now: Date,
): Promise<void> => {
  for (const account of demoOffice)
    await insertOfficeAccount(query, { ...account, passwordHash, isTemporary: false, now })
}
