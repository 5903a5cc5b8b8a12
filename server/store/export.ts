import type { Section } from '../../replication/wire/forms.ts'
import { first, only, type Query } from '../db/db.ts'
import { answersAndFiles, type StoredAnswer, type StoredFile } from './submissions.ts'

/** The office's reads: the submissions of all surveyors to one form. */

/** A submission for the export. */
export interface ExportedRow {
  readonly user_id: string
  readonly id: string
  readonly email: string
  readonly sent_created_at: string
  readonly received_at: Date
  readonly updated_at: Date
  readonly latitude: number | null
  readonly longitude: number | null
  readonly address: string | null
  readonly answers: readonly StoredAnswer[]
  readonly files: readonly StoredFile[]
}

/** The end of the last batch; null before the first. */
export type ExportPlace = Pick<ExportedRow, 'received_at' | 'user_id' | 'id'> | null

/** All versions of a form, oldest first; null when there is no such form. */
export const formVersions = async (query: Query, formId: string) => {
  const form = first(await query<{ id: string }>(`select id from forms where id = $1`, [formId]))
  if (form === null) return null
  return query<{ readonly sections: readonly Section[] }>(
    `select sections from form_versions where form_id = $1 order by number`,
    [formId],
  )
}

/** The fields that have answers or files in submissions of any version. */
export const answeredFields = (query: Query, formId: string) =>
  query<{ readonly id: string; readonly last: number }>(
    `select id, max(occurrence) as last from (
       select a.form_field_id as id, a.occurrence from submission_answers a
         join submissions s on s.user_id = a.user_id and s.id = a.submission_id
         where s.form_id = $1 and s.deleted_at is null
       union all
       select b.form_field_id as id, b.occurrence from submission_files b
         join submissions s on s.user_id = b.user_id and s.id = b.submission_id
         where s.form_id = $1 and s.deleted_at is null) asked
     group by id order by id`,
    [formId],
  )

/** The number of submissions of a form. */
export const countOfForm = async (query: Query, formId: string): Promise<number> => {
  const rows = await query<{ count: string }>(
    `select count(*) from submissions where form_id = $1 and deleted_at is null`,
    [formId],
  )
  return Number(only(rows).count)
}

/** The next submissions, in the order in which the server received them. */
export const exportBatch = (query: Query, formId: string, after: ExportPlace, limit: number) => {
  const isLater =
    after === null ? '' : 'and (s.received_at, s.user_id, s.id) > ($3, $4::uuid, $5::uuid)'
  return query<ExportedRow>(
    `select s.user_id, s.id, u.email, s.sent_created_at, s.received_at, s.updated_at, s.latitude,
       s.longitude, s.address,
       ${answersAndFiles}
     from submissions s join users u on u.id = s.user_id
     where s.form_id = $1 and s.deleted_at is null ${isLater}
     order by s.received_at, s.user_id, s.id limit $2`,
    after === null ? [formId, limit] : [formId, limit, after.received_at, after.user_id, after.id],
  )
}
