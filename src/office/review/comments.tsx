import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { ReviewAnswer } from '../../../replication/wire/office/review-answers.ts'
import { commentChars } from '../../../replication/wire/review.ts'
import { Button } from '../../ui/actions/button.tsx'
import { TextArea } from '../../ui/inputs/textarea.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import type { FailureKind } from '../office-api.ts'
import { useOffice } from '../office-context.tsx'
import { momentText } from '../parts/shown.ts'
import styles from './review.module.css'
import { useReviewing } from './reviewing.ts'

type Said = NonNullable<ReviewAnswer['review']>['comments']

/** Comments, from the first to the last. */
export function Comments({ comments }: { comments: Said }) {
  const { review } = useOffice().words
  return comments.length === 0 ? null : (
    <ul className={styles.comments}>
      {comments.map(({ id, by, author, at, text }) => (
        <li key={id} className={styles.comment} data-by={by}>
          <span className={styles.quiet}>
            <bdi>{author}</bdi>
            {by === 'surveyor' && ` (${review.surveyor})`}
            {' · '}
            {momentText(at)}
          </span>
          <span dir="auto" className={styles.text}>
            {text}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A button that opens a place for a comment on an answer, or with an empty field on the whole. */
export function AddComment({
  fieldId,
  occurrence,
  about,
}: {
  fieldId: string
  occurrence: number
  about: string
}) {
  const { words } = useOffice()
  const { review } = words
  const { comment } = useReviewing()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<FailureKind | null>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useEffect(() => {
    if (isOpen) input.current?.focus()
  }, [isOpen])
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (text.trim() === '') return
    setBusy(true)
    const failed = await comment(fieldId, occurrence, text.trim())
    setBusy(false)
    setFailure(failed?.kind ?? null)
    // What was typed stays until it is stored.
    if (failed !== null) return
    setText('')
    setOpen(false)
  }
  if (!isOpen) {
    return (
      <div>
        <Button
          variant="quiet"
          size="s"
          aria-label={review.commentOn(about)}
          onClick={() => setOpen(true)}
        >
          {review.comment}
        </Button>
      </div>
    )
  }
  return (
    <form className={styles.form} onSubmit={event => void send(event)}>
      {failure !== null && <Alert kind="error">{words.failures[failure]}</Alert>}
      <TextArea
        id={id}
        ref={input}
        rows={2}
        label={review.yourComment}
        value={text}
        maxLength={commentChars}
        dir="auto"
        onChange={event => setText(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" size="s" busy={isBusy} busyText={words.loading}>
          {review.send}
        </Button>
        <Button variant="quiet" size="s" onClick={() => setOpen(false)}>
          {review.cancel}
        </Button>
      </div>
    </form>
  )
}
