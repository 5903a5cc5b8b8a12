import type { Section } from '../../replication/wire/forms.ts'
import { first, type Query } from '../db/db.ts'
import { answersAndFiles, type StoredAnswer, type StoredFile } from './submissions.ts'

/** What an office reads: the submissions of all surveyors to one form. */

/** A submission as it is exported. */
export interface ExportedRow {
  readonly user_id: string
  readonly id: string
  readonly email: string
  readonly sent_created_at: string
  readonly created_at: Date
  readonly updated_at: Date
  readonly latitude: number | null
  readonly longitude: number | null
  readonly address: string | null
  readonly answers: readonly StoredAnswer[]
  readonly files: readonly StoredFile[]
}

/** Where the last batch ended; null before the first. */
export type ExportPlace = Pick<ExportedRow, 'created_at' | 'user_id' | 'id'> | null

/** All that a form ever asked, the first version first; null for a form that is not there. */
export const formVersions = async (query: Query, formId: string) => {
  const form = first(await query<{ id: string }>(`select id from forms where id = $1`, [formId]))
  if (form === null) return null
  return query<{ readonly sections: readonly Section[] }>(
    `select sections from form_versions where form_id = $1 order by number`,
    [formId],
  )
}

/** The fields that submissions have answers or files for, whatever version they were made with. */
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

/** The next submissions in the order they came to the server, none that came after `until`. */
export const exportBatch = (
  query: Query,
  formId: string,
  until: Date,
  after: ExportPlace,
  limit: number,
) => {
  const isLater =
    after === null ? '' : 'and (s.created_at, s.user_id, s.id) > ($4, $5::uuid, $6::uuid)'
  return query<ExportedRow>(
    `select s.user_id, s.id, u.email, s.sent_created_at, s.created_at, s.updated_at, s.latitude,
       s.longitude, s.address,
       ${answersAndFiles}
     from submissions s join users u on u.id = s.user_id
     where s.form_id = $1 and s.deleted_at is null and s.created_at <= $2 ${isLater}
     order by s.created_at, s.user_id, s.id limit $3`,
    after === null
      ? [formId, until, limit]
      : [formId, until, limit, after.created_at, after.user_id, after.id],
  )
}
