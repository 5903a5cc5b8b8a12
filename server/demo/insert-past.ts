import type { BlobStore } from '../files/blobs.ts'
import type { Query } from '../db/db.ts'
import { limits } from '../limits.ts'
import { recountSubmissions } from '../store/submission-counts.ts'
import { answerBytesOf } from '../store/submission-writes.ts'
import { pictureCount, type PastSubmission } from './past-submissions.ts'
import { drawPicture } from './pictures.ts'

/** A picture in the blob store. */
interface StoredPicture {
  readonly sha256: string
  readonly sizeBytes: number
}

let drawn: readonly Uint8Array[] | null = null

/** Stores the pictures of past photos, drawn once per process. */
export const putPictures = (blobs: BlobStore): Promise<readonly StoredPicture[]> => {
  drawn ??= Array.from({ length: pictureCount }, (_, index) => drawPicture(index + 1))
  return Promise.all(
    drawn.map(async bytes => ({
      sha256: await blobs.put(bytes),
      sizeBytes: bytes.byteLength,
    })),
  )
}

/** Inserts all rows in a few statements, because one by one they would take a minute on a slow machine. */
export const insertPast = async (
  query: Query,
  userId: string,
  past: readonly PastSubmission[],
  pictures: readonly StoredPicture[],
): Promise<void> => {
  const rows = past.map((submission, index) => ({
    id: submission.id,
    form_id: submission.formId,
    latitude: submission.latitude,
    longitude: submission.longitude,
    address: `${submission.place.village}, Kutch, Gujarat, India`,
    created_at: submission.createdAt,
    rev: index + 1,
    answer_bytes: answerBytesOf(submission.answers),
  }))
  await query(
    `insert into submissions (user_id, id, form_id, latitude, longitude, address, sent_created_at,
       created_at, received_at, updated_at, rev, answer_bytes)
     select $1::uuid, x.id, x.form_id, x.latitude, x.longitude, x.address, x.created_at,
       x.created_at::timestamptz, x.created_at::timestamptz, x.created_at::timestamptz, x.rev, x.answer_bytes
     from jsonb_to_recordset($2::jsonb) as x(id uuid, form_id text, latitude double precision,
       longitude double precision, address text, created_at text, rev bigint, answer_bytes integer)`,
    [userId, JSON.stringify(rows)],
  )
  const answers = past.flatMap(submission =>
    submission.answers.map((answer, position) => ({
      ...answer,
      submission: submission.id,
      position,
    })),
  )
  await query(
    `insert into submission_answers (user_id, submission_id, form_field_id, occurrence, position,
       value, is_list, key)
     select $1::uuid, x.submission, x.form_field_id, x.occurrence, x.position, x.value, x.is_list,
       left(x.value, ${limits.answerKeyChars})
     from jsonb_to_recordset($2::jsonb) as x(submission uuid, form_field_id text,
       occurrence integer, position integer, value text, is_list boolean)`,
    [userId, JSON.stringify(answers)],
  )
  const photos = past.flatMap(submission =>
    submission.photos.map((photo, position) => ({
      submission: submission.id,
      created_at: submission.createdAt,
      id: photo.id,
      field: photo.fieldId,
      name: `photo-${position + 1}.png`,
      sha256: pictures[photo.picture]?.sha256,
      size: pictures[photo.picture]?.sizeBytes,
      position,
    })),
  )
  await query(
    `insert into submission_files (user_id, submission_id, form_field_id, occurrence, sha256, id,
       field_type, name, size_bytes, position, created_at)
     select $1::uuid, x.submission, x.field, 0, x.sha256, x.id, 'IMAGE', x.name, x.size, x.position,
       x.created_at::timestamptz
     from jsonb_to_recordset($2::jsonb) as x(submission uuid, field text, sha256 text, id uuid,
       name text, size integer, position integer, created_at text)`,
    [userId, JSON.stringify(photos)],
  )
  await recountSubmissions(query)
  await query(`update change_counters set value = $2 where user_id = $1`, [userId, past.length])
}
