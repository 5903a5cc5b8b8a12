import { first, type Query } from '../db/db.ts'

/** One file of an answer, as it is inserted. */
export interface NewFile {
  readonly id: string
  readonly submissionId: string
  readonly fieldId: string
  readonly occurrence: number
  readonly fieldType: string
  readonly sha256: string
  readonly name: string
  readonly sizeBytes: number
  readonly position: number
  readonly now: Date
}

/** Inserts a file; false when the same bytes are already there for this field. */
export const insertFile = async (query: Query, userId: string, file: NewFile): Promise<boolean> => {
  const inserted = await query<{ id: string }>(
    `insert into submission_files (user_id, submission_id, form_field_id, occurrence, sha256, id,
       field_type, name, size_bytes, position, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (user_id, submission_id, form_field_id, occurrence, sha256) do nothing
     returning id`,
    [
      userId,
      file.submissionId,
      file.fieldId,
      file.occurrence,
      file.sha256,
      file.id,
      file.fieldType,
      file.name,
      file.sizeBytes,
      file.position,
      file.now,
    ],
  )
  return inserted.length > 0
}

/** Takes files out of a submission; gives the hashes of their bytes. Files of any other are left alone. */
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

/** Names the lock under which blobs are looked for and deleted; nothing else may use the number. */
const blobLock = 7_410_283

/** Until the end of the transaction, no blob is deleted that is named now. */
export const holdBlobs = (query: Query) =>
  query(`select pg_advisory_xact_lock_shared($1)`, [blobLock])

/** Which of these blobs nothing names; until the end of the transaction nobody else comes to name them. */
export const unnamedBlobs = async (
  query: Query,
  sha256s: readonly string[],
): Promise<readonly string[]> => {
  await query(`select pg_advisory_xact_lock($1)`, [blobLock])
  const unnamed = await query<{ sha256: string }>(
    `select x.sha256 from unnest($1::text[]) as x(sha256)
     where not exists (select 1 from submission_files f where f.sha256 = x.sha256)
       and not exists (select 1 from users u where u.image_sha256 = x.sha256)
       and not exists (select 1 from organizations o where o.logo_sha256 = x.sha256)`,
    [[...new Set(sha256s)]],
  )
  return unnamed.map(({ sha256 }) => sha256)
}

/** The file with this id, and whose it is; none once its submission is deleted. */
export const fileById = async (query: Query, id: string) =>
  first(
    await query<{ user_id: string; sha256: string; name: string }>(
      `select user_id, sha256, name from submission_files where id = $1`,
      [id],
    ),
  )
