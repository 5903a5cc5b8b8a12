import { useId, type ReactNode } from 'react'
import type { SubmissionDetail } from '../../../replication/wire/office/answers.ts'
import { numberText } from '../../messages/locale.ts'
import { Button } from '../../ui/actions/button.tsx'
import { useOffice } from '../office-context.tsx'
import { addressOf } from '../office-api.ts'
import { Reading } from '../parts/reading.tsx'
import { Screen } from '../parts/screen.tsx'
import { momentText } from '../parts/shown.ts'
import { useRead } from '../parts/use-read.ts'
import { AnswerReview } from '../review/answer-review.tsx'
import { Review } from '../review/review.tsx'
import { ReviewPart } from '../review/review-part.tsx'
import styles from './data.module.css'

/** One submission: when and where it was made, and every answer in the form's own labels. */
export function Detail({
  id,
  surveyorId,
  onClose,
}: {
  id: string
  surveyorId: string
  onClose: () => void
}) {
  const { words, language } = useOffice()
  const read = useRead('submission', { id, query: { surveyor: surveyorId, language } })
  return (
    <Screen title={read.kind === 'there' ? read.data.form.title : words.detail.title}>
      <div className={styles.bar}>
        <Button variant="secondary" size="s" onClick={onClose}>
          {words.close}
        </Button>
      </div>
      <Reading read={read}>
        {submission => (
          <Review
            key={submission.id}
            submission={submission}
            again={read.kind === 'there' ? read.again : async () => undefined}
          >
            <Shown submission={submission} />
          </Review>
        )}
      </Reading>
    </Screen>
  )
}

const isPicture = (name: string): boolean => /\.(png|jpe?g|gif|webp)$/i.test(name)

function Shown({ submission }: { submission: SubmissionDetail }) {
  const { detail, data } = useOffice().words
  const id = useId()
  const { latitude, longitude, duration, accuracy, version } = submission
  const point =
    latitude === null || longitude === null ? '' : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const facts = [
    [data.surveyor, submission.surveyor_name || submission.surveyor],
    [detail.started, momentText(submission.started_at)],
    [detail.created, momentText(submission.created_at)],
    [detail.received, momentText(submission.received_at)],
    [detail.updated, momentText(submission.updated_at)],
    [
      detail.duration,
      duration === null ? '' : numberText(duration / 60, { maximumFractionDigits: 1 }),
    ],
    [detail.place, [submission.address ?? '', point].filter(text => text !== '').join('\n')],
    [detail.accuracy, accuracy === null ? '' : numberText(Math.round(accuracy))],
    [detail.version, version === null ? '' : numberText(version)],
    [detail.hints, submission.hints ?? ''],
  ].filter(([, value]) => value !== '')
  return (
    <div className={styles.detail}>
      <dl className={styles.pairs}>
        {facts.map(([name, value]) => (
          <Pair key={name} name={name ?? ''} value={value ?? ''} />
        ))}
      </dl>
      <ReviewPart />
      <section aria-labelledby={`${id}-answers`}>
        <h2 id={`${id}-answers`}>{detail.answers}</h2>
        {submission.answers.length === 0 && <p>{detail.none}</p>}
        <dl className={styles.pairs}>
          {submission.answers.map(({ field_id, occurrence, is_repeated, label, values }) => (
            <Pair
              key={`${field_id} ${occurrence}`}
              name={is_repeated ? `${label} (${detail.occurrence(occurrence + 1)})` : label}
              value={values.join('\n')}
            >
              <AnswerReview fieldId={field_id} occurrence={occurrence} label={label} />
            </Pair>
          ))}
        </dl>
      </section>
      {submission.files.length > 0 && (
        <section aria-labelledby={`${id}-files`}>
          <h2 id={`${id}-files`}>{detail.files}</h2>
          <div className={styles.files}>
            {submission.files.map(file => (
              <a
                key={file.id}
                href={addressOf('file', { id: file.id })}
                target="_blank"
                rel="noreferrer"
              >
                {isPicture(file.name) && (
                  <img
                    className={styles.photo}
                    src={addressOf('file', { id: file.id })}
                    alt=""
                    loading="lazy"
                  />
                )}
                <bdi>{file.name}</bdi>
              </a>
            ))}
          </div>
        </section>
      )}
    </div>
  )
}

function Pair({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>
        <bdi>{value}</bdi>
        {children}
      </dd>
    </>
  )
}
