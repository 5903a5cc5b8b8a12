import { useEffect, useRef } from 'react'
import { useKeyed } from '../../../lib/hooks/use-keyed.ts'
import { useStream } from '../../../lib/hooks/use-stream.ts'
import { review as words } from '../../../messages/submissions/review.ts'
import { Alert } from '../../../ui/status/alert.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'
import { isOnScreen } from '../../../form/answers/on-screen.ts'
import { questionTitle } from '../texts/spoken.ts'
import { CommentBox } from './comment-box.tsx'
import styles from './comment-box.module.css'
import { commentsId } from './field-comments.tsx'

/** Says what is to be corrected, above the questions, and goes to the first commented one at the opening. */
export function ReviewNotice({ onGoTo }: { onGoTo: (field: CompiledField) => void }) {
  const { interview, review } = useFill()
  const shown = useStream(review.review$, null)
  const onWhole = useKeyed(review.comments, '')
  useEffect(() => review.follow(), [review])
  const fields = interview.form.fields.filter(
    field => review.comments.get(field.id).length > 0 && isOnScreen(interview, field),
  )
  const isAsked = shown?.state === 'correction'
  const place = useRef<HTMLDivElement>(null)
  const goTo = (field: CompiledField) => {
    onGoTo(field)
    place.current?.ownerDocument.getElementById(commentsId(field))?.focus()
  }

  const hasGone = useRef(false)
  const [first] = fields
  useEffect(() => {
    if (!isAsked || first === undefined || hasGone.current) return
    hasGone.current = true
    // An edit that was left goes on where it was left.
    if ((interview.writer.draft()?.scroll ?? 0) === 0) goTo(first)
    // Runs once, and not whenever goTo is a new function.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isAsked, first])

  return (
    <div ref={place}>
      {isAsked && (
        <Alert kind="warning" title={words.title}>
          <ul className={styles.links}>
            {fields.map(field => (
              <li key={field.id}>
                <a
                  className={styles.link}
                  href={`#${commentsId(field)}`}
                  onClick={event => {
                    event.preventDefault()
                    goTo(field)
                  }}
                >
                  <bdi>{questionTitle(interview, field)}</bdi>
                </a>
              </li>
            ))}
          </ul>
          {words.howTo}
        </Alert>
      )}
      {onWhole.length > 0 && <CommentBox id="comments-on-all" comments={onWhole} />}
    </div>
  )
}
