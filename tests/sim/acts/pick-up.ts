import type { SubmissionDoc, Answer } from '../../../collections/schemas/submissions.ts'
import type { Look } from '../product/look.ts'
import { markerOf, submissionIn } from '../checks/places.ts'
import { markerField, noteField } from '../world/content.ts'
import { fieldsOf } from '../world/given.ts'
import {
  restartTab,
  type Interview,
  type Phone,
  type Tab,
  type Unsure,
  type World,
} from '../world/world.ts'
import { must } from './perform.ts'

/** What became of actions that a crash or a frozen tab interrupted. */

/** Reopens dead tabs, and finds out how their interrupted actions ended. */
export const pickUp = async (world: World): Promise<readonly string[]> => {
  const problems: string[] = []
  for (const tab of world.phones.flatMap(({ tabs }) => tabs)) {
    if (tab.life.state() !== 'dead') continue
    world.log.push(`   ${tab.name} is started again after: ${tab.life.struck() ?? 'its end'}`)
    tab.interrupted = null
    await restartTab(world, tab)
    await world.activity.quiet()
    problems.push(...(await draftsLeft(world, tab)))
  }
  for (const interview of world.interviews.slice()) {
    const { unsure, author } = interview
    if (unsure === null || unsure.tab.life.state() !== 'alive') continue
    if (unsure.tab.interrupted !== null || unsure.tab.app?.surveyor() !== author) continue
    unsure.tab.life.arm(null)
    // Of an action that failed, other writes may still be under way.
    await world.activity.quiet()
    problems.push(...(await findOut(world, unsure.tab, interview)))
  }
  return problems
}

const mustLook = async (world: World, tab: Tab): Promise<Look> => {
  const look = await must(world, tab, app => app.look())
  if (look === null) throw new Error(`Nobody is signed in on ${tab.name}.`)
  return look
}

/** A start must remove the drafts of submitted interviews before the surveyor sees them. */
const draftsLeft = async (world: World, tab: Tab): Promise<readonly string[]> => {
  const { drafts, submissions } = await mustLook(world, tab)
  return drafts
    .filter(({ submissionId }) => submissionId === '')
    .filter(draft => submissions.some(doc => doc.id === draft.id && doc.server_id === ''))
    .map(({ id }) => `${id} was submitted, and its draft is on ${tab.name} after a start`)
}

const findOut = async (
  world: World,
  tab: Tab,
  interview: Interview,
): Promise<readonly string[]> => {
  const { unsure, marker } = interview
  const look = await mustLook(world, tab)
  // Two phones may use the same temporary id for different interviews.
  const ownId = tab.phone === interview.phone ? interview.id : null
  const doc = look.submissions.find(
    ({ id, answers }) => id === ownId || answers[markerField] === marker,
  )
  interview.unsure = null
  if (unsure === null) return []
  switch (unsure.what) {
    case 'delete':
      if (doc === undefined || doc.hidden === 1) {
        interview.isDeleted = true
        interview.deletedOn = tab.phone
      }
      return []
    case 'reopen':
      return findReopened(world, tab, interview, look)
    case 'submit':
      return findSubmitted(world, tab, interview, look)
    default:
      return findChange(world, tab, interview, unsure.what, look)
  }
}

/**
 * Records that a deleted interview was submitted again or restored: `isNew` when it is sent anew, and may have a row
 * already.
 */
export const noteReturn = (
  { chronicle }: World,
  interview: Interview,
  phone: Phone,
  look: Look | null,
  isNew = false,
): void => {
  const doc = look?.submissions.find(
    ({ answers, hidden }) => answers[markerField] === interview.marker && hidden === 0,
  )
  if (doc === undefined) return
  const { goneIds } = interview
  // The phone does not know yet that its row was deleted.
  const isGone =
    goneIds.has(doc.server_id) ||
    chronicle.isGoneFor(phone.name, doc.server_id) ||
    (goneIds.has(doc.id) && doc.server_id === '' && !isSentAnew(doc))
  if (interview.phone === phone) interview.id = doc.id
  // Another phone's deletion is still on its way, and wins over an edit, also where this phone is in doubt of its row.
  const { deletedOn } = interview
  const isHeldElsewhere = deletedOn !== null && deletedOn !== phone && !isSentAnew(doc)
  if (!interview.isDeleted || isGone || isHeldElsewhere) return
  // Only what this phone had of it still exists.
  interview.isDeleted = false
  const isAnother = isNew || interview.isWithoutRow
  interview.isWithoutRow = false
  for (const field of fieldsOf(interview)) {
    const value = doc.answers[field] ?? null
    for (const by of new Set([phone, ...interview.edits.map(edit => edit.phone)])) {
      interview.edits.push({ phone: by, field, value })
    }
  }
  // The server has its row still, with the files of other phones.
  if (doc.server_id !== '' && !isAnother) return
  const kept = new Set(doc.files.map(({ id }) => id))
  for (const file of interview.files) if (!kept.has(file.id)) file.isRemoved = true
}

/** Whether it is sent under another key than that of its row: it was restored from the bin, or goes on with an open edit. */
export const isSentAnew = ({ history, former_keys = [] }: SubmissionDoc): boolean =>
  history.at(-1)?.what === 'restored' || former_keys.length > 0

/**
 * Finds out whether an edit took place. It is one write: it happened completely, or its draft is still there and
 * is submitted now, or it did not happen.
 */
const findChange = async (
  world: World,
  tab: Tab,
  interview: Interview,
  change: Exclude<Unsure['what'], string>,
  look: Look,
): Promise<readonly string[]> => {
  const doc = [...look.submissions, ...look.recovery.map(submissionIn)].find(
    known => markerOf(known) === interview.marker,
  )
  const kept = new Set(doc?.files.filter(({ removed }) => removed !== true).map(({ id }) => id))
  const hasAll =
    doc !== undefined &&
    doc !== null &&
    Object.entries(change.answers).every(
      ([field, value]) => JSON.stringify(doc.answers[field] ?? null) === JSON.stringify(value),
    ) &&
    change.add.every(({ id }) => kept.has(id)) &&
    change.remove.every(id => !kept.has(id))
  if (hasAll) {
    noteChange(interview, tab.phone, change)
    return []
  }
  const draft = look.drafts.find(
    ({ submissionId }) => submissionId !== '' && submissionId === doc?.id,
  )
  if (draft !== undefined) {
    await must(world, tab, app => app.discard(draft.id))
    return []
  }
  // What is open of a row that was deleted elsewhere has become an interview of its own, with the files that it got.
  noteOpen(tab.phone, interview, look)
  if (interview.open === null) return []
  interview.files.push(...change.files.filter(({ id }) => look.files.has(id)))
  world.log.push(`   ${interview.marker} is open on ${tab.name}`)
  return []
}

/** Records an edit. From now on it counts. */
export const noteChange = (
  interview: Interview,
  phone: Phone,
  change: Exclude<Unsure['what'], string>,
): void => {
  for (const [field, value] of Object.entries(change.answers)) {
    interview.edits.push({ phone, field, value })
  }
  interview.files.push(...change.files)
  for (const file of interview.files) if (change.remove.includes(file.id)) file.isRemoved = true
}

/** Finds what became of an interview reopened from Recovery: a draft, unchanged in Recovery, or submitted. */
const findReopened = (
  world: World,
  tab: Tab,
  interview: Interview,
  look: Look,
): readonly string[] => {
  noteOpen(tab.phone, interview, look)
  if (interview.open === null) noteReturn(world, interview, tab.phone, look)
  else if (interview.phone === tab.phone && interview.open.change === null) {
    interview.id = interview.open.draftId
  }
  return []
}

/** Records that an interview has an open draft on a phone. */
export const noteOpen = (
  phone: Phone,
  interview: Interview,
  look: Look | null,
  draftId?: string,
): void => {
  const draft = look?.drafts.find(
    ({ id, answers }) => id === draftId || answers[markerField] === interview.marker,
  )
  if (draft === undefined) return
  const answers = Object.fromEntries(
    Object.entries(draft.answers).map(([field, value]) => [field, value as Answer]),
  )
  const isEdit = draft.submissionId !== ''
  interview.open = {
    phone,
    draftId: draft.id,
    change: isEdit ? { answers, add: [], files: [], remove: [] } : null,
  }
}

const findSubmitted = async (
  world: World,
  tab: Tab,
  interview: Interview,
  look: Look,
): Promise<readonly string[]> => {
  const isHere = (answers: Readonly<Record<string, unknown>>) =>
    answers[markerField] === interview.marker
  const doc = look.submissions.find(({ id, answers }) => id === interview.id || isHere(answers))
  const isRecovered = look.recovery.some(({ id }) => id === interview.id)
  if (doc !== undefined || isRecovered) {
    interview.id = doc?.id ?? interview.id
    interview.state = 'submitted'
    // Submit failed and the form is still there, so it is pressed again.
    const left = look.drafts.find(({ id }) => id === interview.id)
    if (left !== undefined) await must(world, tab, app => app.submit(left.id))
    return []
  }
  return submitAgain(world, tab, interview, look)
}

/** Continues a filled-in interview; the surveyor discards one that was only started. */
const submitAgain = async (
  world: World,
  tab: Tab,
  interview: Interview,
  look: Look,
): Promise<readonly string[]> => {
  const { marker, content } = interview
  const draft = look.drafts.find(
    ({ id, answers }) => id === interview.id || answers[markerField] === marker,
  )
  const isWhole =
    draft !== undefined &&
    draft.answers[noteField] === interview.note &&
    Object.keys(content.answers).every(field => field in draft.answers) &&
    draft.files === interview.files.length
  if (isWhole) {
    const outcome = await must(world, tab, app => app.submit(draft.id, content.place))
    world.log.push(`   ${marker} is submitted from its draft: ${outcome}`)
    interview.id = draft.id
    interview.state = 'submitted'
    return []
  }
  world.interviews.splice(world.interviews.indexOf(interview), 1)
  if (interview.state === 'typed') return [`${marker} was typed in, and its draft is gone`]
  const begun = look.drafts.filter(
    ({ id, answers, submissionId }) =>
      id === draft?.id || (submissionId === '' && !answers[markerField]),
  )
  for (const { id } of begun) await must(world, tab, app => app.discard(id))
  return []
}
