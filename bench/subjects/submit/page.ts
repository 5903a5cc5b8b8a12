import { makeFields } from '../../fill/fields.ts'
import { result } from '../request.ts'
import { answerInterview, openProduct, submitInterview, values } from './interviews.ts'

/** A survey of 500 questions, answered and submitted offline: by the product, and by hand-written code. */

const fields = makeFields(500)

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Answers everything, waits until it is stored, and returns the submit function. */
const prepareProduct = async (): Promise<() => Promise<void>> => {
  const db = await openProduct(`submit-${Date.now()}`)
  const interview = answerInterview(db, fields)
  await interview.writer.flush()
  return () => submitInterview(db, interview)
}

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

const subject = {
  submit: async (how: 'floor' | 'product') => {
    const run = await (how === 'floor' ? prepareFloor : prepareProduct)()
    return timed(run)
  },
}

export type Subject = typeof subject

Object.assign(globalThis, { subject })
