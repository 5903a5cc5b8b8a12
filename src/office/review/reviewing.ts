import { createContext, useContext } from 'react'
import type { SubmissionDetail } from '../../../replication/wire/office/answers.ts'
import type { Failure } from '../office-api.ts'

/** The submission on the screen, and what may be done with it. */
export interface Reviewing {
  readonly submission: SubmissionDetail
  /** Whether the account may review; the others read. */
  readonly isAllowed: boolean
  /** Says something of an answer, or with an empty field of the whole; null when it was stored. */
  readonly comment: (fieldId: string, occurrence: number, text: string) => Promise<Failure | null>
  readonly decide: (state: Decision) => Promise<void>
  readonly isBusy: boolean
  /** Why the last decision was not made. */
  readonly failure: Failure | null
  /** The submission as it was when a decision was refused because it had changed; null otherwise. */
  readonly before: SubmissionDetail | null
}

/** What the office decides; received takes a decision back. */
export type Decision = 'received' | 'correction' | 'accepted' | 'rejected'

/** Provides the submission to the parts of its review. */
export const ReviewingContext = createContext<Reviewing | null>(null)

/** The submission on the screen; only within <Review>. */
export const useReviewing = (): Reviewing => {
  const reviewing = useContext(ReviewingContext)
  if (reviewing === null) throw new Error('useReviewing needs a Review above it.')
  return reviewing
}
