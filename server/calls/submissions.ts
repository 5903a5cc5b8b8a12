import { good, refuse, refuseFields, type Answer } from '../answer.ts'
import type { SurveyorCall, SurveyorHandler } from '../backend.ts'
import { readCursor, writeCursor } from '../changes-cursor.ts'
import { isUuid } from '../ids.ts'
import { pageMeta, pageOf } from '../paging.ts'
import { etagOf, submissionToWire } from '../rows.ts'
import {
  countSubmissions,
  submissionById,
  submissionPage,
  submissionsAfter,
} from '../store/submissions.ts'

const namingOf = (call: SurveyorCall) => ({
  fileLinks: call.backend.fileLinks,
  origin: call.origin,
})

/** The answer when this user has no such submission, or has deleted it. */
export const noSuchSubmission = refuse(404, 'Submission not found.')

/** What changed since a cursor (decisions 4): rows, tombstones, and the cursor to go on with. */
const changes = async (call: SurveyorCall, since: string): Promise<Answer> => {
  const { db, epoch } = call.backend
  const cursor = readCursor(since, epoch)
  if (cursor === null) return refuseFields({ since: ['The cursor cannot be read.'] })
  const { limit } = pageOf(call.query)
  const found = await submissionsAfter(db.query, call.user.id, cursor.rev, limit + 1)
  const page = found.slice(0, limit)
  const next = writeCursor({ epoch, rev: page.at(-1)?.rev ?? cursor.rev })
  const live = page.filter(record => record.deleted_at === null)
  const deleted = page.flatMap(record =>
    record.deleted_at === null
      ? []
      : [{ id: record.id, deleted_at: record.deleted_at.toISOString() }],
  )
  return good(
    'Changes',
    live.map(record => submissionToWire(record, namingOf(call))),
    { beside: { deleted, meta: { next, has_more: found.length > limit } } },
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
    rows.map(record => submissionToWire(record, namingOf(call))),
    { beside: pageMeta(page, total) },
  )
}

/** GET form-submissions/{id} (7.15). */
export const submission: SurveyorHandler = async call => {
  if (!isUuid(call.id)) return noSuchSubmission
  const record = await submissionById(call.backend.db.query, call.user.id, call.id)
  if (record === null || record.deleted_at !== null) return noSuchSubmission
  return good('Submission', submissionToWire(record, namingOf(call)), {
    headers: { ETag: etagOf(record) },
  })
}
