import { first, type Query } from '../db/db.ts'

/** A new file of an answer. */
interface NewFile {
  readonly id: string
  readonly fieldId: string
  readonly occurrence: number
  readonly fieldType: string
  readonly sha256: string
  readonly name: string
  readonly sizeBytes: number
  readonly position: number
  readonly now: Date
}

/**
 * Inserts files of a submission. Returns how many were new: a file with the same bytes for the same field is not
 * inserted again.
 */
export const insertFiles = async (
  query: Query,
  userId: string,
  submissionId: string,
  files: readonly NewFile[],
): Promise<number> => {
  const rows = files.map(file => ({ ...file, now: file.now.toISOString() }))
  const inserted = await query<{ id: string }>(
    `insert into submission_files (user_id, submission_id, form_field_id, occurrence, sha256, id,
       field_type, name, size_bytes, position, created_at)
     select s.user_id, s.id, x."fieldId", x.occurrence, x.sha256, x.id, x."fieldType", x.name,
       x."sizeBytes", x.position, x.now
     from submissions s, jsonb_to_recordset($3::jsonb) as x("fieldId" text, occurrence integer,
       sha256 text, id uuid, "fieldType" text, name text, "sizeBytes" integer, position integer,
       now timestamptz)
     where s.user_id = $1 and s.id = $2
     on conflict (user_id, submission_id, form_field_id, occurrence, sha256) do nothing
     returning id`,
    [userId, submissionId, JSON.stringify(rows)],
  )
  return inserted.length
}

/** Removes files from a submission and returns the hashes of their bytes. Ignores files of other submissions. */
export const deleteFiles = async (
  query: Query,
  userId: string,
  submissionId: string,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const deleted = await query<{ sha256: string }>(
    `delete from submission_files
     where user_id = $1 and submission_id = $2 and id = any($3::uuid[]) returning sha256`,
    [userId, submissionId, [...ids]],
  )
  return deleted.map(({ sha256 }) => sha256)
}

/**
 * A file, its owner, and whether their account is active; null when its submission is deleted. Where the owner is not known,
 * a cluster asks all nodes.
 */
export const fileById = async (query: Query, ownerId: string | null, id: string) =>
  first(
    await query<{ user_id: string; sha256: string; name: string; is_active: boolean }>(
      `select f.user_id, f.sha256, f.name, u.is_active
       from submission_files f join users u on u.id = f.user_id
       where f.id = $1${ownerId === null ? '' : ' and f.user_id = $2'}`,
      ownerId === null ? [id] : [id, ownerId],
    ),
  )

/** The hashes of all bytes that a row names, in order. */
export const namedFiles = async (query: Query): Promise<readonly string[]> => {
  const rows = await query<{ sha256: string }>(
    `select sha256 from submission_files
     union select sha256 from upload_pieces
     union select image_sha256 from users where image_sha256 is not null
     union select logo_sha256 from organizations where logo_sha256 is not null
     union select sha256 from maps`,
  )
  return rows.map(({ sha256 }) => sha256).sort()
}
