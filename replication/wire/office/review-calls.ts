import * as v from 'valibot'
import { CommentEntry } from '../review.ts'
import type { OfficeCall } from './office-call.ts'
import { ReviewAnswer } from './review-answers.ts'

const reviewers = ['administrator', 'coordinator', 'reviewer'] as const
const query = { surveyor: 'The id of its surveyor.' } as const

/** The states that the office gives a submission; received takes a decision back. */
const decisions = ['received', 'correction', 'accepted', 'rejected'] as const

/** A comment with something in it. */
export const CommentRequest = v.object({
  ...CommentEntry.entries,
  text: v.pipe(CommentEntry.entries.text, v.minLength(1)),
})
/** A decision. */
export const DecisionRequest = v.object({ state: v.picklist(decisions) })

/** The calls that review submissions. */
export const reviewCalls = {
  commentAdd: {
    method: 'POST',
    path: '/office/submissions/:id/comments',
    roles: reviewers,
    summary: 'Comment on an answer, or with an empty field_id on all of a submission.',
    query,
    body: CommentRequest,
    data: ReviewAnswer,
    refusals: [404, 422],
  },
  reviewSet: {
    method: 'PUT',
    path: '/office/submissions/:id/review',
    roles: reviewers,
    summary: 'Accept or reject a submission, or ask the surveyor to correct it.',
    query,
    headers: { 'If-Match': 'The revision that was read.' },
    body: DecisionRequest,
    data: ReviewAnswer,
    refusals: [404, 412, 422],
  },
} as const satisfies Record<string, OfficeCall>
