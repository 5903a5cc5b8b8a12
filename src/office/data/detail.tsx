import { useId, useState, type ReactNode } from 'react'
import type { SubmissionDetail } from '../../../replication/wire/office/answers.ts'
import { numberText } from '../../messages/locale.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { useOffice } from '../office-context.tsx'
import { addressOf } from '../office-api.ts'
import { Reading } from '../parts/reading.tsx'
import { Screen } from '../parts/screen.tsx'
import { momentText } from '../parts/shown.ts'
import { useRead } from '../parts/use-read.ts'
import { AnswerReview } from '../review/answer-review.tsx'
import { Review } from '../review/review.tsx'
import { ReviewPart } from '../review/review-part.tsx'
import type { Address } from './address.ts'
import styles from './data.module.css'
import { Neighbours } from './neighbours.tsx'
import { PhotoViewer } from './photos/photo-viewer.tsx'
import { isPicture } from './photos/photos.ts'
import { PlacePicture } from './place-picture.tsx'

/** One submission: when and where it was made, and every answer in the form's own labels. */
export function Detail({
  formId,
  query,
  address,
}: {
  formId: string
  /** The filter of the table that the submission is a row of. */
  query: Readonly<Record<string, string>>
  address: Address
}) {
  const { words, language } = useOffice()
  const read = useRead('submission', {
    id: address.of('open'),
    query: { surveyor: address.of('of'), language: address.of('labels') || language },
  })
  const title = read.kind === 'there' ? read.data.form.title : words.detail.title
  const languages = read.kind === 'there' ? read.data.languages : []
  const closed = { open: '', of: '', row: '', at: '' }
  return (
    <Screen title={title}>
      <div className={styles.bar}>
        <Button variant="secondary" size="s" onClick={() => address.change(closed)}>
          {words.close}
        </Button>
        {address.of('row') !== '' && <Neighbours formId={formId} query={query} address={address} />}
        {languages.length > 0 && (
          <span className={styles.actions}>
            <Select
              label={words.data.labels}
              labelHidden
              placeholder={words.data.labels}
              value={address.of('labels')}
              options={languages.map(tag => ({ value: tag, label: tag }))}
              onChange={({ target }) => address.change({ labels: target.value })}
            />
          </span>
        )}
      </div>
      <Reading read={read}>
        {submission => (
          <Review
            key={submission.id}
            submission={submission}
            again={read.kind === 'there' ? read.again : async () => undefined}
          >
            <Shown submission={submission} onNear={box => address.change({ ...closed, box })} />
          </Review>
        )}
      </Reading>
    </Screen>
  )
}

/** How far from a place others are near: about a kilometre. */
const nearDegrees = 0.01

const nearBox = (latitude: number, longitude: number): string =>
  [longitude - nearDegrees, latitude - nearDegrees, longitude + nearDegrees, latitude + nearDegrees]
    .map(side => side.toFixed(5))
    .join(',')

function Shown({
  submission,
  onNear,
}: {
  submission: SubmissionDetail
  onNear: (box: string) => void
}) {
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
      <div className={styles.facts}>
        <dl className={styles.pairs}>
          {facts.map(([name, value]) => (
            <Pair key={name} name={name ?? ''} value={value ?? ''} />
          ))}
        </dl>
        {latitude !== null && longitude !== null && (
          <div className={styles.where}>
            <PlacePicture latitude={latitude} longitude={longitude} label={detail.onEarth(point)} />
            <Button
              variant="secondary"
              size="s"
              onClick={() => onNear(nearBox(latitude, longitude))}
            >
              {detail.near}
            </Button>
          </div>
        )}
      </div>
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
          <Files submission={submission} />
        </section>
      )}
    </div>
  )
}

/** The files: pictures open in full size, others are saved. */
function Files({ submission }: { submission: SubmissionDetail }) {
  const [viewed, setViewed] = useState<number | null>(null)
  const labelOf = (fieldId: string): string =>
    submission.answers.find(({ field_id }) => field_id === fieldId)?.label ?? fieldId
  const photos = submission.files
    .filter(({ name }) => isPicture(name))
    .map(({ id, name, field_id }) => ({ id, name, label: labelOf(field_id) }))
  const others = submission.files.filter(({ name }) => !isPicture(name))
  return (
    <div className={styles.files}>
      {photos.map((photo, at) => (
        <button key={photo.id} type="button" className={styles.file} onClick={() => setViewed(at)}>
          <img
            className={styles.photo}
            src={addressOf('file', { id: photo.id })}
            alt={`${photo.label}: ${photo.name}`}
            loading="lazy"
            decoding="async"
          />
          <bdi>{photo.label}</bdi>
        </button>
      ))}
      {others.map(({ id, name }) => (
        <a key={id} href={addressOf('file', { id })} target="_blank" rel="noreferrer">
          <bdi>{name}</bdi>
        </a>
      ))}
      {viewed !== null && (
        <PhotoViewer photos={photos} first={viewed} onClose={() => setViewed(null)} />
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
