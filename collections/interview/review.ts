import { keyFrom, replyTo } from '../ids.ts'
import { updatesOf, type Operations } from '../operation-log.ts'
import type { FormResponseDoc } from '../schemas/form-responses.ts'
import type { Reply, Review, ReviewComment, SubmissionDoc } from '../schemas/submissions.ts'

/**
 * What the office says of a submission is part of its base. The surveyor's replies are pending in its log, and so is which
 * version of the review an edit corrects.
 */

/** What of a submission its review follows from. */
type Reviewed = Pick<SubmissionDoc, 'review' | 'replies' | 'corrects'>

/** Whether a state asks for a correction that no pending edit is. */
const asks = ({ state, version }: Review, corrects: number | undefined): boolean =>
  state === 'correction' && corrects !== version

/** Whether the surveyor is to correct a submission, by its log. */
export const isToCorrect = (
  base: { readonly review?: Review | undefined } | null,
  pending: readonly Operations[],
): boolean =>
  base?.review !== undefined &&
  asks(base.review, Number(updatesOf(pending).filter(correctsIn).at(-1)?.$set?.['corrects']))

const correctsIn = ({ $set = {} }: ReturnType<typeof updatesOf>[number]): boolean =>
  'corrects' in $set

/** The replies that the review does not have. */
export const unsentReplies = ({
  review,
  replies = {},
}: Pick<Reviewed, 'review' | 'replies'>): Readonly<Record<string, Reply>> => {
  const known = new Set(review?.comments.map(({ id }) => id))
  return Object.fromEntries(Object.entries(replies).filter(([id]) => !known.has(id)))
}

/** The review as this device shows it, with the unsent replies; null when nothing was said. */
export const reviewOf = (doc: Reviewed): Review | null => {
  const { review, corrects } = doc
  const unsent = Object.entries(unsentReplies(doc)).map(([id, reply]) => ({
    id,
    at: reply.at,
    field_id: reply.field_id,
    occurrence: reply.occurrence,
    text: reply.text,
    author: '',
    by: 'surveyor' as const,
  }))
  if (review === undefined) {
    return unsent.length === 0 ? null : { state: 'received', version: 0, comments: unsent }
  }
  const isDone = review.state === 'correction' && !asks(review, corrects)
  return {
    ...review,
    state: isDone ? 'corrected' : review.state,
    comments: [...review.comments, ...unsent],
  }
}

/** The field of a base with the review as this device shows it; none without one. */
export const keptReview = (doc: Reviewed): Pick<SubmissionDoc, 'review'> => {
  const review = reviewOf(doc)
  return review === null ? {} : { review }
}

const path = 'replies.'

/**
 * The replies among the stored answers of an edit, as the fields that an operation sets. Their ids follow from what they
 * say, so that two devices with one draft say it once.
 */
export const repliesIn = async (
  submission: Pick<SubmissionDoc, 'id' | 'client_key'> & Reviewed,
  answers: readonly FormResponseDoc[],
  now: number,
): Promise<Readonly<Record<string, Reply>>> => {
  const comments = new Map(reviewOf(submission)?.comments.map(one => [one.id, one]))
  const found: Record<string, Reply> = {}
  for (const { question_id, value } of answers) {
    const to = replyTo(question_id)
    const text = typeof value === 'string' ? value.trim() : ''
    if (to === null || text === '') continue
    const { field_id = '', occurrence = 0 } = comments.get(to) ?? {}
    const id = await keyFrom(`${submission.client_key || submission.id}|${to}|${text}`)
    found[`${path}${id}`] = { to, field_id, occurrence, text, at: new Date(now).toISOString() }
  }
  return found
}

/** The replies that operations set. */
export const repliesOf = (operations: readonly Operations[]): readonly Reply[] =>
  updatesOf(operations).flatMap(({ $set = {} }) =>
    Object.entries($set).flatMap(([name, value]) =>
      name.startsWith(path) ? [value as Reply] : [],
    ),
  )

/** Replies as the fields that an operation sets. */
const asSet = (replies: Readonly<Record<string, Reply>>): Readonly<Record<string, Reply>> =>
  Object.fromEntries(Object.entries(replies).map(([id, reply]) => [`${path}${id}`, reply]))

const asReply = ({ field_id, occurrence, text, at }: ReviewComment): Reply => ({
  to: '',
  field_id,
  occurrence,
  text,
  at,
})

/** What the surveyor has said of a submission, by id: what the server had, and what is unsent. */
export const ownReplies = (doc: Reviewed): Readonly<Record<string, Reply>> => ({
  ...Object.fromEntries(
    (doc.review?.comments ?? [])
      .filter(({ by }) => by === 'surveyor')
      .map(comment => [comment.id, asReply(comment)]),
  ),
  ...doc.replies,
})

/**
 * What a row lacks of what the surveyor said and corrected, as the fields that an operation sets: a server that was
 * restored from a backup has lost it.
 */
export const lackingIn = (
  base: Pick<SubmissionDoc, 'review'>,
  known: Reviewed,
): Readonly<Record<string, unknown>> => {
  const lost = unsentReplies({ ...base, replies: ownReplies(known) })
  const { review } = known
  const isUndone =
    review?.state === 'corrected' &&
    base.review?.state === 'correction' &&
    base.review.version === review.version
  return { ...asSet(lost), ...(isUndone ? { corrects: review.version } : {}) }
}
