import type { Card } from '../../../replication/wire/office/people-calls.ts'
import type { TestServer } from '../make-server.ts'

/** Everything that a call about people could change. */
export const stateOf = async ({ db }: TestServer) => ({
  users: await db.query('select * from users order by id'),
  groups: await db.query('select * from user_groups order by user_id, name'),
  sessions: await db.query('select * from sessions order by token_sha256'),
  trail: await db.query(
    `select * from admin_trail where command not like 'office signIn%' order by id`,
  ),
})

/** The cards of an answer. */
export const cardsOf = ({ data }: { readonly data: unknown }) =>
  (data as { readonly cards: readonly Card[] }).cards
