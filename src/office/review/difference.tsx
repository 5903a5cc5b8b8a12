import type { SubmissionDetail } from '../../../replication/wire/office/answers.ts'
import { Alert } from '../../ui/status/alert.tsx'
import { useOffice } from '../office-context.tsx'
import styles from './review.module.css'

const slotOf = (one: { readonly field_id: string; readonly occurrence: number }): string =>
  `${one.occurrence} ${one.field_id}`

/** The answers of two reads of a submission that differ, with both values. */
const changedAnswers = (before: SubmissionDetail, now: SubmissionDetail) => {
  const [was, is] = [before, now].map(
    ({ answers }) => new Map(answers.map(answer => [slotOf(answer), answer])),
  )
  const slots = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
  return slots.flatMap(slot => {
    const [one, other] = [was?.get(slot), is?.get(slot)]
    const [from, to] = [one, other].map(answer => answer?.values.join('; ') ?? '')
    return from === to ? [] : [{ slot, label: (one ?? other)?.label ?? '', from, to }]
  })
}

/** Says what is different since a submission was read, after a decision about it was refused. */
export function Difference({ before, now }: { before: SubmissionDetail; now: SubmissionDetail }) {
  const { review } = useOffice().words
  const [was, is] = [before, now].map(({ review: said }) => said?.state ?? 'received')
  const known = new Set(before.review?.comments.map(({ id }) => id))
  const said = now.review?.comments.filter(({ id }) => !known.has(id)) ?? []
  return (
    <Alert kind="error">
      <p>{review.changed}</p>
      <ul className={styles.comments}>
        {was !== undefined && is !== undefined && was !== is && (
          <li>
            {review.nowState}: <del>{review.state[was]}</del> {review.state[is]}
          </li>
        )}
        {changedAnswers(before, now).map(({ slot, label, from, to }) => (
          <li key={slot}>
            <bdi>{label}</bdi>: <del>{from || review.wasEmpty}</del>{' '}
            <bdi>{to || review.wasEmpty}</bdi>
          </li>
        ))}
        {said.map(({ id, author, text }) => (
          <li key={id}>
            {review.newComments}: <bdi>{author}</bdi>: <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
