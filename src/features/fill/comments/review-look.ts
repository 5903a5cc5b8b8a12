import { BehaviorSubject, type Observable } from 'rxjs'
import type { Database } from '../../../../collections/database.ts'
import { replyMark, replyTo } from '../../../../collections/ids.ts'
import { reviewOf } from '../../../../collections/interview/review.ts'
import { canonical } from '../../../../collections/operation-log.ts'
import { answersOf } from '../../../../collections/queries.ts'
import type {
  Review,
  ReviewComment,
  SubmissionDoc,
} from '../../../../collections/schemas/submissions.ts'
import type { Clock } from '../../../../replication/env.ts'
import { createKeyedStore, type KeyedStore } from '../../../lib/keyed-store.ts'
import { slotId } from '../../../form/definition/form-shape.ts'
import type { Interview } from '../interview/interview-shape.ts'

/**
 * What the office says of the submission that is edited, and the surveyor's replies. The draft keeps the replies like
 * answers, so sealed, and like the marks of occurrences, which no reader takes for answers; Submit says them.
 */
export interface ReviewLook {
  /** null while nothing was said. */
  readonly review$: Observable<Review | null>
  /** The comments by field, or occurrence of it; by '' those on the whole, and on what the form does not have. */
  readonly comments: KeyedStore<readonly ReviewComment[]>
  /** The replies of the draft, by comment. */
  readonly replies: KeyedStore<string>
  readonly reply: (commentId: string, text: string) => void
  /** The version that the surveyor sees; undefined while nothing was said. */
  readonly seen: () => number | undefined
  /** Follows the submission until the returned function is called. */
  readonly follow: () => () => void
}

interface LookParts {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly interview: Interview
}

const none: readonly ReviewComment[] = []

/** Makes the look of one interview; that of a new one sees nothing. */
export const createReviewLook = ({ db, clock, interview }: LookParts): ReviewLook => {
  const review$ = new BehaviorSubject<Review | null>(null)
  const comments = createKeyedStore(none)
  const replies = createKeyedStore('')
  const keys = new Set<string>()

  const show = (review: Review | null): void => {
    if (canonical(review) === canonical(review$.value)) return
    const bySlot = new Map<string, ReviewComment[]>([...keys].map(key => [key, []]))
    for (const comment of review?.comments ?? []) {
      const slot = slotId(comment.field_id, comment.occurrence)
      const key = interview.form.fieldById.has(slot) ? slot : ''
      bySlot.set(key, [...(bySlot.get(key) ?? []), comment])
    }
    for (const [key, said] of bySlot) {
      keys.add(key)
      comments.set(key, said)
    }
    review$.next(review)
  }

  const readReplies = async (id: string): Promise<void> => {
    for (const { question_id, value } of await answersOf(id).build(db.form_responses).exec()) {
      const to = replyTo(question_id)
      if (to !== null && typeof value === 'string' && replies.get(to) === '') replies.set(to, value)
    }
  }

  return {
    review$,
    comments,
    replies,
    reply: (commentId, text) => {
      const fieldId = replyMark(commentId)
      replies.set(commentId, text)
      interview.writer.keep({ id: slotId(fieldId, 0), fieldId, occurrence: 0 }, text, clock.now())
    },
    seen: () => review$.value?.version,
    follow: () => {
      const { submission } = interview
      if (submission === null) return () => {}
      show(reviewOf(submission))
      // A failed read belongs to a database that is closing.
      readReplies(submission.id).catch(() => {})
      const following = db.submissions.findOne(submission.id).$.subscribe(doc => {
        if (doc !== null) show(reviewOf(doc.toJSON() as SubmissionDoc))
      })
      return () => following.unsubscribe()
    },
  }
}
