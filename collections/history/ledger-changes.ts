import { answerKey, isTempId } from '../ids.ts'
import { replay, toBase, type Operations } from '../operation-log.ts'
import { newestOf } from '../schemas/schema.ts'
import {
  attentionTo,
  hiddenBy,
  submissionsSchema,
  type Answer,
  type SubmissionDoc,
} from '../schemas/submissions.ts'
import { currentUser, userProfileSchema } from '../schemas/user-profile.ts'

/** The functions that the ledger's lines are made of. None of them may throw on input that it does not know. */

/** A document of an earlier version, with unknown contents. */
export type OldDocument = Readonly<Record<string, unknown>>

/** Documents of other collections that belong to a submission: its files and live answers. */
export interface Related {
  readonly filesOf: (submissionId: string) => readonly OldDocument[]
  readonly answersOf: (submissionId: string) => readonly OldDocument[]
}

/** Converts an older document; null drops it because it can be made anew. */
export type Change = (
  old: OldDocument,
  related: Related,
) => OldDocument | null | Promise<OldDocument | null>

/** Adds default values for missing fields. */
export const defaults =
  (values: OldDocument): Change =>
  old => ({ ...values, ...old })

/** A text from any value; '' where the value is not a text, a number or a boolean. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''

/** The first of several values that is a time, in epoch ms; 0 when none is. */
export const timeOf = (...values: readonly unknown[]): number => {
  for (const value of values) {
    const ms =
      value instanceof Date
        ? value.getTime()
        : typeof value === 'number'
          ? value
          : Date.parse(textOf(value))
    if (Number.isFinite(ms) && ms > 0) return Math.trunc(ms)
  }
  return 0
}

/** The first of several values that is a time, as ISO 8601 UTC. A text that is a time stays unchanged. */
const isoOf = (...values: readonly unknown[]): string => {
  for (const value of values) {
    const ms = timeOf(value)
    if (ms > 0) return typeof value === 'string' ? value : new Date(ms).toISOString()
  }
  return ''
}

/** When an interview was started, taken from its temporary id. */
const begunAt = (id: string): unknown => (isTempId(id) ? Number.parseInt(id.slice(5), 10) : '')

const degrees = (value: unknown): number | null => {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** The fields of a document that today's schema still has. */
const known = (schema: { readonly properties: object }, old: OldDocument): OldDocument =>
  Object.fromEntries(Object.entries(old).filter(([key]) => key in schema.properties))

/** A list that was stored as JSON text, as answers with several values were. */
const listOf = (value: unknown): readonly unknown[] | null => {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return null
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** One older answer; null where it is not text, such as a file's handle. */
export const toAnswer = (value: unknown): Answer | null => {
  const list = listOf(value)
  if (list !== null) return list.map(textOf)
  return value === null || value === undefined || typeof value === 'object' ? null : textOf(value)
}

/** Older answers by answer key, whether kept as a map (3.23) or as the server's list (3.22). */
export const answersByKey = (answers: unknown): Record<string, Answer> => {
  const entries: readonly (readonly [unknown, unknown])[] = Array.isArray(answers)
    ? answers
        .filter((entry: unknown): entry is OldDocument => typeof entry === 'object' && !!entry)
        .map(entry => [entry['form_field_id'], entry['value_json'] ?? entry['value']])
    : Object.entries(typeof answers === 'object' && answers !== null ? answers : {})
  return Object.fromEntries(
    entries.flatMap(([id, value]) => {
      const answer = toAnswer(value)
      return textOf(id) === '' || answer === null ? [] : [[keyOf(textOf(id)), answer]]
    }),
  )
}

/** Leaves keys that already are answer keys unchanged. */
const keyOf = (id: string): string => (/[%#]/.test(id) ? id : answerKey(id))

/** The manifest of a submission whose files were kept in a table of their own. */
const manifestOf = (files: readonly OldDocument[]) =>
  files.map(file => ({
    id: textOf(file['id']),
    field_id: textOf(file['field_id'] ?? file['field_name']),
    field_type: textOf(file['field_type']) || 'FILE',
    file_name: textOf(file['file_name']),
    file_type: textOf(file['file_type']),
    file_size: Number(file['file_size']) || 0,
  }))

/**
 * Converts a submission to today's form: keys, list order, and the operation log that all else is derived from.
 * What was still unsent becomes a pending operation: a whole interview, an edit, or a deletion.
 */
export const toLoggedSubmission: Change = async (old, related) => {
  const id = textOf(old['id'])
  const isLocal = isTempId(id)
  const isDeleted = old['syncStatus'] === 'deleted'
  const isEdited = !isLocal && old['syncStatus'] === 'pending'
  const files = related.filesOf(id)
  const filesPending = files.filter(file => file['sync_status'] !== 'synced').length
  const live = related.answersOf(id).map(answer => [answer['question_id'], answer['value']])
  const createdAt = isoOf(old['created_at'], old['createdAt'], old['submittedAt'], begunAt(id))
  const fields = {
    client_key: '',
    formName: '',
    definition_hash: `legacy:${textOf(old['form_id'])}`,
    accuracy: null,
    address: '',
    city: '',
    rev: '',
    history: [],
    ...known(submissionsSchema, old),
    latitude: degrees(old['latitude']),
    longitude: degrees(old['longitude']),
    files: manifestOf(files),
    files_pending: filesPending,
    answers: { ...answersByKey(Object.fromEntries(live)), ...answersByKey(old['answers']) },
    id,
    form_id: textOf(old['form_id']),
    server_id: isLocal ? '' : id,
    created_at: createdAt,
    submittedAt: isoOf(old['submittedAt']) || createdAt,
    updated_at: isoOf(old['updated_at']) || createdAt,
    syncStatus: isLocal || filesPending > 0 ? 'pending' : 'synced',
    state: isLocal ? 'unsent' : 'stored',
    hidden: hiddenBy.nothing,
    attention: attentionTo.nothing,
    correction: 0,
    newest: newestOf(createdAt),
  } as unknown as SubmissionDoc
  const edit = (values: OldDocument): Operations => [
    { creator: 'ledger', time: 1, body: [{ ifMatch: { $set: values } }] },
  ]
  const deletion = edit({
    syncStatus: 'deleted',
    state: 'deleting',
    hidden: hiddenBy.deletion,
  })
  const build = async (base: object | null, ...pending: Operations[]) =>
    (await replay(
      submissionsSchema,
      base === null ? null : toBase(base),
      pending,
    )) as never as OldDocument
  if (isLocal) {
    const creation = edit(fields as never)
    return isDeleted ? build(null, creation, deletion) : build(null, creation)
  }
  if (isDeleted) return build(fields, deletion)
  if (!isEdited) return build(fields)
  const answers = Object.entries(fields.answers).map(([key, value]) => [`answers.${key}`, value])
  return build(fields, edit({ ...Object.fromEntries(answers), syncStatus: 'pending' }))
}

/** Converts the profile to today's form, with its operation log. */
export const toLoggedProfile: Change = async old => {
  const fields = { ...known(userProfileSchema, old), id: currentUser, syncStatus: 'synced' }
  return (await replay(userProfileSchema, toBase(fields), [])) as never
}
