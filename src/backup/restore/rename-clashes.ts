import type { Database } from '../../../collections/database.ts'
import { submissionItemId } from '../../../collections/ids.ts'
import { payloadOf } from '../../../collections/interview/refusals.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { answerUnder, freeTempId } from '../../../collections/writes/write-interview.ts'
import { storedDocument } from '../../../collections/interview/logged.ts'
import type { BackupRecord } from '../records.ts'

/** No time of an interview is later, epoch ms. From a number that is too large to be counted on, a search never ends. */
const latestTime = 1e15

/**
 * Makes the function that each record of a backup passes through, in order. A temporary id is a time, so two devices
 * may have given the same id to different interviews; only their keys differ. If an interview's id belongs to another
 * interview here, it gets the id that its key has here, else a free one. The records of its files change with it.
 */
export const createRenamer = (db: Database): ((record: BackupRecord) => Promise<BackupRecord>) => {
  const renamed = new Map<string, string>()
  /** The keys of the backup's interviews so far, by the id that each has here. */
  const keyById = new Map<string, string>()
  /** The ids here of the backup's interviews so far, by their keys. */
  const hereByKey = new Map<string, string>()
  /** The same by the ids that they have in the backup. */
  const hereById = new Map<string, string>()
  const freeId = async (from: string): Promise<string> => {
    const time = Number(from.split('_')[1])
    const id = await freeTempId(db, time < latestTime ? time + 1 : 1)
    return keyById.has(id) ? freeId(id) : id
  }
  const idHere = async (id: string, key: string): Promise<string> => {
    if (key === '') return id
    const known = hereByKey.get(key)
    if (known !== undefined) return known
    const isClash = (keyById.get(id) ?? key) !== key || (await isAnother(db, id, key))
    const here = isClash ? ((await idOfKey(db, key)) ?? (await freeId(id))) : id
    keyById.set(here, key)
    hereByKey.set(key, here)
    hereById.set(id, here)
    if (isClash) renamed.set(id, here)
    return here
  }
  return async record => {
    switch (record.type) {
      case 'submission': {
        const { doc, items } = record
        const id = await idHere(doc.id, doc.client_key)
        return id === doc.id
          ? record
          : {
              ...record,
              doc: withId(doc, id),
              items: items
                .filter(item => item.id === submissionItemId(doc.id))
                .map(item => ({ ...item, id: submissionItemId(id), submission_id: id })),
            }
      }
      case 'draft': {
        const { doc, answers, edited } = record
        const id = await idHere(doc.id, doc.client_key || (edited?.client_key ?? ''))
        return id === doc.id
          ? record
          : {
              ...record,
              doc: { ...doc, id, submission_id: doc.submission_id === '' ? '' : id },
              ...(edited === undefined ? {} : { edited: withId(edited, id) }),
              answers: answers.map(answer => answerUnder(id, answer)),
            }
      }
      case 'recovery': {
        const { doc } = record
        const { submission } = payloadOf(doc)
        if (submission === null) return record
        // What was refused has the key of then, and an interview that returned from the bin has another one since.
        const id =
          hereById.get(submission.id) ?? (await idHere(submission.id, submission.client_key))
        return id === submission.id
          ? record
          : {
              ...record,
              doc: {
                ...doc,
                ...(doc.kind === 'create' ? { id } : {}),
                submission_id: id,
                payload: { ...doc.payload, submission: withId(submission, id) },
              },
            }
      }
      case 'file': {
        const owner = renamed.get(record.doc.submission_id)
        return owner === undefined
          ? record
          : { ...record, doc: { ...record.doc, submission_id: owner } }
      }
      case 'head':
      case 'form':
      case 'fields':
      case 'profile':
      case 'end':
        return record
    }
  }
}

/** A submission with another id, also in its log. */
const withId = (doc: SubmissionDoc, id: string): SubmissionDoc => {
  const operations = doc.crdts.operations.map(together =>
    together.map(operation => ({
      ...operation,
      body: operation.body.map(part =>
        part.ifMatch?.$set?.['id'] === undefined
          ? part
          : { ...part, ifMatch: { ...part.ifMatch, $set: { ...part.ifMatch.$set, id } } },
      ),
    })),
  )
  return { ...doc, id, crdts: { ...doc.crdts, operations } } as SubmissionDoc
}

/** Whether the device has an interview with another key under an id. */
const isAnother = async (db: Database, id: string, key: string): Promise<boolean> => {
  const stored = await storedDocument(db.submissions, id)
  const keys = [stored?.client_key, ...(stored?.former_keys ?? [])].filter(
    known => known !== undefined && known !== '',
  )
  return keys.length > 0 && !keys.includes(key)
}

/** The id on this device of the interview with a key; null when there is none. */
const idOfKey = async (db: Database, key: string): Promise<string | null> => {
  const selector = { client_key: key }
  const found = await db.submissions.findOne({ selector }).exec()
  return found?.id ?? null
}
