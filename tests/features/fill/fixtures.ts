import { Subject } from 'rxjs'
import { openDatabase } from '../../../collections/open-database.ts'
import { oneDatabase, type StorageWatch } from '../../../collections/one-database/storage.ts'
import { startDraft } from '../../../collections/writes/write-interview.ts'
import type { CompiledForm } from '../../../src/form/definition/compiled-form.ts'
import { createInterview } from '../../../src/features/fill/interview/interview.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { createFakeClock, createIndexedDb } from '../../env.ts'

/** A device for filling in forms. */

let devices = 0

/** A new database, a clock to advance, and a page to hide. */
export const createFillDevice = async (watch: StorageWatch = {}) => {
  devices += 1
  // Broadcasts reach every process of this machine, so the name must be unique to this one.
  const name = `fill-${process.pid}-${devices}`
  const db = await openDatabase(name, oneDatabase(createIndexedDb(), watch))
  const clock = createFakeClock()
  const visible$ = new Subject<boolean>()
  let ids = 0
  const uuid = () => {
    ids += 1
    return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`
  }
  const marks = new Set<string>()
  const liveness = {
    hold: (mark: string) => {
      marks.add(mark)
      return Promise.resolve(() => void marks.delete(mark))
    },
    isHeld: (mark: string) => Promise.resolve(marks.has(mark)),
  }
  return { db, clock, visible$, uuid, liveness, env: { clock, visible$, uuid, liveness } }
}

export type FillDevice = Awaited<ReturnType<typeof createFillDevice>>

/** Starts the draft of a new interview, as the fill screen does. */
export const beginDraft =
  ({ db, clock, uuid }: Pick<FillDevice, 'db' | 'clock' | 'uuid'>, form: CompiledForm) =>
  () =>
    startDraft(db, {
      formId: form.id,
      formName: form.title,
      definitionHash: form.definitionHash,
      clientKey: uuid(),
      now: clock.now(),
    })

/** An interview without any input. */
export const newInterview = (device: FillDevice, form: CompiledForm): Interview =>
  createInterview(device, {
    form,
    draft: null,
    answers: [],
    files: [],
    submission: null,
    begin: beginDraft(device, form),
  })
