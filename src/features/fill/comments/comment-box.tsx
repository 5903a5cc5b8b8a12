import { useEffect, useRef, useState } from 'react'
import { commentChars } from '../../../../replication/wire/review.ts'
import type { ReviewComment } from '../../../../collections/schemas/submissions.ts'
import { Comments } from '../../../interviews/corrections/comments.tsx'
import { useKeyed } from '../../../lib/hooks/use-keyed.ts'
import { review as words } from '../../../messages/submissions/review.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { TextArea } from '../../../ui/inputs/textarea.tsx'
import { useFill } from '../fill-context.tsx'
import styles from './comment-box.module.css'

/** The comments on one answer, or on the whole, with a place for the reply. */
export function CommentBox({ id, comments }: { id: string; comments: readonly ReviewComment[] }) {
  const last = comments.filter(({ by }) => by === 'office').at(-1)
  return (
    <section id={id} aria-label={words.comments} tabIndex={-1} className={styles.box}>
      <Comments comments={comments} />
      {last !== undefined && <Reply key={last.id} to={last.id} />}
    </section>
  )
}

function Reply({ to }: { to: string }) {
  const { review } = useFill()
  const text = useKeyed(review.replies, to)
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  // The button that had the focus is gone.
  useEffect(() => {
    if (isOpen) input.current?.focus()
  }, [isOpen])
  return isOpen || text !== '' ? (
    <TextArea
      ref={input}
      rows={2}
      label={words.yourReply}
      value={text}
      maxLength={commentChars}
      dir="auto"
      onChange={event => review.reply(to, event.target.value)}
    />
  ) : (
    <div>
      <Button variant="secondary" size="s" onClick={() => setOpen(true)}>
        {words.reply}
      </Button>
    </div>
  )
}
