import { beforeEach, describe, expect, it } from 'vitest'
import { answersOf } from '../../../collections/queries.ts'
import { parseForm } from '../../../replication/wire/forms.ts'
import { demoUsers } from '../../../server/demo/seed.ts'
import { assignForm, putForm } from '../../../server/store/forms.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { slotId } from '../../../src/form/definition/form-shape.ts'
import { until } from '../../env.ts'
import { visitsForm } from '../../server/visits-form.ts'
import { open, place, readServer, setUpFilling, theDevice, theServer } from './session.ts'

/** Writes that fail in the middle of a draft. Every answer is on the device in the end, and Submit sends it. */

type Write = ReturnType<typeof theDevice>['db']['form_responses']['storageInstance']['bulkWrite']
type Values = Readonly<Record<string, string | string[]>>
interface Sent {
  readonly tempId: string
  readonly answers: readonly {
    readonly form_field_id: string
    readonly value: string | null
    readonly value_json: string[] | null
    readonly occurrence: number
  }[]
}

setUpFilling()

/** Everything that the interview has before a write fails, by slot. */
const before: Values = { who: 'Meena', age: '5', needs: ['f'], name: 'Asha', 'name@1': 'Ravi' }

let interview: Interview

beforeEach(async () => {
  const { db, clock } = theServer()
  const form = parseForm(visitsForm)
  if (form === null) throw new Error('The fixture is no form.')
  await putForm(db.query, form, new Date(clock()))
  await assignForm(db.query, demoUsers.asha.id, form.id, new Date(clock()))
  const opened = await open({ kind: 'new' }, form.id)
  if (opened.kind !== 'open') throw new Error(`It is ${opened.kind}.`)
  interview = opened.interview
  for (let added = 0; added < 3; added += 1) interview.addOccurrence('members')
  answer(before)
  await interview.writer.flush()
})

const fieldAt = (slot: string) => {
  const [id = '', occurrence = '0'] = slot.split('@')
  const field = interview.form.fieldById.get(slotId(id, Number(occurrence)))
  if (field === undefined) throw new Error(`There is no ${slot}.`)
  return field
}

/** Types answers, by the id of a field and the number of its occurrence. */
const answer = (values: Values): void => {
  for (const [slot, value] of Object.entries(values)) interview.edit(fieldAt(slot), value)
}

const slotText = (id: string, occurrence: number) => (occurrence === 0 ? id : `${id}@${occurrence}`)

/** The stored answers without the marks of occurrences. */
const stored = async (): Promise<Values> => {
  const { id } = await interview.writer.begin()
  const docs = await answersOf(id).build(theDevice().db.form_responses).exec()
  const typed = docs.filter(({ question_id }) =>
    interview.form.template.fields.some(({ id }) => id === question_id),
  )
  return Object.fromEntries(
    typed.map(doc => [slotText(doc.question_id, doc.occurrence), doc.toMutableJSON().value]),
  )
}

/** The answers of the interview on the server. */
const sent = async (): Promise<Values> => {
  const { id } = await interview.writer.begin()
  const rows = await readServer<readonly Sent[]>('form-submissions?limit=1000')
  const answers = rows.find(row => row.tempId === id)?.answers ?? []
  return Object.fromEntries(
    answers
      .map(({ form_field_id, occurrence, value, value_json }): [string, string | string[]] => [
        slotText(form_field_id, occurrence),
        value_json ?? value ?? '',
      ])
      // An occurrence without an answer is sent with an empty one, which holds its number.
      .filter(isAnswered),
  )
}

/** Puts another write of answers in place of the storage's. */
const replaceWrite = (make: (write: Write) => Write): void => {
  const { storageInstance } = theDevice().db.form_responses
  storageInstance.bulkWrite = make(storageInstance.bulkWrite.bind(storageInstance))
}

/** Refuses the next writes of answers; returns how many are still to be refused. */
const refuse = (times: number, error: Error): (() => number) => {
  let left = times
  replaceWrite(write => (...given) => {
    if (left === 0) return write(...given)
    left -= 1
    return Promise.reject(error)
  })
  return () => left
}

/** Holds the next write of answers that has an answer to the field until it is let go on or refused. */
const hold = (fieldId: string) => {
  let begun = () => {}
  let goOn = () => {}
  let fail: (why: Error) => void = () => {}
  const held = new Promise<void>(resolve => {
    begun = resolve
  })
  const released = new Promise<void>((resolve, reject) => {
    goOn = resolve
    fail = reject
  })
  let isOver = false
  replaceWrite(write => async (...given) => {
    const isMeant = given[0].some(({ document }) => document.question_id === fieldId)
    if (isOver || !isMeant) return write(...given)
    isOver = true
    begun()
    await released
    return write(...given)
  })
  return { held, goOn, fail }
}

/** Lets the time pass until everything is on the device, without another key. */
const waitUntilKept = (): Promise<unknown> =>
  until('nothing waits', () => {
    theDevice().env.clock.advance(1000)
    return !interview.writer.hasWaiting()
  })

const failures = [
  ['a full device', new DOMException('full', 'QuotaExceededError')],
  ['a database that fails', new Error('The database failed.')],
] as const

const changes: readonly (readonly [what: string, Values])[] = [
  ['an answer', { who: 'Meena Ben' }],
  ['a first answer', { roof: '2' }],
  ['several answers', { who: 'Meena Ben', age: '6', roof: '1', needs: ['f', 'w'] }],
  ['a cleared answer', { age: '' }],
  ['cleared answers among others', { age: '', needs: [], who: 'Meena Ben', roof: '1' }],
  ['an answer of a repeat', { 'name@1': 'Ravi Kumar' }],
  ['several answers of a repeat', { name: '', 'name@1': 'Ravi Kumar', 'name@2': 'Sana' }],
]

const isAnswered = ([, value]: readonly [string, string | string[]]) => value.length > 0
const answered = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(isAnswered))

/** Each change with each kind of failure, and each kind once and several times. */
const all = changes.flatMap(([what, values], index) =>
  failures.map(([device, error], at) => ({
    device,
    error,
    what,
    values,
    times: (index + at) % 2 === 0 ? 1 : 6,
  })),
)

describe('a write that fails in the middle of a draft', () => {
  it.each(all)('keeps $what for later: $device, $times times', async ({ error, values, times }) => {
    const left = refuse(times, error)
    answer(values)
    await waitUntilKept()
    expect(left()).toBe(0)
    expect(await stored()).toEqual({ ...before, ...values })
  })

  it.each(all)(
    'loses nothing of $what at Submit: $device, $times times',
    async ({ error, values, times }) => {
      const left = refuse(times, error)
      answer(values)
      const results: string[] = []
      while (results.at(-1) !== 'done') {
        results.push((await submit(theDevice(), interview, place)).kind)
        if (results.length > times + 1) break
      }
      expect(left()).toBe(0)
      expect(new Set(results)).toEqual(new Set(['failed', 'done']))
      expect(await sent()).toEqual(answered({ ...before, ...values }))
    },
  )

  it.each(changes)(
    'and answers that are typed meanwhile are kept together: %s',
    async (_, values) => {
      const { held, fail } = hold('age')
      answer({ age: '7' })
      theDevice().env.clock.advance(250)
      await held
      answer(values)
      fail(new DOMException('full', 'QuotaExceededError'))
      await waitUntilKept()
      expect(await stored()).toEqual({ ...before, age: '7', ...values })
    },
  )

  it.each(['newer', ''])('does not put its answer over a later one: "%s"', async later => {
    const { held, fail } = hold('who')
    answer({ who: 'older', 'name@1': 'older' })
    theDevice().env.clock.advance(250)
    await held
    answer({ who: later, 'name@1': later })
    fail(new DOMException('full', 'QuotaExceededError'))
    await waitUntilKept()
    expect(await stored()).toEqual({ ...before, who: later, 'name@1': later })
  })

  it('ends as a whole before the next one, because an older answer could overtake a later one', async () => {
    const { held, goOn } = hold('roof')
    const begun: unknown[] = []
    let isRefused = false
    replaceWrite(write => (...given) => {
      const documents = given[0].map(({ document }) => document)
      begun.push(...documents.filter(each => each.question_id === 'roof').map(each => each.value))
      if (isRefused || documents.every(each => each.question_id !== 'name')) return write(...given)
      isRefused = true
      return Promise.reject(new DOMException('full', 'QuotaExceededError'))
    })
    answer({ roof: '1', 'name@2': 'Sana' })
    theDevice().env.clock.advance(250)
    await held
    await until('the other answer is refused', () => isRefused)
    answer({ roof: '2' })
    // A write that does not wait for the held one begins within these tries.
    for (let tries = 0; tries < 3; tries += 1) {
      void interview.writer.flush().catch(() => undefined)
      await stored()
    }
    expect(begun).toEqual(['1'])
    goOn()
    await waitUntilKept()
    expect(await stored()).toEqual({ ...before, roof: '2', 'name@2': 'Sana' })
  })
})

describe('what is typed during a write', () => {
  it.each(changes)('is stored without another key: %s', async (_, values) => {
    const { held, goOn } = hold('age')
    answer({ age: '7' })
    theDevice().env.clock.advance(250)
    await held
    answer(values)
    goOn()
    await waitUntilKept()
    expect(await stored()).toEqual({ ...before, age: '7', ...values })
  })
})
