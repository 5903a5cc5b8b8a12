import type { Database } from '../../../collections/database.ts'
import { pendingOperations } from '../../../collections/operation-log.ts'
import {
  everySubmission,
  submissionByServerId,
  submissionsBetween,
} from '../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { freeTempId } from '../../../collections/writes/write-interview.ts'
import { isAlive, storedDocument } from '../../../collections/interview/logged.ts'
import { readFieldKinds } from '../../../replication/rows/field-kinds.ts'
import { rowOfUnsent } from '../../../replication/rows/find-interview.ts'

/** No time of an interview is later, epoch ms. From a number that is too large to be counted on, a search never ends. */
const latestTime = 1e15

/**
 * Makes the function that says under which id an interview of a backup is on this device, or will be. It is the one under
 * its id, unless that has another key, because a temporary id is a time, and two devices may have given the same one;
 * else the one with its row, with its key, or with its content. One that is not here keeps its id, if no other
 * has it here or in the backup (`ids`).
 */
export const createFinder = (
  db: Database,
  ids: Iterable<string>,
): ((doc: SubmissionDoc) => Promise<string>) => {
  const taken = new Set(ids)
  let idsByKey: Promise<ReadonlyMap<string, string>> | null = null
  const freeId = async (from: string): Promise<string> => {
    const time = Number(from.split('_')[1])
    const id = await freeTempId(db, time < latestTime ? time + 1 : 1)
    return taken.has(id) ? freeId(id) : id
  }
  return async doc => {
    const under = await storedDocument(db.submissions, doc.id)
    const isClash = under !== null && isAnother(under, doc)
    if (isAlive(under) && !isClash) return doc.id
    const known =
      (await byServerId(db, doc.server_id)) ??
      (await (idsByKey ??= readIdsByKey(db))).get(doc.client_key) ??
      (await byContent(db, doc))
    if (known !== undefined) return known
    if (!isClash) return doc.id
    const id = await freeId(doc.id)
    taken.add(id)
    return id
  }
}

/** Whether a document is of another interview than the one of a backup with the same id. */
export const isAnother = (stored: SubmissionDoc, doc: SubmissionDoc): boolean => {
  const keys = keysOf(stored)
  if (doc.client_key !== '') return keys.length > 0 && !keys.includes(doc.client_key)
  return doc.server_id !== '' && ![doc.server_id, ''].includes(stored.server_id)
}

const keysOf = ({ client_key, former_keys = [] }: SubmissionDoc): readonly string[] =>
  [...former_keys, client_key].filter(key => key !== '')

const byServerId = async (db: Database, serverId: string): Promise<string | undefined> =>
  serverId === ''
    ? undefined
    : (await submissionByServerId(serverId).build(db.submissions).exec())[0]?.id

/** The ids here by the keys that interviews have or had. */
const readIdsByKey = async (db: Database): Promise<ReadonlyMap<string, string>> => {
  const docs = await everySubmission.build(db.submissions).exec()
  const all = docs.map(doc => doc.toMutableJSON() as SubmissionDoc)
  return new Map([
    ...all.flatMap(doc => keysOf(doc).map(key => [key, doc.id] as const)),
    // After those that others had before.
    ...all.flatMap(({ client_key, id }) => (client_key === '' ? [] : [[client_key, id] as const])),
  ])
}

/** The fetched row that an interview has become which is unsent in the backup. */
const byContent = async (db: Database, doc: SubmissionDoc): Promise<string | undefined> => {
  if (doc.server_id !== '' || pendingOperations(doc.crdts).length === 0) return undefined
  const madeAt = Date.parse(doc.created_at)
  // Many servers drop or round milliseconds.
  const near = await submissionsBetween(doc.form_id, madeAt - 1000, madeAt + 1000)
    .build(db.submissions)
    .exec()
  const kinds = await readFieldKinds(db, doc.form_id)
  const others = near
    .map(each => each.toMutableJSON() as SubmissionDoc)
    .filter(({ id, server_id }) => id !== doc.id && server_id !== '')
  return rowOfUnsent(others, doc, kinds)?.id
}
