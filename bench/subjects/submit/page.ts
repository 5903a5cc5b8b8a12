import { EMPTY, NEVER } from 'rxjs'
import type { Database } from '../../../collections/database.ts'
import { openDatabase } from '../../../collections/open-database.ts'
import { visibleSubmissions } from '../../../collections/queries.ts'
import type { IndexedDbPort } from '../../../collections/storage/raw-database.ts'
import { startDraft } from '../../../collections/writes/write-interview.ts'
import { compileForm } from '../../../src/form/definition/compile.ts'
import { createInterview } from '../../../src/features/fill/interview/interview.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { workspaceStorage } from '../../../src/storage/workspace-storage.ts'
import { makeFields, version } from '../../fill/fields.ts'

/** A survey of 500 questions, answered and submitted offline: by the product, and by hand-written code. */

const fields = makeFields(500)
const values: Readonly<Record<string, string | string[]>> = {
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

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const env = {
  clock: {
    now: () => Date.now(),
    after: (delayMs: number, run: () => void) => {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
  },
  visible$: NEVER,
  network: { isOnline: () => false, online$: EMPTY },
  registerSync: () => {},
} as never

const port = { indexedDB, IDBKeyRange } as unknown as IndexedDbPort

/** Answers everything, waits until it is stored, and returns the submit function. */
const prepareProduct = async (): Promise<() => Promise<void>> => {
  const db = await openDatabase(`submit-${Date.now()}`, workspaceStorage({ indexedDb: port }))
  const form = compileForm(
    { id: 'bench', title: 'Survey', definition_hash: version } as never,
    fields,
    Date.now(),
  )
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
  await interview.writer.flush()
  return async () => {
    const { kind } = await submit({ db, env, sync: null as never }, interview, {
      kind: 'unknown',
    } as never)
    if (kind !== 'done') throw new Error(`The product said ${kind}.`)
  }
}

const result = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

/** The minimum: the same records in one transaction, with one check of each answer. */
const prepareFloor = async (): Promise<() => Promise<void>> => {
  const opening = indexedDB.open(`floor-${Date.now()}`, 1)
  opening.addEventListener('upgradeneeded', () => {
    for (const name of ['responses', 'submissions', 'outbox', 'drafts']) {
      const store = opening.result.createObjectStore(name, { keyPath: 'id' })
      if (name === 'responses') store.createIndex('interview', 'submission_id')
    }
  })
  const db = await result(opening)
  const first = db.transaction(['responses', 'drafts'], 'readwrite')
  first.objectStore('drafts').put({ id: 'temp_1' })
  for (const { field_id, type } of fields) {
    const value = values[type]
    if (value === undefined) continue
    first
      .objectStore('responses')
      .put({ id: `temp_1|${field_id}`, submission_id: 'temp_1', question_id: field_id, value })
  }
  await new Promise(resolve => first.addEventListener('complete', resolve))
  return async () => {
    const names = ['responses', 'submissions', 'outbox', 'drafts']
    const work = db.transaction(names, 'readwrite', { durability: 'strict' })
    const responses = work.objectStore('responses')
    const kept: { id: string; question_id: string; value: string | string[] }[] = await result(
      responses.index('interview').getAll('temp_1'),
    )
    const answers = new Map(kept.map(({ question_id, value }) => [question_id, value]))
    const missing = fields.filter(
      ({ field_id, is_required }) => is_required && (answers.get(field_id) ?? '').length === 0,
    )
    if (missing.length > 0) throw new Error('Something is missing.')
    const record = { id: 'temp_1', answers: Object.fromEntries(answers), syncStatus: 'pending' }
    work.objectStore('submissions').put(record)
    work.objectStore('outbox').put({ id: 'submission|temp_1', payload: record })
    work.objectStore('drafts').delete('temp_1')
    for (const { id } of kept) responses.delete(id)
    await new Promise(resolve => work.addEventListener('complete', resolve))
  }
}

let db: Database | null = null

/** One interview of ten answers, submitted, and the list read: a surveyor's daily work. */
const interviewOnce = async (open: Database): Promise<void> => {
  const ten = fields.slice(0, 10)
  const form = compileForm(
    { id: 'bench', title: 'Survey', definition_hash: version } as never,
    ten,
    Date.now(),
  )
  const begin = () =>
    startDraft(open, {
      formId: form.id,
      formName: form.title,
      definitionHash: form.definitionHash,
      clientKey: crypto.randomUUID(),
      now: Date.now(),
    })
  const interview = createInterview(
    { db: open, env },
    { form, draft: null, answers: [], files: [], submission: null, begin },
  )
  for (const field of form.fields) {
    const value = values[field.type]
    if (value === undefined) continue
    interview.edit(field, value)
  }
  const { kind } = await submit({ db: open, env, sync: null as never }, interview, {
    kind: 'unknown',
  } as never)
  if (kind !== 'done') throw new Error(`The product said ${kind}.`)
  await interview.close()
  await visibleSubmissions().build(open.submissions).exec()
}

const subject = {
  /** Submits interviews one after the other. Returns the bytes on disk for each. */
  work: async (times: number) => {
    db ??= await openDatabase('soak', workspaceStorage({ indexedDb: port }))
    const before = await navigator.storage.estimate()
    for (let n = 0; n < times; n += 1) await interviewOnce(db)
    const after = await navigator.storage.estimate()
    return ((after.usage ?? 0) - (before.usage ?? 0)) / times
  },
  submit: async (how: 'floor' | 'product') => {
    const run = await (how === 'floor' ? prepareFloor : prepareProduct)()
    return timed(run)
  },
}

export type Subject = typeof subject

Object.assign(globalThis, { subject })
