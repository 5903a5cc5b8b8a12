import { good, refuse, refuseFields, type Answer } from '../http/answer.ts'
import type { SurveyorCall, SurveyorHandler } from '../backend.ts'
import {
  beginning,
  readChange,
  readCursor,
  writeCursor,
  type ChangesCursor,
  type NamedChange,
} from '../wire/changes-cursor.ts'
import { isUuid } from '../db/ids.ts'
import { pageMeta, pageOf } from '../http/paging.ts'
import { etagOf, submissionToWire } from '../wire/rows.ts'
import {
  countSubmissions,
  historyState,
  submissionById,
  submissionPage,
  submissionsAfter,
  type HistoryState,
  type SubmissionRecord,
} from '../store/submissions.ts'

/** The answer when this user has no such submission, or has deleted it. */
export const noSuchSubmission = refuse(404, 'Submission not found.')

/** A submission as an answer, with its revision as the entity tag. */
export const rowAnswer = (
  message: string,
  call: SurveyorCall,
  record: SubmissionRecord,
  status: 200 | 201 = 200,
  more: Readonly<Record<string, string>> = {},
): Answer =>
  good(message, submissionToWire(record, call), {
    status,
    headers: { ETag: etagOf(record), ...more },
  })

/**
 * Whether the cursor belongs to this database's list of changes. For an old cursor, which has no mark, only a counter
 * below the cursor's revision shows that the database was restored.
 */
const isOfHistory = ({ epoch, rev, change }: ChangesCursor, state: HistoryState): boolean =>
  epoch === '' ||
  (epoch === state.epoch &&
    state.knows_all &&
    (change !== null || BigInt(rev) <= BigInt(state.counter)))

/** The most changes that a request names. */
const mostSeen = 100

/** The changes that a client has seen in addition to its cursor, separated by commas; null when unreadable. */
const readSeen = (text: string | null): readonly NamedChange[] | null => {
  if (text === null) return []
  const changes = text.split(',', mostSeen + 1).map(readChange)
  const readable = changes.filter(change => change !== null)
  return readable.length === changes.length && changes.length <= mostSeen ? readable : null
}

/** What changed since a cursor (decisions 4): rows, tombstones, and the next cursor. */
const changes = async (call: SurveyorCall, since: string): Promise<Answer> => {
  const { query } = call.backend.db
  const sent = readCursor(since)
  if (sent === null) return refuseFields({ since: ['The cursor cannot be read.'] })
  const seen = readSeen(call.query.get('seen'))
  if (seen === null) return refuseFields({ seen: ['The changes cannot be read.'] })
  const { rev, change } = sent
  const named = change === null ? seen : [...seen, { ...change, rev }]
  const state = await historyState(query, call.user.id, named)
  const isRestarted = !isOfHistory(sent, state)
  const place = { ...(isRestarted ? beginning : sent), epoch: state.epoch }
  const { limit } = pageOf(call.query)
  const { page, hasMore } = await submissionsAfter(query, call.user.id, place.rev, limit)
  const last = page.at(-1)
  const next = last === undefined ? place : { ...place, rev: last.rev, change: last }
  const live = page.filter(record => record.deleted_at === null)
  const deleted = page.flatMap(record =>
    record.deleted_at === null
      ? []
      : [{ id: record.id, deleted_at: record.deleted_at.toISOString() }],
  )
  const meta = {
    next: writeCursor(next),
    has_more: hasMore,
    ...(isRestarted ? { restarted: true } : {}),
  }
  return good(
    'Changes',
    live.map(record => submissionToWire(record, call)),
    { extra: { deleted, meta } },
  )
}

/** GET form-submissions (7.13): a page, newest first; with `since`, the changes. */
export const submissions: SurveyorHandler = async call => {
  const since = call.query.get('since')
  if (since !== null) return changes(call, since)
  const { query } = call.backend.db
  const page = pageOf(call.query)
  const rows = await submissionPage(query, call.user.id, page.limit, page.offset)
  const total = await countSubmissions(query, call.user.id)
  return good(
    'Submissions',
    rows.map(record => submissionToWire(record, call)),
    { extra: pageMeta(page, total) },
  )
}

/** GET form-submissions/{id} (7.15). */
export const submission: SurveyorHandler = async call => {
  if (!isUuid(call.id)) return noSuchSubmission
  const record = await submissionById(call.backend.db.query, call.user.id, call.id)
  if (record === null || record.deleted_at !== null) return noSuchSubmission
  return rowAnswer('Submission', call, record)
}
