import { reviewOf } from '../../../../collections/interview/review.ts'
import type { FormQuestionDoc } from '../../../../collections/schemas/form-questions.ts'
import type { ReviewComment, SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { Comments } from '../../../interviews/corrections/comments.tsx'
import { ReviewState } from '../../../interviews/corrections/review-state.tsx'
import { Link } from '../../../lib/navigation/navigation.ts'
import { numberText } from '../../../messages/locale.ts'
import { review as words } from '../../../messages/submissions/review.ts'
import { href } from '../../../routes.ts'
import { buttonClass } from '../../../ui/actions/button.tsx'
import { Card } from '../../../ui/cards/card.tsx'
import { Stack } from '../../../ui/pages/page.tsx'
import { SectionHeading } from '../../../ui/pages/section-heading.tsx'
import styles from './submission-body.module.css'

/** What the office says of a submission, and the surveyor's replies; nothing without any. */
export function ReviewCard({
  submission,
  questions,
}: {
  submission: SubmissionDoc
  questions: readonly FormQuestionDoc[]
}) {
  const review = reviewOf(submission)
  if (review === null || (review.comments.length === 0 && review.state === 'received')) return null
  const bySlot = new Map<string, ReviewComment[]>()
  for (const comment of review.comments) {
    const slot = `${comment.occurrence} ${comment.field_id}`
    bySlot.set(slot, [...(bySlot.get(slot) ?? []), comment])
  }
  const titleOf = ({ field_id, occurrence }: ReviewComment): string => {
    const question = questions.find(one => one.field_id === field_id)
    if (question === undefined) return words.onWhole
    return occurrence === 0 ? question.label : `${question.label} (${numberText(occurrence + 1)})`
  }
  return (
    <Stack>
      <SectionHeading>{words.comments}</SectionHeading>
      <Card>
        <Stack>
          <div>
            <ReviewState review={review} />
          </div>
          {[...bySlot].map(([slot, comments]) => (
            <div key={slot}>
              {comments[0] !== undefined && (
                <p className={styles.label}>
                  <bdi>{titleOf(comments[0])}</bdi>
                </p>
              )}
              <Comments comments={comments} />
            </div>
          ))}
          {review.state === 'correction' && (
            <Link
              className={buttonClass({})}
              to={href('submission', { id: submission.id, edit: 'true' })}
            >
              {words.correct}
            </Link>
          )}
        </Stack>
      </Card>
    </Stack>
  )
}
