import type { SavedView } from '../../../replication/wire/office/answers.ts'
import type { Query } from '../../db/db.ts'

/** The views of a form's table that an account keeps, by name. */
export const viewsOf = (query: Query, accountId: string, formId: string) =>
  query<SavedView>(
    `select name, address from office_views where account_id = $1 and form_id = $2 order by name`,
    [accountId, formId],
  )

/** Keeps a view; one of the same name is replaced. */
export const putView = (
  query: Query,
  accountId: string,
  formId: string,
  { name, address }: SavedView,
) =>
  query(
    `insert into office_views (account_id, form_id, name, address) values ($1, $2, $3, $4)
     on conflict (account_id, form_id, name) do update set address = excluded.address`,
    [accountId, formId, name, address],
  )

/** Keeps a view no longer. */
export const deleteView = (query: Query, accountId: string, formId: string, name: string) =>
  query(`delete from office_views where account_id = $1 and form_id = $2 and name = $3`, [
    accountId,
    formId,
    name,
  ])
