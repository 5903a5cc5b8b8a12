import type { ReviewAnswer } from '../../../replication/wire/office/review-answers.ts'
import { CommentRequest, DecisionRequest } from '../../../replication/wire/office/review-calls.ts'
import { mostComments, type CommentEntry, type Review } from '../../../replication/wire/review.ts'
import { isUuid } from '../../db/ids.ts'
import { good, refuse, refuseFields, type Answer, type Refusal } from '../../http/answer.ts'
import { readBody } from '../../http/validate.ts'
import { scopeOf } from '../../store/office/accounts.ts'
import { reviewedInScope, type ReviewedRow } from '../../store/office/reviews.ts'
import { commentBytesOf, noReview, writeReview } from '../../store/reviews/reviews.ts'
import { touchSubmission } from '../../store/submission-writes.ts'
import { lockUser, nextRevision } from '../../store/users.ts'
import { matchesRevision, reviewToWire, revisionOf } from '../../wire/rows.ts'
import type { AccountCall, AccountHandler } from '../office-call.ts'

const notFound = refuse(404, 'It is not there, or not among what you see.')

/** What was said of a submission, with its revision, in the wire's shape. */
export const reviewData = (row: Pick<ReviewedRow, 'rev' | 'mark' | 'review'>): ReviewAnswer => {
  const review = row.review === null ? null : reviewToWire(row.review)
  return { rev: revisionOf(row), review: review && { ...review, comments: [...review.comments] } }
}

/** What an account makes of a review: the next one with new comments, or why not; null leaves it. */
type Change = (
  review: Review,
  row: ReviewedRow,
) => { readonly next: Review; readonly comments: readonly CommentEntry[] } | Refusal | null

const changeReview = async (call: AccountCall, change: Change): Promise<Answer> => {
  const { account, backend, id, query: asked } = call
  const surveyorId = asked.get('surveyor') ?? ''
  if (!isUuid(id) || !isUuid(surveyorId)) return notFound
  return backend.db.tx(async query => {
    await lockUser(query, surveyorId)
    const row = await reviewedInScope(query, scopeOf(account), surveyorId, id)
    if (row === null) return notFound
    const changed = change(row.review ?? noReview, row)
    if (changed === null) return good('Review', reviewData(row))
    if ('kind' in changed) return changed
    const { next, comments } = changed
    const now = new Date(backend.clock())
    const revision = await nextRevision(query, surveyorId)
    await touchSubmission(query, surveyorId, id, now, revision, commentBytesOf(comments))
    const said = { author: account.name, by: 'office', now } as const
    const review = await writeReview(query, row, next, comments, said)
    return good('Review', reviewData({ ...revision, review }))
  })
}

/** POST office/submissions/{id}/comments: a repeat adds nothing. */
export const commentAdd: AccountHandler = async call => {
  const body = await readBody(call.request, CommentRequest)
  if (!body.ok) return body.refusal
  const comment = body.value
  return changeReview(call, review => {
    if (review.comments.some(({ id }) => id === comment.id)) return null
    if (review.comments.filter(({ by }) => by === 'office').length >= mostComments)
      return refuseFields({ text: ['There are too many comments.'] })
    call.note(`comment on ${call.id}`)
    return { next: { ...review, version: review.version + 1 }, comments: [comment] }
  })
}

const changedMeanwhile = 'The submission was changed in the meantime.'

/** PUT office/submissions/{id}/review */
export const reviewSet: AccountHandler = async call => {
  const body = await readBody(call.request, DecisionRequest)
  if (!body.ok) return body.refusal
  const { state } = body.value
  const tag = call.request.headers.get('If-Match')
  if (tag === null) return refuseFields({ 'If-Match': ['The revision that was read is missing.'] })
  return changeReview(call, (review, row) => {
    if (!matchesRevision(tag, row)) return refuse(412, changedMeanwhile, { data: reviewData(row) })
    if (review.state === state) return null
    // Without a comment the surveyor would not know what to correct.
    if (state === 'correction' && !review.comments.some(({ by }) => by === 'office'))
      return refuseFields({ state: ['Please say in a comment what is to be corrected.'] })
    call.note(`${state} ${call.id}`)
    return { next: { ...review, state, version: review.version + 1 }, comments: [] }
  })
}
