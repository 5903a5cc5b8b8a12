import { demoUsers } from '../../../server/demo/seed.ts'
import { assignForm, putForm } from '../../../server/store/forms.ts'
import { startCounter } from '../../../server/store/users.ts'
import type { TestServer } from '../../server/make-server.ts'
import { casesOf } from './our-cases.ts'
import { createReviews } from './our-reviews.ts'
import { hashOf, sectionsOf, type Extra } from '../world/content.ts'
import {
  exact,
  toSimRow,
  type FormState,
  type SimAccount,
  type SimServer,
  type Surveyor,
} from './sim-server.ts'

/** Our own server, with the simulation's form and no rows. */

const formId = 'sim'
const users = { asha: demoUsers.asha, ravi: demoUsers.first } as const
const rowTables = [
  'case_owners',
  'case_operations',
  'cases',
  'case_list_owners',
  'case_counter',
  'change_counters',
  'submission_days',
  'submission_totals',
  'upload_pieces',
  'uploads',
  'earlier_answers',
  'review_comments',
  'reviews',
  'submission_files',
  'submission_answers',
  'submissions',
] as const

interface RowRecord {
  readonly id: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly answers: readonly {
    readonly form_field_id: string
    readonly occurrence: number
    readonly value: string
  }[]
  readonly files: readonly {
    readonly field: string
    readonly name: string
    readonly sha256: string
  }[]
}

const rowsOfUser = `
  select s.id::text as id, s.latitude, s.longitude,
    (select coalesce(json_agg(json_build_object('form_field_id', a.form_field_id,
        'occurrence', a.occurrence, 'value', a.value)), '[]')
      from submission_answers a where a.user_id = s.user_id and a.submission_id = s.id) as answers,
    (select coalesce(json_agg(json_build_object('field', f.form_field_id, 'name', f.name,
        'sha256', f.sha256)), '[]')
      from submission_files f where f.user_id = s.user_id and f.submission_id = s.id) as files
  from submissions s where s.user_id = $1 and s.deleted_at is null order by s.rev`

/** Created once for a whole run of histories, which all have the same form. */
const prepared = new WeakMap<TestServer, Readonly<Record<Surveyor, SimAccount>>>()

const prepare = async (
  server: TestServer,
  extra: Extra,
): Promise<Readonly<Record<Surveyor, SimAccount>>> => {
  const known = prepared.get(server)
  if (known !== undefined) return known
  const sections = sectionsOf(extra)
  const at = new Date(server.clock())
  const more = { created_at: at.toISOString(), updated_at: at.toISOString(), submissions: 0 }
  const form = { id: formId, title: 'Water points', description: '', status: 'published', ...more }
  await server.db.query('delete from form_assignments')
  await putForm(server.db.query, { ...form, sections: sections as never }, at)
  const accounts = {} as Record<Surveyor, SimAccount>
  for (const name of ['asha', 'ravi'] as const) {
    const { id, email, firstName } = users[name]
    await assignForm(server.db.query, id, formId, at)
    accounts[name] = { userId: id, email, firstName, token: await server.login(email) }
  }
  for (const table of rowTables) {
    await server.db.query(`create table backup_of_${table} (like ${table})`)
  }
  prepared.set(server, accounts)
  return accounts
}

/** Our own server without any submission. */
export const ourServer = async (server: TestServer, extra: Extra): Promise<SimServer> => {
  const accounts = await prepare(server, extra)
  const { query } = server.db
  let isBackedUp = false
  const reviews = createReviews(server, accounts)
  const emptyRows = async () => {
    for (const table of rowTables) await query(`delete from ${table}`)
  }
  await emptyRows()
  for (const { userId } of Object.values(accounts)) await startCounter(query, userId)
  await query(
    `update users set phone_number = '+919825000000',
    first_name = case when email = $1 then 'Asha' else 'Ravi' end`,
    [accounts.asha.email],
  )
  const setForm = async (state: FormState) => {
    await query('update forms set status = $2, removed_at = $3 where id = $1', [
      formId,
      state === 'draft' ? 'draft' : 'published',
      state === 'deleted' ? new Date() : null,
    ])
  }
  await setForm('published')
  await query('update case_lists set is_shared = false')
  return {
    name: 'ours',
    fetch: request => server.fetch(request),
    origin: server.origin,
    accounts,
    formId,
    quirks: exact,
    setForm,
    hasCases: extra === 'cases',
    cases: extra === 'cases' ? casesOf(server, accounts) : null,
    reviews,
    rows: async of => {
      const records = await query<RowRecord>(rowsOfUser, [accounts[of].userId])
      for (const { sha256 } of records.flatMap(({ files }) => files))
        await checkBlob(server, sha256)
      return records.map(({ answers, ...row }) => toSimRow(row, answers))
    },
    profile: async of => {
      const [user] = await query<{ first_name: string; phone_number: string }>(
        'select first_name, phone_number from users where id = $1',
        [accounts[of].userId],
      )
      return user ?? { first_name: '', phone_number: '' }
    },
    backUp: async () => {
      for (const table of rowTables) {
        await query(`delete from backup_of_${table}`)
        await query(`insert into backup_of_${table} select * from ${table}`)
      }
      isBackedUp = true
      reviews.backUp()
    },
    // As after a real restore: the counter goes back too, and the epoch stays the same.
    restore: async () => {
      if (!isBackedUp) return false
      // The list of cases knows no other sign of a restore.
      if (extra === 'cases') {
        await query(`update server_values set value = value || '*' where name = 'epoch'`)
      }
      await emptyRows()
      for (const table of rowTables.toReversed()) {
        await query(`insert into ${table} select * from backup_of_${table}`)
      }
      for (const bytes of checked.get(server)?.values() ?? []) await server.blobs.put(bytes)
      reviews.restore()
      return true
    },
  }
}

/** Blobs whose bytes were already compared with their hash. A backup contains them too. */
const checked = new WeakMap<TestServer, Map<string, Uint8Array>>()

const checkBlob = async (server: TestServer, sha256: string): Promise<void> => {
  const known = checked.get(server) ?? new Map<string, Uint8Array>()
  checked.set(server, known)
  if (known.has(sha256)) return
  const bytes = await server.blobs.get(sha256)
  if (bytes === null || hashOf(bytes) !== sha256)
    throw new Error(`The blob ${sha256} is not whole.`)
  known.set(sha256, bytes)
}
