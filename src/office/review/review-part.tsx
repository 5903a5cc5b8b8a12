import { useId } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { useOffice } from '../office-context.tsx'
import { AddComment, Comments } from './comments.tsx'
import { Difference } from './difference.tsx'
import { Earlier } from './answer-review.tsx'
import styles from './review.module.css'
import { useReviewing } from './reviewing.ts'

const kinds = {
  received: 'neutral',
  correction: 'pending',
  corrected: 'neutral',
  accepted: 'completed',
  rejected: 'failed',
} as const

/** Where a submission stands, the decisions about it, and the comments on all of it. */
export function ReviewPart() {
  const { words } = useOffice()
  const { review } = words
  const { submission, isAllowed, isBusy, decide, failure, before } = useReviewing()
  const id = useId()
  const state = submission.review?.state ?? 'received'
  const answered = new Set(submission.answers.map(one => `${one.occurrence} ${one.field_id}`))
  const isGone = (one: { readonly field_id: string; readonly occurrence: number }) =>
    !answered.has(`${one.occurrence} ${one.field_id}`)
  const comments = submission.review?.comments ?? []
  const gone = submission.earlier.filter(one => isGone(one) && one.values.length > 0)
  const hasAsked = comments.some(({ by }) => by === 'office')
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h2 id={id}>{review.title}</h2>
      <p>
        <Badge kind={kinds[state]}>{review.state[state]}</Badge>
      </p>
      {before !== null && <Difference before={before} now={submission} />}
      {failure !== null && before === null && (
        <Alert kind="error">{words.failures[failure.kind]}</Alert>
      )}
      <h3>{review.onWhole}</h3>
      <Comments comments={comments.filter(isGone)} />
      {isAllowed && <AddComment fieldId="" occurrence={0} about={review.onWhole} />}
      {isAllowed && (
        <>
          <div className={styles.buttons}>
            {state !== 'accepted' && (
              <Button size="s" busy={isBusy} onClick={() => void decide('accepted')}>
                {review.accept}
              </Button>
            )}
            {state !== 'correction' && (
              <Button
                size="s"
                variant="secondary"
                disabled={!hasAsked || isBusy}
                onClick={() => void decide('correction')}
              >
                {review.askToCorrect}
              </Button>
            )}
            {state !== 'rejected' && (
              <Button
                size="s"
                variant="secondary"
                disabled={isBusy}
                onClick={() => void decide('rejected')}
              >
                {review.reject}
              </Button>
            )}
            {(state === 'accepted' || state === 'rejected' || state === 'correction') && (
              <Button
                size="s"
                variant="quiet"
                disabled={isBusy}
                onClick={() => void decide('received')}
              >
                {review.takeBack}
              </Button>
            )}
          </div>
          {!hasAsked && <p className={styles.quiet}>{review.commentFirst}</p>}
        </>
      )}
      {gone.length > 0 && (
        <>
          <h3>{review.gone}</h3>
          {gone.map((one, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two edits may have the same time
            <div key={`${one.at} ${index}`}>
              <bdi>{one.label}</bdi>
              <Earlier answers={[one]} />
            </div>
          ))}
        </>
      )}
    </section>
  )
}
