import { BehaviorSubject, type Observable } from 'rxjs'
import { createKeyedStore, type KeyedStore } from '../../../lib/keyed-store.ts'

/** Files that are being prepared; Submit waits for them (decisions 6). */
export interface FileWork {
  /** How many picked sets of files are being prepared for a field (4.2: idle or uploading). */
  readonly busy: KeyedStore<number>
  readonly isBusy$: Observable<boolean>
  readonly isBusy: () => boolean
  /** Counts the field as busy until the work has settled. */
  readonly run: <Value>(fieldId: string, work: () => Promise<Value>) => Promise<Value>
}

/** Makes the count of one interview. */
export const createFileWork = (): FileWork => {
  const busy = createKeyedStore(0)
  const isBusy$ = new BehaviorSubject(false)
  let total = 0
  const add = (fieldId: string, count: 1 | -1): void => {
    total += count
    busy.set(fieldId, busy.get(fieldId) + count)
    if (isBusy$.value !== total > 0) isBusy$.next(total > 0)
  }
  return {
    busy,
    isBusy$,
    isBusy: () => isBusy$.value,
    run: async (fieldId, work) => {
      add(fieldId, 1)
      try {
        return await work()
      } finally {
        add(fieldId, -1)
      }
    },
  }
}
