import { commitEdit } from '../../collections/write-submission.ts'
import type { SubmissionDoc } from '../../collections/submissions.ts'
import { deleteSubmission } from '../../replication/submit.ts'
import { submissionOf, submit } from '../device.ts'
import type { Random } from './random.ts'
import { markerField, noteField, restart, simFaults, type World } from './world.ts'

/** Something that happens in the field; gives back its title for the log. */
export type Action = (world: World, random: Random) => Promise<string>

const submitOne: Action = async (world, random) => {
  const marker = `m${world.submitted.length}`
  const note = `note ${marker}`
  const files = Array.from({ length: random.below(3) }, (_, n) => ({
    fieldId: random.pick(['photo', 'paper']),
    name: `${marker}-${n}.txt`,
    bytes: new TextEncoder().encode(`${marker} file ${n}`),
  }))
  const answers = { [markerField]: marker, [noteField]: note }
  const { id, outcome } = await submit(world.device, world.server.formId, answers, files)
  world.submitted.push({ id, marker, note, files: files.length, deleted: false })
  return `submit ${marker} with ${files.length} files: ${outcome}`
}

const living = async (world: World, random: Random): Promise<SubmissionDoc | null> => {
  const candidates = world.submitted.filter(({ deleted }) => !deleted)
  if (candidates.length === 0) return null
  return submissionOf(world.device, random.pick(candidates).id)
}

const editOne: Action = async (world, random) => {
  const submission = await living(world, random)
  const expected = world.submitted.find(({ id }) => id === submission?.id)
  if (submission === null || expected === undefined || submission.hidden === 1)
    return 'edit nothing'
  const note = `edit ${random.below(1000)}`
  const { db, env } = world.device
  const kept = await db.file_uploads.findByIds(submission.files.map(({ id }) => id)).exec()
  const files = [...kept.values()].map(doc => doc.toMutableJSON())
  await commitEdit(db, submission.id, { ...submission.answers, note }, files, env.clock.now())
  expected.note = note
  return `edit ${expected.marker} to '${note}'`
}

const deleteOne: Action = async (world, random) => {
  const submission = await living(world, random)
  const expected = world.submitted.find(({ id }) => id === submission?.id)
  if (submission === null || expected === undefined) return 'delete nothing'
  const outcome = await deleteSubmission(world.device, submission.id)
  expected.deleted = outcome !== 'refused'
  return `delete ${expected.marker}: ${outcome}`
}

const sync: Action = async world => {
  const { stopped, synced } = await world.device.sync.run({ all: true })
  return `sync: ${synced} sent${stopped === null ? '' : `, stopped: ${stopped}`}`
}

const cut: Action = world => {
  world.device.env.cut()
  return Promise.resolve('the network goes')
}

const mend: Action = world => {
  world.device.env.mend()
  return Promise.resolve('the network comes')
}

const fail: Action = (world, random) => {
  const fault = random.pick(simFaults)
  const path = random.pick(['/form-submissions', 'upload-files', '/surveyor'])
  world.server.faults.arm({ fault, path, times: 1 + random.below(2) })
  return Promise.resolve(`the next ${path} fails: ${fault}`)
}

const wait: Action = (world, random) => {
  const ms = random.pick([1000, 6000, 61_000, 3_600_000])
  world.clock.advance(ms)
  return Promise.resolve(`${ms} ms pass`)
}

const jumpBack: Action = world => {
  world.clock.set(world.clock.now() - 86_400_000)
  return Promise.resolve('the clock jumps back a day')
}

const crash: Action = async world => {
  await restart(world)
  return 'the app dies and is started again'
}

const refresh: Action = async world => {
  await world.device.sync.refresh.now('submissions')
  return 'the list is fetched'
}

/** How often each thing happens. */
const weights: readonly (readonly [Action, number])[] = [
  [submitOne, 6],
  [editOne, 3],
  [deleteOne, 2],
  [sync, 5],
  [cut, 2],
  [mend, 3],
  [fail, 4],
  [wait, 4],
  [jumpBack, 1],
  [crash, 2],
  [refresh, 2],
]

/** The next thing to happen. */
export const nextAction = (random: Random): Action => {
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0)
  let left = random.next() * total
  for (const [action, weight] of weights) {
    left -= weight
    if (left < 0) return action
  }
  return sync
}
