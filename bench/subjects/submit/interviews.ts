import { EMPTY, NEVER } from 'rxjs'
import type { Database } from '../../../collections/database.ts'
import { openDatabase } from '../../../collections/open-database.ts'
import type { FormQuestionDoc } from '../../../collections/schemas/form-questions.ts'
import type { IndexedDbPort } from '../../../collections/storage/raw-database.ts'
import { startDraft } from '../../../collections/writes/write-interview.ts'
import { createInterview } from '../../../src/features/fill/interview/interview.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { compileForm } from '../../../src/form/definition/compile.ts'
import { workspaceStorage } from '../../../src/storage/workspace-storage.ts'
import { version } from '../../fill/fields.ts'

/** The product's interviews, answered and submitted offline without the app around them. */

/** An answer for each type, without those that take files, and telephones. */
export const values: Readonly<Record<string, string | string[]>> = {
  TEXT: 'an answer as people give it',
  NUMBER: '12',
  RADIO: 'o1',
  TEXTAREA: 'a longer answer, of more than a few words, as people give it when they are asked',
  SELECT: 'o2',
  EMAIL: 'somebody@example.org',
  CHECKBOX: ['o1', 'o3'],
  DATE: '2026-01-01',
  PASSWORD: 'secret-12',
}

/** The effects of the fill screen, offline. */
export const env = {
  clock: {
    now: () => Date.now(),
    after: (delayMs: number, run: () => void) => {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
  },
  uuid: () => crypto.randomUUID(),
  visible$: NEVER,
  network: { isOnline: () => false, online$: EMPTY },
  registerSync: () => {},
} as never

/** Opens the product's database, sealed as on a device. */
export const openProduct = (name: string): Promise<Database> => {
  const port = { indexedDB, IDBKeyRange } as unknown as IndexedDbPort
  return openDatabase(name, workspaceStorage({ indexedDb: port }))
}

/** Begins an interview of these questions and answers every one that has a value. */
export const answerInterview = (db: Database, fields: readonly FormQuestionDoc[]): Interview => {
  const head = { id: 'bench', title: 'Survey', definition_hash: version }
  const form = compileForm(head, fields, Date.now())
  const begin = () =>
    startDraft(db, {
      formId: form.id,
      formName: form.title,
      definitionHash: form.definitionHash,
      clientKey: crypto.randomUUID(),
      now: Date.now(),
    })
  const interview = createInterview(
    { db, env },
    { form, draft: null, answers: [], files: [], submission: null, begin },
  )
  for (const field of form.fields) {
    const value = values[field.type]
    if (value !== undefined) interview.edit(field, value)
  }
  return interview
}

/** Submits an interview. Throws when the product refuses it. */
export const submitInterview = async (db: Database, interview: Interview): Promise<void> => {
  const { kind } = await submit({ db, env, sync: null as never }, interview, {
    kind: 'unknown',
  } as never)
  if (kind !== 'done') throw new Error(`The product said ${kind}.`)
}
