import type { MigrationStrategies } from 'rxdb'
import { newestOf } from './schema.ts'
import { toBase, replay, type Operations } from './operation-log.ts'
import { submissionsSchema, type SubmissionDoc } from './submissions.ts'
import { currentUser, userProfileSchema } from './user-profile.ts'

/**
 * The local database's history, oldest first: line n takes it from version n - 1 to n.
 *
 * Rules: append only once released; never change a shipped line; never mutate the document given; a
 * change is total, for what it cannot read it moves on unchanged. Source: the spec gives version 17
 * (3), `formId` to `form_id` (3.2), null coordinates (3.2), the default field type (3.5) and the v12
 * flag (3.7, 9.28). The other lines are our reconstruction.
 */

export type OldDocument = Readonly<Record<string, unknown>>
/** What an older document becomes; null when it is better made anew. */
export type Change = (old: OldDocument) => OldDocument | null | Promise<OldDocument>

export interface LedgerLine {
  readonly version: number
  readonly title: string
  /** By collection; a collection that is not named stays as it is. */
  readonly changes: Readonly<Record<string, Change>>
}

const line = (
  version: number,
  title: string,
  changes: Readonly<Record<string, Change>> = {},
): LedgerLine => ({ version, title, changes })

/** Fills in what a document lacks. */
const defaults =
  (values: OldDocument): Change =>
  old => ({ ...values, ...old })

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const timeOf = (...values: readonly unknown[]): number => {
  for (const value of values) {
    const ms = typeof value === 'number' ? value : Date.parse(textOf(value))
    if (Number.isFinite(ms) && ms > 0) return Math.trunc(ms)
  }
  return 0
}

/** Of a document what today's schema still has. */
const known = (schema: { readonly properties: object }, old: OldDocument): OldDocument =>
  Object.fromEntries(Object.entries(old).filter(([key]) => key in schema.properties))

/** Today's submission: keys, list order, and the operation log that everything else is derived from. */
const toLoggedSubmission: Change = async old => {
  const id = textOf(old['id'])
  const local = id.startsWith('temp_')
  const createdAt = textOf(old['created_at'] ?? old['createdAt'] ?? old['submittedAt'])
  const status = old['syncStatus'] === 'deleted' ? 'deleted' : local ? 'pending' : 'synced'
  const fields = {
    client_key: '',
    formName: '',
    definition_hash: `legacy:${textOf(old['form_id'])}`,
    accuracy: null,
    address: '',
    city: '',
    submittedAt: createdAt,
    updated_at: createdAt,
    files: [],
    files_pending: 0,
    rev: '',
    history: [],
    answers: {},
    ...known(submissionsSchema, old),
    id,
    form_id: textOf(old['form_id']),
    server_id: local ? '' : id,
    created_at: createdAt,
    syncStatus: status,
    hidden: status === 'deleted' ? 1 : 0,
    newest: newestOf(createdAt),
  } as unknown as SubmissionDoc
  if (!local && status !== 'deleted') {
    return replay(submissionsSchema, await toBase(fields), []) as never
  }
  const edit = (values: Partial<SubmissionDoc>): Operations => [
    { creator: 'ledger', time: 1, body: [{ ifMatch: { $set: values } }] },
  ]
  const base = local ? null : await toBase({ ...fields, syncStatus: 'synced', hidden: 0 })
  const pending = local ? edit(fields) : edit({ syncStatus: 'deleted', hidden: 1 })
  return replay(submissionsSchema, base, [pending]) as never
}

const toLoggedProfile: Change = async old => {
  const fields = { ...known(userProfileSchema, old), id: currentUser, syncStatus: 'synced' }
  return replay(userProfileSchema, await toBase(fields), []) as never
}

export const ledger: readonly LedgerLine[] = [
  line(1, 'Forms and submissions live on the device'),
  line(2, 'Fields stand on their own, so that a form opens without a network'),
  line(3, 'Answers stand on their own: one for each submission and field'),
  line(4, 'The outbox: what the server has not heard yet'),
  line(5, 'Settings'),
  line(6, 'One user profile'),
  line(7, 'Files wait for their submission'),
  line(8, 'The organization, for the header'),
  line(9, 'The outbox remembers its tries', { outbox: defaults({ retryCount: 0, lastError: '' }) }),
  line(10, 'The outbox knows when to try again', {
    outbox: old => ({ ...old, nextRetryAt: timeOf(old['nextRetryAt']) }),
  }),
  line(11, 'Fields know their section', {
    form_questions: defaults({ section_id: '', section_name: '', section_order: 0 }),
  }),
  line(12, 'A submission names its form form_id, as the server does', {
    submissions: ({ formId, ...old }) => ({ ...old, form_id: textOf(old['form_id'] ?? formId) }),
  }),
  line(13, 'A submission knows its place, or null', {
    submissions: old => ({
      ...old,
      latitude: old['latitude'] ?? null,
      longitude: old['longitude'] ?? null,
    }),
  }),
  line(14, 'A file knows the type of its field', {
    file_uploads: defaults({ field_type: 'FILE' }),
  }),
  line(15, 'A file knows whether it was sent', {
    file_uploads: defaults({ sync_status: 'pending', synced_at: 0 }),
  }),
  line(16, 'Fields carry their help text', {
    form_questions: defaults({ help_text: '', is_required: false, options: '[]' }),
  }),
  line(17, 'Lists are ordered by newest first, and submissions keep their operations', {
    forms: old => ({
      description: '',
      name: textOf(old['title']),
      submissions: 0,
      ...old,
      status: textOf(old['status']) || 'published',
      updated_at: textOf(old['updated_at'] ?? old['createdAt']),
      created_at: textOf(old['created_at'] ?? old['createdAt']),
      sections: Array.isArray(old['sections']) ? old['sections'] : [],
      definition_hash: `legacy:${textOf(old['id'])}`,
      fetched_at: 0,
      hidden: 0,
      newest: newestOf(timeOf(old['updated_at'], old['createdAt'])),
    }),
    form_questions: old => ({
      label: textOf(old['name']),
      multiple: old['type'] === 'FILE' || old['type'] === 'IMAGE',
      max_kb: 0,
      ...old,
      order: timeOf(old['order']),
      definition_hash: `legacy:${textOf(old['form_id'])}`,
      field_id: textOf(old['id']),
    }),
    submissions: toLoggedSubmission,
    form_responses: old => ({
      ...old,
      occurrence: 0,
      value: Array.isArray(old['value']) ? old['value'].map(textOf) : textOf(old['value']),
      updated_at: timeOf(old['updated_at']),
    }),
    file_uploads: old => ({
      ...old,
      field_id: textOf(old['field_id'] ?? old['field_name']),
      occurrence: 0,
      sha256: '',
      created_at: timeOf(old['created_at']),
      synced_at: timeOf(old['synced_at']),
    }),
    // The first run queues what is unsent again, under today's ids, as work that may have been sent.
    outbox: () => null,
    user_profile: toLoggedProfile,
    location_cache: defaults({ accuracy: 0, address: '', city: '', rawAddress: '' }),
  }),
]

const unchanged = (old: OldDocument): OldDocument => old

/** The migration strategies of one collection, derived from the ledger: one for each version. */
export const migrationStrategiesOf = (collection: string): MigrationStrategies =>
  Object.fromEntries(
    ledger.map(({ version, changes }) => [version, changes[collection] ?? unchanged]),
  )
