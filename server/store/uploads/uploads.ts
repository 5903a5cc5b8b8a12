import { first, only, type Query } from '../../db/db.ts'

/** A file that arrives in pieces. */
export interface UploadRow {
  readonly id: string
  readonly submission_id: string
  readonly form_field_id: string
  readonly occurrence: number
  readonly field_type: string
  readonly name: string
  readonly size_bytes: number
  /** Of the whole file, in hex; '' when its sender did not say it. */
  readonly sha256: string
  /** How many bytes have arrived. */
  readonly offset_bytes: number
  /** Whether its submission has the file. */
  readonly is_attached: boolean
}

const columns =
  'id, submission_id, form_field_id, occurrence, field_type, name, size_bytes, sha256, offset_bytes, is_attached'

/** Begins an upload. One with the same key that is not complete is continued. */
export const createUpload = async (
  query: Query,
  userId: string,
  upload: Omit<UploadRow, 'offset_bytes' | 'is_attached'>,
  key: string,
  now: Date,
): Promise<UploadRow | null> => {
  // Its file may have been removed since, and is sent again.
  await query(`delete from uploads where user_id = $1 and upload_key = $2 and is_attached`, [
    userId,
    key,
  ])
  const rows = await query<UploadRow>(
    `insert into uploads (user_id, id, submission_id, form_field_id, occurrence, field_type, name,
       size_bytes, sha256, upload_key, touched_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (user_id, upload_key) do update set touched_at = excluded.touched_at
     returning ${columns}`,
    [
      userId,
      upload.id,
      upload.submission_id,
      upload.form_field_id,
      upload.occurrence,
      upload.field_type,
      upload.name,
      upload.size_bytes,
      upload.sha256,
      key,
      now,
    ],
  )
  return first(rows)
}

/** How many uploads have begun and are not complete. */
export const countUnfinished = async (query: Query): Promise<number> =>
  Number(
    only(await query<{ count: string }>(`select count(*) from uploads where not is_attached`))
      .count,
  )

/** A surveyor's upload; null when there is none. */
export const uploadById = async (query: Query, userId: string, id: string) =>
  first(
    await query<UploadRow>(`select ${columns} from uploads where user_id = $1 and id = $2`, [
      userId,
      id,
    ]),
  )

/** Notes that a submission has the file of an upload. Returns whether that is new. */
export const markAttached = async (
  query: Query,
  userId: string,
  uploadId: string,
  now: Date,
): Promise<boolean> => {
  const marked = await query(
    `update uploads set is_attached = true, touched_at = $3
     where user_id = $1 and id = $2 and not is_attached returning id`,
    [userId, uploadId, now],
  )
  return marked.length > 0
}

/** Removes an upload without pieces. */
export const dropUpload = (query: Query, userId: string, uploadId: string) =>
  query(`delete from uploads where user_id = $1 and id = $2`, [userId, uploadId])

/** All uploads of which nothing has come since a time. */
export const expiredUploads = (query: Query, before: Date) =>
  query<{ user_id: string; id: string }>(
    `select user_id, id from uploads where touched_at < $1 order by touched_at`,
    [before],
  )

/** Locks an upload until the end of the transaction. Returns whether still nothing has come since a time. */
export const lockExpired = async (
  query: Query,
  userId: string,
  uploadId: string,
  before: Date,
): Promise<boolean> => {
  const locked = await query(
    `select id from uploads where user_id = $1 and id = $2 and touched_at < $3
     for update skip locked`,
    [userId, uploadId, before],
  )
  return locked.length > 0
}
