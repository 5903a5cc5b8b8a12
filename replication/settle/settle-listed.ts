import * as v from 'valibot'
import type { Database } from '../../collections/database.ts'
import { waitingItems } from '../../collections/queries.ts'
import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { createKindReader } from '../rows/field-kinds.ts'
import { isAnswerTo } from '../rows/find-interview.ts'
import type { SubmissionRow } from '../wire/answers.ts'
import { SubmissionCreateRequest } from '../wire/requests.ts'
import { settle } from './settle.ts'

/**
 * Takes listed rows as the answers to requests in doubt, because each change is listed only once: a server that goes
 * on to answer with an error would otherwise send an interview to Recovery that it has. The row must have the key and
 * the answers of the request. Another one is left to the next request, whose answer says whose row it is. Runs under
 * the lease, so that no request is in flight.
 */
export const settleListed = async (
  db: Database,
  rows: readonly SubmissionRow[],
  now: number,
): Promise<void> => {
  const doubtful = await doubtfulCreations(db)
  if (doubtful.size === 0) return
  const kindsOf = createKindReader(db)
  for (const row of rows) {
    const found = doubtful.get(row.client_key)
    if (found === undefined) continue
    const { item, sent } = found
    const kinds = await kindsOf(item.form_id)
    if (!isAnswerTo(row, sent, kinds)) continue
    await settle(db, item, { kind: 'created', serverId: row.id, row, differs: false }, now)
  }
}

/** An item whose request may have made a row, and the body of that request. */
interface Doubtful {
  readonly item: OutboxDoc
  readonly sent: SubmissionCreateRequest
}

/** The creations whose outcome is unknown, by their keys. */
const doubtfulCreations = async (db: Database): Promise<ReadonlyMap<string, Doubtful>> => {
  const found = new Map<string, Doubtful>()
  for (const doc of await waitingItems(undefined, 100_000).build(db.outbox).exec()) {
    if (doc.type !== 'SUBMISSION' || doc.method !== 'POST' || !doc.in_doubt) continue
    const item = doc.toMutableJSON()
    const body = v.safeParse(SubmissionCreateRequest, item.payload)
    if (!body.success) continue
    const { client_key: key = '' } = body.output
    if (key !== '') found.set(key, { item, sent: body.output })
  }
  return found
}
