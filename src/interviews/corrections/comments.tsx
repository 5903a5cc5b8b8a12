import type { ReviewComment } from '../../../collections/schemas/submissions.ts'
import { dateTimeText } from '../../messages/app/time.ts'
import { review as words } from '../../messages/submissions/review.ts'
import styles from './comments.module.css'

/** Comments, from the first to the last. */
export function Comments({ comments }: { comments: readonly ReviewComment[] }) {
  return (
    <ul className={styles.comments}>
      {comments.map(({ id, by, author, at, text }) => (
        <li key={id} className={styles.comment} data-by={by}>
          <p className={styles.who}>
            <bdi>{by === 'surveyor' ? words.you : author}</bdi>
            {' · '}
            {dateTimeText(at)}
          </p>
          <p dir="auto" className={styles.text}>
            {text}
          </p>
        </li>
      ))}
    </ul>
  )
}
