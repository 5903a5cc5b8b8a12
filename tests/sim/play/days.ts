import { answerChange, submitOn, syncOn } from '../acts/acts.ts'
import { thaw } from '../acts/perform.ts'
import {
  arrives,
  edit,
  fault,
  fetchFirst,
  fetchLists,
  json,
  network,
  pass,
  remove,
  submit,
  sync,
  type Step,
} from './steps.ts'
import type { Quirks } from '../servers/sim-server.ts'
import { noteField } from '../world/content.ts'
import type { Tab, World } from '../world/world.ts'

/** Scripted days in the field. */

const posts = '/form-submissions'

/** Two phones, with every kind of write once. */
const phones: readonly Step[] = [
  submit('online', ['photo', 'paper']),
  network(false),
  submit('offline', ['photo']),
  edit('online', 'a'),
  network(true),
  sync(),
  async world => {
    await world.server.setForm('draft')
    return 'the form is a draft'
  },
  submit('refused', ['photo']),
  async world => {
    await world.server.setForm('published')
    return 'the form is published'
  },
  fault({ path: '/form-submissions', method: 'POST', reaches: 'yes', answer: 'break' }),
  submit('doubtful', ['paper']),
  edit('doubtful', 'a'),
  pass,
  sync(),
  remove('offline', 'a'),
  fault({
    path: '/form-submissions/',
    method: 'PUT',
    reaches: 'no',
    answer: json(422, 'The given data was refused.'),
  }),
  edit('online', 'a'),
  sync(),
  fetchLists,
  edit('doubtful', 'b'),
  sync('b'),
  edit('doubtful', 'a'),
  remove('online', 'b'),
  edit('online', 'a'),
  sync(),
  fetchLists,
]

const together: Step = async (world, a, b) =>
  (await Promise.all([a, b].map(tab => syncOn(world, tab)))).join(' / ')

/** Two tabs of one phone with one outbox. */
const tabs: readonly Step[] = [
  fault({ path: '/form-submissions', method: 'POST', reaches: 'yes', answer: 'silence' }),
  submit('silent', ['photo']),
  sync('b'),
  pass,
  sync('b'),
  network(false),
  submit('first', ['photo']),
  (world, _, b) => submitOn(world, b, 'second', []),
  network(true),
  together,
  edit('silent', 'b'),
  together,
  pass,
  pass,
  sync('b'),
]

/** A day without faults except one network failure: saved work is sent without a press of Sync. */
const calm: readonly Step[] = [
  (world, a) => {
    const meanwhile = async () => {
      const interview = world.interviews.find(({ marker }) => marker === 'meanwhile')
      const value = 'edited while it was being sent'
      const { phone } = a
      await a.app?.edit(interview?.id ?? '', answerChange({ [noteField]: value }))
      interview?.edits.push({ phone, field: noteField, value })
    }
    const path = '/form-submissions'
    world.wire.arm({ path, method: 'POST', times: 1, reaches: 'yes', answer: 'same', meanwhile })
    return Promise.resolve('the next one is edited while it is sent')
  },
  submit('meanwhile'),
  arrives('meanwhile'),
  submit('online', ['photo', 'paper']),
  arrives('online'),
  network(false),
  submit('offline', ['photo', 'photo']),
  edit('offline', 'a'),
  edit('online', 'a'),
  network(true),
  arrives('offline'),
  arrives('online'),
  remove('offline', 'a'),
  arrives('offline'),
]

/** Every fault between a phone and its server, one after the other, and two phones with one interview. */
const faults: readonly Step[] = [
  fault({ path: posts, method: 'POST', reaches: 'no', answer: json(429, 'Too many requests.') }),
  submit('busy'),
  pass,
  sync(),
  fault({ path: posts, method: 'POST', times: 3, reaches: 'no', answer: json(401, 'Who?') }),
  submit('signed out'),
  sync(),
  sync(),
  sync(),
  fault({
    path: '/surveyor',
    times: 2,
    reaches: 'no',
    answer: { status: 403, body: 'html', message: '' },
  }),
  submit('portal'),
  sync(),
  // One after the other: two without an answer do not count as tries, the third is the first try.
  fault({ path: posts, method: 'POST', times: 2, reaches: 'no', answer: 'break' }),
  fault({ path: posts, method: 'POST', reaches: 'no', answer: json(500, 'Something went wrong.') }),
  submit('cut off'),
  pass,
  sync(),
  pass,
  sync(),
  pass,
  sync(),
  fault({ path: 'upload-files', method: 'POST', reaches: 'no', answer: json(500, 'No room.') }),
  submit('half', ['photo', 'paper']),
  pass,
  sync(),
  fault({ path: 'upload-files', method: 'POST', reaches: 'yes', answer: 'break' }),
  submit('lost file', ['photo']),
  pass,
  sync(),
  fault({
    path: posts,
    method: 'GET',
    reaches: 'no',
    answer: { status: 200, body: 'list', message: 'OK' },
  }),
  fetchLists,
  fetchLists,
  edit('busy', 'a', 'own'),
  edit('busy', 'b', 'own'),
  sync('b'),
  fetchLists,
  sync(),
  fetchLists,
  edit('portal', 'b', 'own'),
  sync('b'),
  edit('portal', 'a', 'own'),
  sync(),
]

/** Of two tabs one freezes during its request, and thaws while the other, which took over, is sending. */
const sleep: readonly Step[] = [
  (_, a) => {
    a.life.arm({ what: 'freeze', at: 'request', when: 'after', skip: 0 })
    return Promise.resolve('the first falls asleep over its next request')
  },
  submit('first'),
  network(false),
  // More than are sent at once, so that something is left for the thawed tab.
  ...['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'].map(
    (marker): Step =>
      (world, _, b) =>
        submitOn(world, b, marker, []),
  ),
  (world, a) => {
    let waking: Promise<void> | null = null
    const wake = async () => {
      a.life.thaw()
      // It has sent something, or has had time to find that it may not.
      for (let looks = 0; looks < 20 && world.wire.problems().length === 0; looks += 1) {
        await new Promise(resolve => setTimeout(resolve, 50))
      }
    }
    // Work is in progress all the time, so the clock stands still and no request times out.
    const meanwhile = () => (waking ??= world.activity.during(wake))
    world.wire.arm({
      path: posts,
      method: 'POST',
      times: 4,
      reaches: 'yes',
      answer: 'same',
      meanwhile,
    })
    return Promise.resolve('the first will wake while the second sends')
  },
  network(true),
  pass,
  sync('b'),
  async (world, a) => {
    await thaw(world, a)
    return 'the first goes on'
  },
  pass,
  sync('b'),
]

/** Numbers from 0. */
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n)

/** From now on the first tab is struck at a write: it dies after it, or the disk is full. */
const strike =
  (what: 'crash' | 'quota', skip: number): Step =>
  (_, a) => {
    a.life.arm({ what, at: 'write', when: what === 'crash' ? 'after' : 'before', skip })
    return Promise.resolve(`the first is struck at its write ${skip + 1}: ${what}`)
  }

const unharmed: Step = (_, a) => {
  a.life.arm(null)
  return Promise.resolve('the first is left alone')
}

/** The app dies after each write of a submit. */
const deaths: readonly Step[] = [
  network(false),
  ...upTo(9).flatMap(at => [strike('crash', at), submit(`cut ${at}`), unharmed]),
  network(true),
  sync(),
]

/** The disk is full once at each write of a fetch of the other phone's work, and then at each write of an edit. */
const full: readonly Step[] = [
  submit('kept'),
  sync(),
  // After those of the lease.
  ...[4, 5].flatMap(at => [
    (world: World, _: Tab, b: Tab) => submitOn(world, b, `news ${at}`, []),
    strike('quota', at),
    fetchFirst,
    unharmed,
    fetchFirst,
  ]),
  // Where RxDB records what it has pushed. It does not continue by itself after that.
  ...[3, 4, 2].flatMap(at => [
    strike('quota', at),
    edit('kept', 'a', 'own'),
    unharmed,
    edit('kept', 'a', 'own'),
    sync(),
  ]),
]

/** A day: the number of tabs on each phone, and the steps. */
export interface PlannedDay {
  readonly shape: readonly number[]
  readonly steps: readonly Step[]
  /** The habits of a plain server; only whole seconds when absent. */
  readonly quirks?: Partial<Quirks>
  /** The only server to play it on; both when absent. */
  readonly server?: 'ours' | 'plain'
}

/** The days that are played with and without strikes. */
export const days: Readonly<Record<string, PlannedDay>> = {
  calm: { shape: [1, 1], steps: calm },
  faults: { shape: [1, 1], steps: faults },
  phones: { shape: [1, 1], steps: phones },
  tabs: { shape: [2], steps: tabs },
  sleep: { shape: [2], steps: sleep },
  deaths: { shape: [1, 1], steps: deaths },
  full: { shape: [1, 1], steps: full },
}

/** The name of a day. */
export type Day = string
