import {
  defaults,
  textOf,
  timeOf,
  toAnswer,
  toLoggedProfile,
  toLoggedSubmission,
  type Related,
  type Change,
  type OldDocument,
} from './ledger-changes.ts'
import { newestOf } from '../schemas/schema.ts'

/**
 * The history of the local database, oldest first: line n migrates from version n - 1 to n.
 *
 * Rules: append only once released; never change a shipped line; never mutate the document passed in; a change is
 * total, so it returns a document that it cannot read unchanged. Source: the spec describes version 17 (3),
 * `formId` to `form_id` (3.2), null coordinates (3.2), the default field type (3.5) and the v12 flag (3.7, 9.28).
 * The other lines are our reconstruction.
 */

/** One step of the history: its purpose, and the changes to documents. */
export interface LedgerLine {
  readonly version: number
  readonly title: string
  /** By collection. A collection without an entry stays unchanged. */
  readonly changes: Readonly<Record<string, Change>>
}

const line = (
  version: number,
  title: string,
  changes: Readonly<Record<string, Change>> = {},
): LedgerLine => ({ version, title, changes })

/** The steps from the first version to today, in order. */
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
      id: textOf(old['id']),
      title: textOf(old['title']) || textOf(old['name']),
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
      id: textOf(old['id']),
      form_id: textOf(old['form_id']),
      type: textOf(old['type']) || 'TEXT',
      options: typeof old['options'] === 'string' ? old['options'] : JSON.stringify(old['options']),
      order: timeOf(old['order']),
      definition_hash: `legacy:${textOf(old['form_id'])}`,
      field_id: textOf(old['id']),
    }),
    submissions: toLoggedSubmission,
    form_responses: old => ({
      ...old,
      occurrence: 0,
      submission_id: textOf(old['submission_id']),
      question_id: textOf(old['question_id']),
      value: toAnswer(old['value']) ?? '',
      updated_at: timeOf(old['updated_at']),
    }),
    file_uploads: old => ({
      ...old,
      field_id: textOf(old['field_id'] ?? old['field_name']),
      submission_id: textOf(old['submission_id']),
      occurrence: 0,
      sha256: '',
      created_at: timeOf(old['created_at']),
      synced_at: timeOf(old['synced_at']),
    }),
    // The first run queues unsent work again, under today's ids, as work that may have been sent.
    outbox: () => null,
    user_profile: toLoggedProfile,
    location_cache: defaults({ accuracy: 0, address: '', city: '', rawAddress: '' }),
  }),
]

/** For a document without related ones. */
export const noneRelated: Related = { filesOf: () => [], answersOf: () => [] }

/**
 * Applies one line to a document of a collection. Returns it unchanged when the line has no entry for the
 * collection.
 */
export const changeBy = async (
  { changes }: LedgerLine,
  collection: string,
  old: OldDocument,
  related: Related = noneRelated,
): Promise<OldDocument | null> => {
  const change = changes[collection]
  return change === undefined ? old : change(old, related)
}

/** Migrates a document of any earlier version to today's. A line leaves unchanged what is already converted. */
export const bringForward = async (
  collection: string,
  old: OldDocument,
  related: Related = noneRelated,
): Promise<OldDocument | null> => {
  let current: OldDocument | null = old
  for (const line of ledger) {
    if (current === null) return null
    current = await changeBy(line, collection, current, related)
  }
  return current
}
