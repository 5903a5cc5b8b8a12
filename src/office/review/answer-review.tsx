import type { EarlierAnswer } from '../../../replication/wire/office/review-answers.ts'
import { useOffice } from '../office-context.tsx'
import { momentText } from '../parts/shown.ts'
import { AddComment, Comments } from './comments.tsx'
import styles from './review.module.css'
import { useReviewing } from './reviewing.ts'

/** What an answer was before, the comments on it, and a place for another one. */
export function AnswerReview({
  fieldId,
  occurrence,
  label,
}: {
  fieldId: string
  occurrence: number
  label: string
}) {
  const { submission, isAllowed } = useReviewing()
  const isHere = (one: { readonly field_id: string; readonly occurrence: number }) =>
    one.field_id === fieldId && one.occurrence === occurrence
  const comments = submission.review?.comments.filter(isHere) ?? []
  return (
    <div className={styles.answer}>
      <Earlier answers={submission.earlier.filter(isHere)} />
      <Comments comments={comments} />
      {isAllowed && <AddComment fieldId={fieldId} occurrence={occurrence} about={label} />}
    </div>
  )
}

/** What an answer was, with the time until which it was that. */
export function Earlier({ answers }: { answers: readonly EarlierAnswer[] }) {
  const { review } = useOffice().words
  return answers.length === 0 ? null : (
    <ul className={styles.comments}>
      {answers.map(({ at, values }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two edits may have the same time
        <li key={`${at} ${index}`} className={styles.quiet}>
          {review.until(momentText(at))}
          {': '}
          {values.length === 0 ? (
            review.wasEmpty
          ) : (
            <del>
              <bdi>{values.join('; ')}</bdi>
            </del>
          )}
        </li>
      ))}
    </ul>
  )
}
