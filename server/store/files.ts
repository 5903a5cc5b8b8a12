import { first, type Query } from '../db.ts'

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

/** The file with this id, and whose it is; none once its submission is deleted. */
export const fileById = async (query: Query, id: string) =>
  first(
    await query<{ user_id: string; sha256: string; name: string }>(
      `select user_id, sha256, name from submission_files where id = $1`,
      [id],
    ),
  )
