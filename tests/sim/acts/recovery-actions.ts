import { markerOf, submissionIn } from '../checks/places.ts'
import type { RecoveryEntry } from '../../../collections/interview/refusals.ts'
import type { Random } from '../random.ts'
import type { Interview, Tab, World } from '../world/world.ts'
import { finishOn, told } from './acts.ts'
import type { Action } from './action.ts'
import { anyTab, lookAtPhone, must, perform } from './perform.ts'
import { noteOpen, noteReturn } from './pick-up.ts'

/** A surveyor's actions in Recovery, with open drafts, and with a backup. */

interface Chosen {
  readonly tab: Tab
  readonly entry: RecoveryEntry
  readonly interview: Interview
}

/** A random entry of an interview with nothing in progress. */
const chooseEntry = async (world: World, random: Random): Promise<Chosen | null> => {
  const tab = anyTab(world, random.pick)
  const look = tab === null ? null : await lookAtPhone(tab.phone)
  if (tab === null || look === null) return null
  const entries = look.recovery.flatMap(entry => {
    const marker = markerOf(submissionIn(entry))
    const interview = world.interviews.find(known => known.marker === marker)
    const isFree = interview?.unsure === null && interview.open === null
    return interview !== undefined && isFree ? [{ tab, entry, interview }] : []
  })
  return entries.length === 0 ? null : random.pick(entries)
}

const tryAgain: Action = async (world, random) => {
  const chosen = await chooseEntry(world, random)
  if (chosen === null) return 'nothing in Recovery to try again'
  const { tab, entry, interview } = chosen
  // The deletion that the server refused.
  const isDeletion = entry.kind === 'delete'
  if (isDeletion) interview.unsure = { tab, what: 'delete' }
  const ended = await perform(world, tab, app => app.retry(entry.id))
  if (isDeletion && ended.kind === 'done') {
    interview.unsure = null
    interview.isDeleted = interview.isDeleted || ended.value === 'returned'
  }
  return `${tab.name} tries ${interview.marker} (${entry.kind}) again: ${told(ended)}`
}

/** Opens an entry. Its draft stays open until another action continues it. */
const reopen: Action = async (world, random) => {
  const chosen = await chooseEntry(world, random)
  if (chosen === null) return 'nothing in Recovery to open'
  const { tab, entry, interview } = chosen
  if (entry.kind !== 'create' && entry.kind !== 'edit') return `${entry.kind} cannot be opened`
  const before = interview.phone
  interview.unsure = { tab, what: 'reopen' }
  const ended = await perform(world, tab, app => app.reopen(entry.id))
  if (ended.kind === 'done') {
    interview.unsure = null
    if (ended.value !== null) {
      const { kind, id } = ended.value
      noteOpen(tab.phone, interview, await lookAtPhone(tab.phone), id)
      if (kind === 'draft' && before === tab.phone) interview.id = id
    }
  }
  return `${tab.name} opens ${interview.marker} (${entry.kind}, ${entry.reason}) from Recovery: ${ended.kind}`
}

const forget: Action = async (world, random) => {
  const chosen = await chooseEntry(world, random)
  if (chosen === null) return 'nothing in Recovery to delete'
  const { tab, entry, interview } = chosen
  // From now on the checks no longer require its contents.
  interview.givenUp.add(tab.phone)
  const ended = await perform(world, tab, app => app.forget(entry.id))
  return `${tab.name} deletes ${interview.marker} (${entry.kind}) from Recovery: ${ended.kind}`
}

/** Continues an open draft. */
const goOn: Action = async (world, random) => {
  const open = world.interviews.flatMap(interview => {
    const tab = interview.open?.phone.tabs.find(
      ({ life, app }) => life.state() === 'alive' && app?.surveyor() === interview.author,
    )
    return tab === undefined ? [] : [{ interview, tab }]
  })
  if (open.length === 0) return 'nothing is open'
  const { interview, tab } = random.pick(open)
  return finishOn(world, tab, interview)
}

/** Copies all unsent work of a phone to another one in a backup file. Both continue with it. */
const carryOver: Action = async (world, random) => {
  const from = anyTab(world, random.pick)
  const to = world.phones
    .filter(phone => phone !== from?.phone && phone.surveyor === from?.phone.surveyor)
    .flatMap(({ tabs }) => tabs)
    .find(({ life }) => life.state() === 'alive')
  if (from === null || to === undefined) return 'nobody carries a backup'
  for (const { life } of [from, to]) life.arm(null)
  const backup = await must(world, from, app => app.backUp())
  world.copiedTo.add(to.phone)
  const ended = await perform(world, to, app => app.restore(backup))
  return `a backup of ${from.name} is restored on ${to.name}: ${told(ended)}`
}

/** A random interview in a phone's bin; null when there is none. */
const chooseBinned = async (world: World, random: Random) => {
  const tab = anyTab(world, random.pick)
  const look = tab === null ? null : await lookAtPhone(tab.phone)
  const binned = world.interviews.flatMap(interview => {
    const entry = look?.bin.find(known => markerOf(known.submission) === interview.marker)
    const hidden = look?.submissions.find(
      doc => markerOf(doc) === interview.marker && doc.hidden === 1,
    )
    const isFree = interview.isDeleted && interview.unsure === null && interview.open === null
    const id = entry?.id ?? hidden?.id
    return isFree && id !== undefined ? [{ interview, id, isBinned: entry !== undefined }] : []
  })
  return tab === null || binned.length === 0 ? null : { tab, ...random.pick(binned) }
}

/** Undoes a deletion, at once or from the bin. */
const undo: Action = async (world, random) => {
  const chosen = await chooseBinned(world, random)
  if (chosen === null) return 'no deletion to take back'
  const { tab, interview, id } = chosen
  interview.unsure = { tab, what: 'reopen' }
  const ended = await perform(world, tab, app => app.undo(id))
  if (ended.kind === 'done') {
    interview.unsure = null
    const isNew = ended.value === 'anew'
    noteReturn(world, interview, tab.phone, await lookAtPhone(tab.phone), isNew)
    interview.isTakenBack = interview.isDeleted
  }
  return `${tab.name} takes the deletion of ${interview.marker} back: ${ended.kind}`
}

/** Deletes an entry of the bin for good. */
const binOut: Action = async (world, random) => {
  const chosen = await chooseBinned(world, random)
  if (chosen === null || !chosen.isBinned) return 'nothing in the bin'
  const { tab, interview, id } = chosen
  interview.givenUp.add(tab.phone)
  const ended = await perform(world, tab, app => app.binOut(id))
  return `${tab.name} deletes ${interview.marker} from the bin: ${ended.kind}`
}

/** The relative frequency of each of them. */
export const recoveryActions: readonly (readonly [Action, number])[] = [
  [tryAgain, 1.5],
  [reopen, 1.5],
  [forget, 0.5],
  [goOn, 2],
  [carryOver, 0.4],
  [undo, 1.5],
  [binOut, 0.3],
]
