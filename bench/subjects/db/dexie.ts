import { Dexie, liveQuery } from 'dexie'
import {
  answersOf,
  formOf,
  idOf,
  isPending,
  makeRow,
  newestAt,
  oneForm,
  type Engine,
  type ListName,
} from './engine.ts'

/** Dexie with its own live queries: the choice without RxDB. */
export const createDexie = (name: string): Engine => {
  const db = new Dexie(name, { chromeTransactionDurability: 'strict' })
  db.version(1).stores({
    docs: 'id, [hidden+newest], [hidden+form_id+newest], [hidden+syncStatus+newest], [hidden+form_id+syncStatus+newest], server_id, [syncStatus+newest]',
  })
  const docs = db.table('docs')
  const toRecord = (index: number, syncStatus: string) => {
    const { answers: _, ...row } = makeRow(index)
    return {
      ...row,
      id: idOf(index),
      server_id: idOf(index),
      syncStatus,
      answers: answersOf(index),
      hidden: 0,
      newest: newestAt(index),
    }
  }
  const range = (what: ListName, from: number) => {
    const first = newestAt(from)
    const most = Number.MAX_SAFE_INTEGER
    if (what === 'form') {
      return docs.where('[hidden+form_id+newest]').between([0, oneForm, first], [0, oneForm, most])
    }
    return what === 'pending'
      ? docs
          .where('[hidden+syncStatus+newest]')
          .between([0, 'pending', first], [0, 'pending', most])
      : docs.where('[hidden+newest]').between([0, first], [0, most])
  }
  return {
    open: async () => {
      await db.open()
    },
    close: async () => db.close(),
    fill: async (from, to) => {
      for (let at = from; at < to; at += 1000) {
        await docs.bulkPut(
          Array.from({ length: Math.min(1000, to - at) }, (_, n) =>
            toRecord(at + n, isPending(at + n) ? 'pending' : 'synced'),
          ),
        )
      }
    },
    takeRows: async rows => {
      await docs.bulkPut(rows.map(row => toRecord(Number(row.id.slice(4)), 'synced')))
    },
    list: async (what, from) => (await range(what, from).limit(50).toArray()).length,
    counts: () =>
      Promise.all([range('newest', -1e9).count(), range('pending', -1e9).count()] as const),
    watch: changed =>
      new Promise(resolve => {
        let isFirst = true
        liveQuery(() => range('newest', -100_000).limit(50).toArray()).subscribe(() => {
          if (isFirst) resolve()
          else changed()
          isFirst = false
        })
      }),
    submit: async at => {
      const record = toRecord(0, 'pending')
      await docs.put({
        ...record,
        id: idOf(9_000_000 + at),
        form_id: formOf(at),
        newest: newestAt(-1 - at),
      })
    },
  }
}
