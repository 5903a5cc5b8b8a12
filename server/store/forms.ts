import { createHash } from 'node:crypto'
import type { FormContents, FormFile } from '../../replication/wire/form/files.ts'
import { definitionHash } from '../../replication/wire/form/version.ts'
import type { FormMap } from '../../replication/wire/form/maps.ts'
import type { FormDefinition, Section } from '../../replication/wire/forms.ts'
import { first, only, type Query } from '../db/db.ts'
import { hasCases, putCaseLists } from './cases/form-lists.ts'
import { mapsOfForm } from './maps/maps.ts'

/** A form in a surveyor's list, with their own number of submissions and without the definition. */
export interface FormHeadRow {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly status: string
  readonly created_at: Date
  readonly updated_at: Date
  readonly submissions: number
  readonly maps: readonly FormMap[]
}

/** What decides whether a submission is accepted. */
export interface FormStateRow {
  readonly title: string
  readonly status: string
  readonly removed_at: Date | null
  readonly sections: readonly Section[]
  readonly is_assigned: boolean
  /** Whether a version of it registers or visits cases. */
  readonly has_cases: boolean
  /** The sections of the earlier version that an interview was filled in with; null for the current one, and without cases. */
  readonly filled_sections: readonly Section[] | null
}

const selectHead = `select f.id, f.title, f.description, f.status, f.created_at, f.updated_at,
    coalesce((select t.stored from submission_totals t
      where t.user_id = $1 and t.form_id = f.id), 0) as submissions,
    ${mapsOfForm}`
const assigned = `from form_assignments a join forms f on f.id = a.form_id
  where a.user_id = $1 and f.removed_at is null`

/** The forms assigned to a user, latest change first. */
export const formHeads = (query: Query, userId: string, limit: number, offset: number) =>
  query<FormHeadRow>(
    `${selectHead} ${assigned} order by f.updated_at desc, f.id limit $2 offset $3`,
    [userId, limit, offset],
  )

/** The number of forms assigned to a user. */
export const countForms = async (query: Query, userId: string): Promise<number> =>
  Number(first(await query<{ count: string }>(`select count(*) ${assigned}`, [userId]))?.count ?? 0)

/** One assigned form with its definition. */
export const formWithSections = async (query: Query, userId: string, formId: string) =>
  first(
    await query<
      FormHeadRow & { readonly sections: readonly Section[]; readonly files: readonly FormFile[] }
    >(`${selectHead}, f.sections, f.files ${assigned} and f.id = $2`, [userId, formId]),
  )

/** The contents of a file of an assigned form. */
export const fileOfForm = async (query: Query, userId: string, fileId: string) =>
  first(
    await query<{ readonly contents: FormContents }>(
      `select c.contents from form_files c join forms f on f.id = c.form_id
         join form_assignments a on a.form_id = f.id
       where a.user_id = $1 and f.removed_at is null and c.id = $2 limit 1`,
      [userId, fileId],
    ),
  )?.contents ?? null

/** The contents of some files of a form, of whatever version, by their ids. */
export const filesOfForm = async (query: Query, formId: string, ids: readonly string[]) =>
  new Map(
    (
      await query<{ readonly id: string; readonly contents: FormContents }>(
        `select id, contents from form_files where form_id = $1 and id = any($2)`,
        [formId, ids],
      )
    ).map(({ id, contents }) => [id, contents]),
  )

/** Stores the contents of a form's file. Earlier files stay, because devices may have an earlier version. */
export const putFormFile = (query: Query, formId: string, fileId: string, contents: FormContents) =>
  query(
    `insert into form_files (form_id, id, contents) values ($1, $2, $3::jsonb)
     on conflict (form_id, id) do nothing`,
    [formId, fileId, JSON.stringify(contents)],
  )

/** The state of any form, whether or not it is assigned or removed. `filledWith` is the definition hash of an interview. */
export const formState = async (
  query: Query,
  userId: string,
  formId: string,
  filledWith: string | null = null,
) =>
  first(
    await query<FormStateRow>(
      `select f.title, f.status, f.removed_at, f.sections, f.has_cases, exists (
         select 1 from form_assignments a where a.user_id = $1 and a.form_id = f.id) as is_assigned,
         case when f.has_cases then (select v.sections from form_versions v
           where v.form_id = f.id and v.definition_hash = $3 and v.sections <> f.sections
           order by v.number desc limit 1) end as filled_sections
       from forms f where f.id = $2`,
      [userId, formId, filledWith],
    ),
  )

const sha256 = async (text: string): Promise<string> =>
  createHash('sha256').update(text).digest('hex')

/**
 * Publishes a form or its next version, under the id in it. A removed form becomes available again. The previous
 * version is kept for the export. In a transaction, because the first statement locks the form's row: only a second
 * one sees the version that another administrator published while the first waited for that lock.
 */
export const putForm = async (query: Query, form: FormDefinition, now: Date): Promise<void> => {
  await query(
    `insert into forms (id, title, description, status, sections, created_at, updated_at, files,
       has_cases)
     values ($1, $2, $3, $4, $5::jsonb, $6, $6, $7::jsonb, $8)
     on conflict (id) do update set title = excluded.title, description = excluded.description,
       status = excluded.status, sections = excluded.sections, updated_at = excluded.updated_at,
       files = excluded.files, has_cases = forms.has_cases or excluded.has_cases,
       removed_at = null`,
    [
      form.id,
      form.title,
      form.description,
      form.status,
      JSON.stringify(form.sections),
      now,
      JSON.stringify(form.files ?? []),
      hasCases(form),
    ],
  )
  await query(
    `insert into form_versions (form_id, number, sections, definition_hash, created_at)
     select f.id, 1 + coalesce(
         (select max(v.number) from form_versions v where v.form_id = f.id), 0), f.sections, $3, $2
       from forms f where f.id = $1 and f.sections is distinct from (select v.sections
         from form_versions v where v.form_id = f.id order by v.number desc limit 1)`,
    [form.id, now, await definitionHash(form, sha256)],
  )
  await putCaseLists(query, form)
}

/** Assigns a form to a surveyor. A repeat changes nothing. */
export const assignForm = (query: Query, userId: string, formId: string, now: Date) =>
  query(
    `insert into form_assignments (user_id, form_id, assigned_at) values ($1, $2, $3)
     on conflict (user_id, form_id) do nothing`,
    [userId, formId, now],
  )

/** Assigns a form to every surveyor. Returns their number. */
export const assignToAll = async (query: Query, formId: string, now: Date): Promise<number> => {
  await query(
    `insert into form_assignments (user_id, form_id, assigned_at)
     select id, $1, $2::timestamptz from users on conflict (user_id, form_id) do nothing`,
    [formId, now],
  )
  return Number(only(await query<{ count: string }>(`select count(*) from users`)).count)
}

/** Unassigns a form from one surveyor or from all. Returns how many had it. */
export const unassignForm = async (
  query: Query,
  formId: string,
  email: string | null,
): Promise<number> => {
  const taken = await query(
    `delete from form_assignments a using users u
     where u.id = a.user_id and a.form_id = $1 and ($2::text is null or u.email = $2)
     returning a.user_id`,
    [formId, email],
  )
  return taken.length
}
