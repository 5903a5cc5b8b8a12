import type { RxDocumentData } from 'rxdb'
import type { Database } from '../../../collections/database.ts'
import { openCurrent } from '../../../collections/open-current.ts'
import {
  pageRows,
  visibleSubmissionCount,
  visibleSubmissions,
  type SubmissionFilter,
} from '../../../collections/queries.ts'
import { differenceOf, toBase, withoutOwnFields } from '../../../collections/operation-log.ts'
import { storedVersion } from '../../../collections/one-database/stored.ts'
import type { IndexedDbPort } from '../../../collections/storage/raw-database.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { commitInterview } from '../../../tests/collections/commit.ts'
import { takeRows } from '../../../replication/pull/take-rows.ts'
import { workspaceStorage } from '../../../src/storage/workspace-storage.ts'
import {
  answersOf,
  formOf,
  idOf,
  isPending,
  makeRow,
  minuteMs,
  newestAt,
  newestMs,
  oneForm,
  type Engine,
  type ListName,
} from './engine.ts'

const filters: Readonly<Record<ListName, SubmissionFilter>> = {
  newest: {},
  form: { formId: oneForm },
  pending: { pendingOnly: true },
}

/** Copies of a document that the product wrote, because db-bulk measures its own way of writing. */
const copies = (template: RxDocumentData<SubmissionDoc>, from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => {
    const index = from + n
    const { crdts: log, ...fields } = withoutOwnFields(template)
    const own = {
      ...fields,
      id: idOf(index),
      server_id: idOf(index),
      client_key: makeRow(index).client_key,
      form_id: formOf(index),
      answers: answersOf(index),
      syncStatus: isPending(index) ? 'pending' : 'synced',
      newest: newestAt(index),
    }
    const document = {
      ...template,
      ...own,
      // What the server sent is its base; what waits is an edit that sets everything.
      crdts: {
        operations: [isPending(index) ? differenceOf({ $set: own }, newestMs) : toBase(own)],
        hash: log.hash,
      },
      _meta: { lwt: newestMs + index * 0.01 },
      _rev: `1-bench`,
    }
    return { document: document as RxDocumentData<SubmissionDoc> }
  })

/** The product's engine: its collections, its queries, its writes. */
export const createProduct = (name: string): Engine => {
  let db: Database
  const port = { indexedDB, IDBKeyRange } as unknown as IndexedDbPort
  return {
    open: async () => {
      // As the workspace does.
      await storedVersion(name, port)
      const storage = workspaceStorage({ indexedDb: port })
      if ((await storage.open(name)).hasEarlier) throw new Error('This is of an earlier version.')
      db = await openCurrent(name, storage)
    },
    close: async () => {
      await db.close()
    },
    fill: async (from, to) => {
      await takeRows(db, [makeRow(from)])
      const { storageInstance } = db.submissions
      const [template] = await storageInstance.findDocumentsById([idOf(from)], false)
      if (template === undefined) throw new Error('The product wrote no document.')
      for (let at = from + 1; at < to; at += 1000) {
        const { error } = await storageInstance.bulkWrite(
          copies(template, at, Math.min(at + 1000, to)),
          'bench',
        )
        if (error.length > 0) throw new Error('A copy was not written.')
      }
    },
    takeRows: async rows => {
      await takeRows(db, rows)
    },
    list: async (what, from) => {
      const after = { newest: newestAt(from), id: '', ties: 0 }
      return (await visibleSubmissions(filters[what], pageRows, after).build(db.submissions).exec())
        .length
    },
    counts: () =>
      Promise.all([
        visibleSubmissionCount().count(db.submissions).exec(),
        visibleSubmissionCount(filters.pending).count(db.submissions).exec(),
      ]),
    watch: changed =>
      new Promise(resolve => {
        let isFirst = true
        visibleSubmissions()
          .build(db.submissions)
          .$.subscribe(() => {
            if (isFirst) resolve()
            else changed()
            isFirst = false
          })
      }),
    submit: async at => {
      const now = newestMs + (1 + at) * minuteMs
      await commitInterview(
        db,
        {
          id: idOf(9_000_000 + at),
          client_key: makeRow(at).client_key,
          form_id: formOf(at),
          formName: 'Household survey',
          definition_hash: '',
          submission_id: '',
          created_at: new Date(now).toISOString(),
          updated_at: now,
          latitude: null,
          longitude: null,
          accuracy: null,
          scroll: 0,
          isDetached: false,
        },
        {
          answers: answersOf(at),
          files: [],
          place: { latitude: null, longitude: null, accuracy: null },
          address: '',
          city: '',
        },
        now,
      )
    },
  }
}
