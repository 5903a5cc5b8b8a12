/** A comment on an answer, or on the whole submission, as the server says it. WARNING: persisted. */
export interface ReviewComment {
  readonly id: string
  /** ISO 8601 UTC. */
  readonly at: string
  readonly author: string
  readonly by: 'office' | 'surveyor'
  /** '' for the whole submission. */
  readonly field_id: string
  readonly occurrence: number
  readonly text: string
}

/** What the office says of a submission. WARNING: persisted. */
export interface Review {
  readonly state: 'received' | 'correction' | 'corrected' | 'accepted' | 'rejected'
  /** Counts what the office has said and decided. */
  readonly version: number
  readonly comments: readonly ReviewComment[]
}

/** The surveyor's reply to a comment, in an edit that the server has not confirmed. WARNING: persisted. */
export interface Reply {
  /** The id of the comment. */
  readonly to: string
  readonly field_id: string
  readonly occurrence: number
  readonly text: string
  /** ISO 8601 UTC. */
  readonly at: string
}
