import { BehaviorSubject, type Observable } from 'rxjs'
import type { Database } from '../../../../collections/database.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { beginWork, finishBeforeClose } from '../../../lib/finishing.ts'
import { createKeyedStore, type KeyedStore } from '../../../lib/keyed-store.ts'

/** Files that are being chosen or prepared; Submit waits for those that are prepared (decisions 6). */
export interface FileWork {
  /** How many picked sets of files are being prepared for a field (4.2: idle or uploading). */
  readonly busy: KeyedStore<number>
  readonly isBusy$: Observable<boolean>
  readonly isBusy: () => boolean
  /** Counts the field as busy until the work has settled. */
  readonly run: <Value>(fieldId: string, work: () => Promise<Value>) => Promise<Value>
  /**
   * The files of a field that the device had no room for. They are only in memory, so the surveyor can try again until
   * the page closes.
   */
  readonly unstored: KeyedStore<readonly File[]>
  readonly setUnstored: (fieldId: string, files: readonly File[]) => void
  readonly allUnstored: () => readonly File[]
  /** Forgets them, because the surveyor does without. */
  readonly leaveOutUnstored: () => void
  /** Whether any question is recording. It is busy then, but no file is being prepared. */
  readonly isRecording$: Observable<boolean>
  /** Counts a recording; returns what ends it. */
  readonly beginRecording: () => () => void
  /** Whether the device's camera or chooser, or a sheet to draw on, is open. */
  readonly isChoosing$: Observable<boolean>
  readonly setChoosing: (isChoosing: boolean) => void
}

/** The counts of the interviews that were opened, by the id of their draft. */
const known = new WeakMap<Database, Map<string, FileWork>>()

/**
 * The count of an interview's draft. It outlives the screen, because a photo may still be prepared when its draft is
 * opened again.
 */
export const fileWorkOf = (
  db: Database,
  { submission, writer }: Pick<Interview, 'submission' | 'writer'>,
): FileWork => {
  const ofDatabase = known.get(db) ?? new Map<string, FileWork>()
  known.set(db, ofDatabase)
  // The draft of an edit has a known id before it is begun.
  const id = submission === null ? writer.draft()?.id : submission.id
  const work = ofDatabase.get(id ?? '') ?? createFileWork(task => finishBeforeClose(db, task))
  if (id !== undefined) ofDatabase.set(id, work)
  writer.draft$.subscribe(begun => {
    if (begun !== null) ofDatabase.set(begun.id, work)
  })
  return work
}

/** Makes the count of one interview. `hold` makes the closing of the database wait for the work. */
export const createFileWork = (
  hold: <Value>(work: Promise<Value>) => Promise<Value> = work => work,
): FileWork => {
  const busy = createKeyedStore(0)
  const unstored = createKeyedStore<readonly File[]>([])
  const withUnstored = new Set<string>()
  const isBusy$ = new BehaviorSubject(false)
  const isChoosing$ = new BehaviorSubject(false)
  const recordings = new Set<object>()
  const isRecording$ = new BehaviorSubject(false)
  let total = 0
  const add = (fieldId: string, count: 1 | -1): void => {
    total += count
    busy.set(fieldId, busy.get(fieldId) + count)
    if (isBusy$.value !== total > 0) isBusy$.next(total > 0)
  }
  const allUnstored = (): readonly File[] => [...withUnstored].flatMap(unstored.get)
  let end = () => {}
  const setUnstored = (fieldId: string, files: readonly File[]): void => {
    withUnstored.add(fieldId)
    unstored.set(fieldId, files)
    end()
    end = allUnstored().length > 0 ? beginWork() : () => {}
  }
  return {
    busy,
    isBusy$,
    isBusy: () => isBusy$.value,
    run: async (fieldId, work) => {
      add(fieldId, 1)
      try {
        return await hold(work())
      } finally {
        add(fieldId, -1)
      }
    },
    unstored,
    setUnstored,
    allUnstored,
    leaveOutUnstored: () => withUnstored.forEach(fieldId => setUnstored(fieldId, [])),
    isRecording$,
    beginRecording: () => {
      const mine = {}
      recordings.add(mine)
      isRecording$.next(true)
      return () => {
        recordings.delete(mine)
        isRecording$.next(recordings.size > 0)
      }
    },
    isChoosing$,
    setChoosing: isChoosing => isChoosing$.next(isChoosing),
  }
}
