import type { Look } from '../product/look.ts'
import { lookAtPhone } from '../acts/perform.ts'
import { surveyors, type SimRow, type Surveyor } from '../servers/sim-server.ts'
import { isEarlier } from '../world/content.ts'
import { isUnknowable, type Interview, type Phone, type World } from '../world/world.ts'
import { checkCases } from './cases.ts'
import { checkAccount, checkRow } from './content.ts'
import { checkKept, checkNamedFiles } from './kept.ts'
import { checkMembersKept } from './members.ts'
import { markerOf, submissionIn } from './places.ts'
import { checkReplies } from './reviews.ts'

/** What must always be true of all work. Each check returns the problems. */

export type Problems = readonly string[]

/** The rows of every surveyor. */
type Rows = Readonly<Record<Surveyor, readonly SimRow[]>>

export const readRows = async ({ server }: World): Promise<Rows> => ({
  asha: await server.rows('asha'),
  ravi: await server.rows('ravi'),
})

/** The contents of all phones that can be read. */
export const lookAround = async (world: World): Promise<ReadonlyMap<Phone, Look>> => {
  const looks = new Map<Phone, Look>()
  for (const phone of world.phones) {
    const look = await lookAtPhone(phone)
    if (look !== null) looks.set(phone, look)
  }
  return looks
}

/** An interview is in exactly one place on the phone that made it. */
const checkPlace = (interview: Interview, look: Look): Problems => {
  const { marker, id, isDeleted, state, phone } = interview
  // The engine gives a new id to an interview whose deletion was undone after its request had left.
  const doc =
    look.submissions.find(submission => submission.id === id) ??
    look.submissions.find(known => known.hidden === 0 && markerOf(known) === marker)
  // An entry without contents of the interview is no place.
  const isRecovered = look.recovery.some(
    entry =>
      markerOf(submissionIn(entry)) === marker &&
      // An edit whose row is gone holds the whole interview.
      (entry.kind === 'create' ? entry.id === id : doc === undefined && entry.reason === 'deleted'),
  )
  // What is being filled in of a submission is an edit of it.
  const isDraft =
    doc === undefined && look.drafts.some(draft => draft.id === id && markerOf(draft) === marker)
  const places = [
    ...(doc === undefined ? [] : [doc.syncStatus]),
    ...(isRecovered ? ['recovery'] : []),
    ...(isDraft && state === 'submitted' ? ['the drafts'] : []),
  ]
  const isGone = isDeleted || interview.givenUp.has(phone) || interview.wiped.has(phone)
  if (isGone || places.length === 1) return []
  if (look.bin.some(entry => markerOf(entry.submission) === marker) && places.length === 0)
    return []
  return [`${marker} is in ${places.join(' and ') || 'no place at all'}`]
}

/** An interview marked as synced has all its files on the server, except refused ones. */
const checkSynced = (
  world: World,
  interview: Interview,
  look: Look,
  rows: readonly SimRow[],
): Problems => {
  const doc = look.submissions.find(
    // After a logout another interview may have its id.
    known => known.id === interview.id && markerOf(known) === interview.marker,
  )
  const row = rows.find(({ id }) => id === doc?.server_id)
  if (doc?.syncStatus !== 'synced' || row === undefined || world.isRestored) return []
  if (interview.wiped.has(interview.phone)) return []
  // Files that were refused, alone or with the edit that added them, are in Recovery.
  const refused = new Set(look.recovery.flatMap(({ file_ids }) => file_ids))
  const missing = interview.files.filter(
    ({ id, phone, isRemoved, sha256 }) =>
      phone === interview.phone &&
      !isRemoved &&
      !refused.has(id) &&
      !row.files.some(file => file.sha256 === sha256),
  )
  return missing.length === 0
    ? []
    : [`${interview.marker} is called synced without ${missing.map(({ name }) => name).join()}`]
}

/** Whether a backup's copy and its original may both have sent files to a server that cannot compare them. */
export const mayHaveCopies = ({ server, copiedTo }: World): boolean =>
  server.name === 'plain' && copiedTo.size > 0

/**
 * Whether two phones with one interview sent it at the same time: each read the list before the other's row was there.
 * The rows stay, each a copy on the other phone.
 */
export const areCopies = (world: World, rows: readonly SimRow[]): boolean =>
  mayHaveCopies(world) &&
  rows.length > 1 &&
  new Set(rows.map(({ id }) => world.chronicle.makerOf(id))).size === rows.length

const isTwice = (files: SimRow['files']): boolean =>
  new Set(files.map(({ sha256 }) => sha256)).size < files.length

/**
 * Whether a browser made two rows of an interview, the further one of which is a copy that a surveyor may remove, or a
 * restored server has again the row of a deletion that was taken back.
 */
export const isTwin = (world: World, marker: string): boolean =>
  (world.server.name === 'plain' && world.chronicle.mayBeTwin(marker)) || isReturned(world, marker)

/** Whether an interview exists whose deletion was taken back, on a server that has again what was deleted since its backup. */
export const isReturned = ({ chronicle, interviews, isRestored }: World, marker: string): boolean =>
  isRestored &&
  chronicle.wasDeletionAsked(marker) &&
  interviews.some(known => known.marker === marker && !known.isDeleted)

const checkCopies = (world: World, rows: readonly SimRow[]): Problems => {
  for (const { id, marker } of rows) {
    world.ledger.nameRow(id, marker)
    world.chronicle.nameRow(id, marker)
  }
  return world.interviews.flatMap(({ marker }) => {
    if (isUnknowable(world, marker) || isTwin(world, marker)) return []
    const copies = rows.filter(row => row.marker === marker)
    if (areCopies(world, copies)) return []
    const files = copies[0]?.files ?? []
    return [
      ...(copies.length > 1 ? [`${marker} is on the server ${copies.length} times`] : []),
      ...(isTwice(files) && !mayHaveCopies(world)
        ? [`${marker} has files twice: ${files.map(({ name }) => name).join()}`]
        : []),
    ]
  })
}

/** Until the next sync, a backup's copy of a row without a key stands next to an original whose answer was lost. */
const awaitsJoin = (world: World, look: Look, marker: string): boolean => {
  const ids = look.submissions.filter(doc => markerOf(doc) === marker).map(({ id }) => id)
  return mayHaveCopies(world) && look.outbox.some(item => ids.includes(item.submission_id))
}

/**
 * Until the next sync, an interview with an unsent edit whose row was deleted elsewhere stands next to the one that another
 * phone restored from its bin.
 */
const awaitsEnd = ({ interviews }: World, look: Look, marker: string): boolean => {
  const { goneIds } = interviews.find(known => known.marker === marker) ?? {}
  return look.submissions.some(
    doc =>
      markerOf(doc) === marker &&
      goneIds?.has(doc.server_id) === true &&
      look.outbox.some(item => item.submission_id === doc.id),
  )
}

/** A phone shows each interview once, and only those of its signed-in surveyor. */
const checkShown = (world: World, { name }: Phone, look: Look): Problems => {
  const shown = look.submissions
    .filter(({ hidden }) => hidden === 0)
    .map(markerOf)
    .filter(marker => !isUnknowable(world, marker) && !isTwin(world, marker))
  const known = new Set(
    world.interviews.filter(({ author }) => author === look.surveyor).map(({ marker }) => marker),
  )
  return [
    ...shown
      .filter((marker, at) => shown.indexOf(marker) < at)
      .filter(marker => !awaitsJoin(world, look, marker) && !awaitsEnd(world, look, marker))
      .map(m => `${name} shows ${m} twice`),
    ...shown
      .filter(marker => !known.has(marker) && !isEarlier(look.surveyor, marker))
      .map(m => `${name} shows '${m}' to ${look.surveyor}, whose it is not`),
  ]
}

/** Nothing goes to Recovery without an answer of the server as the reason. */
const checkRecovery = (world: World, phone: Phone, look: Look): Problems =>
  look.recovery.flatMap(entry => {
    const marker = markerOf(submissionIn(entry))
    const interview = world.interviews.find(known =>
      marker === ''
        ? known.phone === phone && known.id === entry.id && known.author === look.surveyor
        : known.marker === marker,
    )
    if (interview === undefined || interview.isDeleted) return []
    const said = `${phone.name} has ${interview.marker} in Recovery as '${entry.reason}'`
    switch (entry.reason) {
      case 'exhausted':
        return world.ledger.counted(interview.marker) >= 3 ? [] : [`${said} before three answers`]
      case 'draft':
      case 'deleted':
      case 'invalid':
      case 'refused':
        return world.ledger.refusals(interview.marker) > 0 ? [] : [`${said}, which nobody said`]
      case 'unreadable':
        return interview.files.some(({ isLost }) => isLost === true) ? [] : [said]
      case 'backup':
        return world.copiedTo.has(phone) ? [] : [said]
      case 'orphan':
      case 'migration':
        return [said]
    }
  })

/** The problems that stay. Work that is only in progress on a busy machine gets time to end. */
export const thatStay = async (world: World, check: () => Promise<Problems>): Promise<Problems> => {
  let problems = await check()
  for (let looks = 0; looks < 5 && problems.length > 0; looks += 1) {
    await new Promise(resolve => setTimeout(resolve, 100))
    await world.activity.quiet()
    problems = await check()
  }
  return problems
}

/** The checks after every step. */
export const checkAlways = (world: World): Promise<Problems> =>
  thatStay(world, () => checkNow(world))

const checkNow = async (world: World): Promise<Problems> => {
  const rows = await readRows(world)
  const looks = await lookAround(world)
  const problems = surveyors.flatMap(account => [
    ...checkCopies(world, rows[account]),
    ...checkAccount(world, account, rows[account]),
  ])
  for (const interview of world.interviews) {
    const own = rows[interview.author].filter(({ marker }) => marker === interview.marker)
    problems.push(...own.flatMap(row => checkRow(world, interview, row)))
    problems.push(...checkKept(world, interview, looks, own))
    problems.push(...checkMembersKept(world, interview, looks, own))
  }
  for (const [phone, look] of looks) {
    problems.push(...checkShown(world, phone, look), ...checkRecovery(world, phone, look))
    problems.push(...checkNamedFiles(world, phone, look))
    if (world.server.hasCases) problems.push(...checkCases(world, phone, look))
    for (const interview of world.interviews) {
      if (interview.phone !== phone || interview.author !== look.surveyor) continue
      const doc = look.submissions.find(({ id }) => id === interview.id)
      if (doc !== undefined && doc.server_id !== '') world.chronicle.confirm(interview.marker)
      if (interview.unsure === null) {
        problems.push(...checkPlace(interview, look))
        problems.push(...checkSynced(world, interview, look, rows[interview.author]))
      }
    }
  }
  return [
    ...problems,
    ...(await checkReplies(world, looks, [...rows.asha, ...rows.ravi])),
    ...world.wire.problems(),
    ...world.ledger.problems(),
    ...world.chronicle.unaskedDeletions(),
    ...world.mishaps,
  ]
}
