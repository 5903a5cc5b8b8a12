import { Subscription } from 'rxjs'
import type { Database } from '../../collections/database.ts'
import type { FormResponseDoc } from '../../collections/schemas/form-responses.ts'
import { answersOf } from '../../collections/queries.ts'
import { changesOf } from '../../collections/query.ts'

/**
 * Keeps the answers of unfinished interviews in memory, so that they can be written back if the browser deletes its
 * storage. RxDB's own cache drops documents that no query uses.
 */
interface AnswerMemory {
  /** As stored, with RxDB's own fields. */
  readonly answers: () => Iterable<FormResponseDoc>
  readonly stop: () => void
}

/** Follows all interviews from now on. The earlier answers of an interview are read when it is first changed. */
export const rememberAnswers = (db: Database): AnswerMemory => {
  const answersById = new Map<string, FormResponseDoc>()
  const touched = new Set<string>()

  const readEarlier = async (draftId: string): Promise<void> => {
    const docs = await answersOf(draftId).build(db.form_responses).exec()
    for (const doc of docs) {
      // An answer that was written meanwhile is newer.
      if (touched.has(draftId) && !answersById.has(doc.id))
        answersById.set(doc.id, doc.toMutableJSON(true))
    }
  }
  const forget = (draftId: string): void => {
    touched.delete(draftId)
    for (const [id, answer] of answersById) {
      if (answer.submission_id === draftId) answersById.delete(id)
    }
  }

  const subscriptions = new Subscription()
  subscriptions.add(
    changesOf(db.submissions).subscribe(({ operation, documentId, documentData }) => {
      if (operation === 'DELETE' || documentData.work === undefined) return forget(documentId)
      if (touched.has(documentId)) return
      touched.add(documentId)
      void readEarlier(documentId).catch(() => touched.delete(documentId))
    }),
  )
  subscriptions.add(
    changesOf(db.form_responses).subscribe(({ operation, documentId, documentData }) => {
      if (operation === 'DELETE') answersById.delete(documentId)
      else answersById.set(documentId, documentData)
    }),
  )
  return { answers: () => answersById.values(), stop: () => subscriptions.unsubscribe() }
}
