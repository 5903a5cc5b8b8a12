import * as v from 'valibot'
import { id, text } from './form/values.ts'

/**
 * What the office says of a submission, as the announced extension `review` has it in each row, and what the surveyor
 * replies with a PUT.
 */

/**
 * received: not looked at yet. correction: the surveyor is asked to correct it. corrected: the surveyor has, or has edited
 * it after the office had decided. accepted, rejected: decided.
 */
export const reviewStates = ['received', 'correction', 'corrected', 'accepted', 'rejected'] as const

/** The most characters of a comment, and the most comments that a request or the office may add to a submission. */
export const commentChars = 1000
export const mostComments = 200

const whole = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A comment on an answer, or on the whole submission. */
export interface ReviewComment {
  /** A UUID. The same id is never said twice. */
  readonly id: string
  /** ISO 8601 UTC. */
  readonly at: string
  /** The name of the person. */
  readonly author: string
  readonly by: 'office' | 'surveyor'
  /** The field that it is about; '' for the whole submission. */
  readonly field_id: string
  /** The field's occurrence within a repeat, from 0. */
  readonly occurrence: number
  readonly text: string
}

const Comment = v.object({
  id,
  at: text,
  author: text,
  by: v.picklist(['office', 'surveyor']),
  field_id: text,
  occurrence: v.fallback(whole, 0),
  text,
})

/** The comments that can be read. */
const Comments = v.pipe(
  v.array(v.unknown()),
  v.transform((comments): readonly ReviewComment[] =>
    comments.flatMap(comment => {
      const read = v.safeParse(Comment, comment)
      return read.success ? read.output : []
    }),
  ),
)

/** A row's review. */
const Review = v.object({
  state: v.picklist(reviewStates),
  /** Counts what the office has said and decided, so that a correction names what it answers. */
  version: whole,
  comments: v.fallback(Comments, []),
})

/** What the office says of a submission, and the surveyor's replies. */
export type Review = v.InferOutput<typeof Review>

/** The review of a row: null without one, undefined where the row does not say it. */
export const RowReview = v.fallback(v.optional(v.nullable(Review)), undefined)

/** A comment of a request: its id is made where it is written, so that a repeat adds nothing. */
export const CommentEntry = v.object({
  id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  field_id: v.pipe(v.string(), v.maxLength(200)),
  occurrence: v.pipe(whole, v.maxValue(10_000)),
  text: v.pipe(v.string(), v.trim(), v.maxLength(commentChars)),
})
export type CommentEntry = v.InferOutput<typeof CommentEntry>

/** The surveyor's replies in a request. */
export const Replies = v.optional(v.pipe(v.array(CommentEntry), v.maxLength(mostComments)))

/** What a PUT corrects: the version of the review that its surveyor had read, or 0. */
export const Corrects = v.optional(whole)
