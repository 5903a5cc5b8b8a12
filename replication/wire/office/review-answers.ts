import * as v from 'valibot'
import { reviewStates } from '../review.ts'

/** What the office's answers say of reviews. */

const text = v.string()
const whole = v.pipe(v.number(), v.integer())

const Comment = v.object({
  id: text,
  at: text,
  author: text,
  by: v.picklist(['office', 'surveyor']),
  field_id: text,
  occurrence: whole,
  text,
})

/** A review with its comments, from the first to the last. */
export const ExactReview = v.object({
  state: v.picklist(reviewStates),
  version: whole,
  comments: v.array(Comment),
})

/** The review of a submission, and the revision that it has with it. */
export const ReviewAnswer = v.object({
  /** For If-Match. */
  rev: text,
  review: v.nullable(ExactReview),
})
/** The review of a submission, and the revision that it has with it. */
export type ReviewAnswer = v.InferOutput<typeof ReviewAnswer>

/** An answer before an edit changed it; without values where there was none. */
export const EarlierAnswer = v.object({
  /** When it was replaced. */
  at: text,
  field_id: text,
  section: text,
  label: text,
  occurrence: whole,
  is_repeated: v.boolean(),
  values: v.array(text),
})
/** An answer before an edit changed it. */
export type EarlierAnswer = v.InferOutput<typeof EarlierAnswer>
