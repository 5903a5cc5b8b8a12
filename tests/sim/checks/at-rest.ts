import type { Look } from '../product/look.ts'
import { isKept, surveyors, textOfAnswer, type SimRow } from '../servers/sim-server.ts'
import { isFileField, othersMarker } from '../world/content.ts'
import { fieldsOf, isOfTwoPhones, lastGiven, phonesOf } from '../world/given.ts'
import { isUnknowable, type Interview, type Phone, type World } from '../world/world.ts'
import { checkCasesAtRest } from './cases.ts'
import { checkBytes } from './content.ts'
import { checkMembersAtRest } from './members.ts'
import { checkReviewsAtRest } from './reviews.ts'
import {
  areCopies,
  isTwin,
  lookAround,
  mayHaveCopies,
  readRows,
  thatStay,
  type Problems,
} from './invariants.ts'
import { markerOf, submissionIn } from './places.ts'

/** What must be true when nothing is in progress any more. */

/** The parts of an existing interview in Recovery: an edit, a deletion or files that the server refused. */
const refusedParts = (looks: Iterable<Look>, marker: string) => {
  const kinds = [...looks].flatMap(({ recovery }) =>
    recovery.filter(entry => markerOf(submissionIn(entry)) === marker).map(({ kind }) => kind),
  )
  return {
    creation: kinds.includes('create'),
    edit: kinds.includes('edit') || kinds.includes('delete'),
    deletion: kinds.includes('delete'),
    files: kinds.includes('files'),
  }
}

const checkInterview = (
  world: World,
  interview: Interview,
  rows: readonly SimRow[],
  looks: readonly Look[],
): Problems => {
  const { marker } = interview
  const { server, chronicle, isRestored } = world
  const refused = refusedParts(looks, marker)
  const copies = rows.filter(candidate => candidate.marker === marker)
  const [row] = copies
  // What only the server had, because a Logout wiped the phone, is gone with what a restore lost.
  const isGivenUp = interview.givenUp.size > 0 || (isRestored && interview.wiped.size > 0)
  // It may exist twice, each with some of its edits; it is never lost.
  if (isUnknowable(world, marker)) {
    return row !== undefined || interview.isDeleted || refused.creation || isGivenUp
      ? []
      : [`${marker} is not on the server`]
  }
  // A copy stays until a surveyor removes it. Whether it is in sight is looked at on each phone.
  const isRepeated = isTwin(world, marker)
  if (interview.isDeleted) {
    // A restored server has again what was deleted since the backup.
    return row === undefined ||
      refused.deletion ||
      isRestored ||
      interview.isTakenBack ||
      isRepeated
      ? []
      : [`${marker} was deleted and is there`]
  }
  if (refused.creation) return []
  if (row === undefined) {
    // What a plain server lost stays on the phone, where checkKept looks for it.
    return isGivenUp || (isRestored && server.name === 'plain')
      ? []
      : [`${marker} is not on the server`]
  }
  const mayStay = isRepeated || areCopies(world, copies)
  const twins =
    copies.length > 1 && !mayStay
      ? [`${marker} is on the server ${copies.length} times at rest`]
      : []
  if (isGivenUp) return twins
  // Without If-Match a simultaneous change is overwritten, which only a server could prevent.
  const isPlain = server.name === 'plain'
  const isBlind =
    (isPlain && (chronicle.wasOverwritten(marker) || isRestored)) ||
    (isRestored && isOfTwoPhones(interview))
  // Of two rows that stay each may have a part of the edits and files.
  const kept = mayStay ? copies : [row]
  return [
    ...twins,
    ...(refused.edit || isBlind
      ? []
      : [...wrongAnswers(world, interview, kept), ...wrongMembers(world, interview, kept)]),
    ...(refused.files || refused.edit || (isPlain && isRestored)
      ? []
      : checkFiles(world, interview, kept)),
  ]
}

/** The last answer to each field is on the server. */
const wrongAnswers = ({ server }: World, interview: Interview, rows: readonly SimRow[]): Problems =>
  fieldsOf(interview).flatMap(field => {
    const given = lastGiven(interview, field)
    const answers = rows.map(row => row.answers[field] ?? '')
    const isThere = given.some(text =>
      answers.some(answer => isKept(server.quirks, field, text, answer)),
    )
    return isThere
      ? []
      : [
          `${interview.marker} says ${field} '${answers.join("' and '")}' and not '${given.join("' or '")}'`,
        ]
  })

/** Of two rows that stay, one has the members. */
const wrongMembers = (world: World, interview: Interview, rows: readonly SimRow[]): Problems => {
  const wrong = rows.map(row => checkMembersAtRest(world, interview, row))
  return wrong.some(problems => problems.length === 0) ? [] : wrong.flat()
}

/** Each file exists once on the server. Removed files are gone if the server can remove files. */
const checkFiles = (
  { server, chronicle, isRestored, copiedTo }: World,
  interview: Interview,
  rows: readonly SimRow[],
): Problems => {
  const { marker } = interview
  const isPlain = server.name === 'plain'
  return interview.files.flatMap(({ name, sha256, isRemoved }) => {
    const count = Math.max(
      ...rows.map(row => row.files.filter(file => file.sha256 === sha256).length),
    )
    if (count === 0) return isRemoved ? [] : [`${marker} has not its file ${name}`]
    // A plain server removes no files, and a restored one has again what was removed since its backup. A phone with
    // a copy from a backup sends what the other phone has removed since.
    if (isRemoved) {
      return isPlain || isRestored || copiedTo.size > 0
        ? []
        : [`${marker} has the file ${name}, which was taken out`]
    }
    // No call can remove what a browser sent twice, or what two phones sent after a backup.
    return count > 1 && !(isPlain && (chronicle.mayBeTwin(marker) || copiedTo.size > 0))
      ? [`${marker} has its file ${name} ${count} times`]
      : []
  })
}

/** The answers without a server's own names for files. */
const textAnswers = (answers: Readonly<Record<string, string | string[]>>): string =>
  JSON.stringify(
    Object.entries(answers)
      .filter(([field]) => !isFileField(field))
      .map(([field, answer]) => [field, textOfAnswer(answer)])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  )

/** Nothing is in the bin as missing that the server has. A row comes back with a restore, a copy, or a repeat. */
const checkBin = (world: World, { name }: Phone, look: Look, rows: readonly SimRow[]): Problems =>
  look.bin
    .filter(({ reason }) => reason === 'missing' && !world.isRestored && !mayHaveCopies(world))
    // Not by its marker: an open edit of what a desk deleted may have made another row since.
    .filter(({ submission }) => rows.some(({ id }) => id === submission.server_id))
    .map(({ submission }) => markerOf(submission))
    .filter(marker => !isTwin(world, marker) && !isUnknowable(world, marker))
    .map(marker => `${name} has ${marker} in its bin as missing, and the server has it`)

/** A phone at rest shows exactly the server's data, and can read every byte that it has. */
const checkEquals = (world: World, phone: Phone, look: Look, rows: readonly SimRow[]): Problems => {
  const shown = look.submissions.filter(({ hidden }) => hidden === 0)
  const isShown = ({ id }: SimRow) => shown.some(({ server_id }) => server_id === id)
  // A further row of one that is shown is noted there.
  const isNoted = ({ id }: SimRow) => shown.some(({ copies }) => copies?.includes(id))
  const missing = rows.filter(row => {
    if (isShown(row) || isNoted(row)) return false
    const others = rows.filter(({ marker }) => marker === row.marker)
    return !isUnknowable(world, row.marker) || !others.some(isShown)
  })
  return [
    ...missing.map(({ marker }) => `${phone.name} does not show ${marker}`),
    ...shown.flatMap(doc => {
      const row = rows.find(({ id }) => id === doc.server_id)
      const name = `${markerOf(doc)} on ${phone.name}`
      if (row === undefined) return [`${name} is not on the server`]
      const isPlace = doc.latitude === row.latitude && doc.longitude === row.longitude
      return [
        ...(textAnswers(doc.answers) === textAnswers(row.answers)
          ? []
          : [`${name} differs: ${textAnswers(doc.answers)} is ${textAnswers(row.answers)}`]),
        ...(isPlace ? [] : [`${name} is at ${doc.latitude} and not at ${row.latitude}`]),
        ...(doc.syncStatus === 'synced' ? [] : [`${name} is still ${doc.syncStatus}`]),
      ]
    }),
    ...look.drafts.map(({ id }) => `the draft ${id} is left on ${phone.name}`),
  ]
}

/** The account has the last value from one of the phones, and no other value. */
const checkProfile = async (world: World, looks: ReadonlyMap<Phone, Look>): Promise<Problems> => {
  const refused = [...looks.values()].some(({ recovery }) =>
    recovery.some(({ kind }) => kind === 'profile'),
  )
  const problems: string[] = []
  for (const surveyor of surveyors) {
    const own = world.profiles.filter(({ author }) => author === surveyor)
    const others = world.profiles.filter(({ author }) => author !== surveyor)
    if (own.some(({ phone }) => looks.get(phone)?.surveyor !== surveyor)) continue
    const last = [...new Map(own.map(edit => [edit.phone, edit.number])).values()]
    const unsure = own.filter(({ isSure }) => !isSure).map(edit => edit.number)
    const { phone_number: number } = await world.server.profile(surveyor)
    if (others.some(edit => edit.number === number)) {
      problems.push(`${surveyor} has the number of somebody else`)
    }
    if (unsure.length > 0 || refused || world.isRestored) continue
    if (last.length > 0 && !last.includes(number)) {
      problems.push(`${surveyor} has the number ${number} and not ${last.join(' or ')}`)
    }
  }
  return problems
}

/** At rest the server has every existing interview once and completely, and every phone shows exactly that. */
export const checkAtRest = (world: World): Promise<Problems> =>
  thatStay(world, () => checkRest(world))

/** Whether all surveyors who worked on an interview are signed in where they did. */
const isInSight = (interview: Interview, looks: ReadonlyMap<Phone, Look>): boolean =>
  phonesOf(interview).every(by => looks.get(by)?.surveyor === interview.author)

const checkRest = async (world: World): Promise<Problems> => {
  const rows = await readRows(world)
  const looks = await lookAround(world)
  const problems: string[] = []
  for (const [phone, look] of looks) {
    const { app } = phone.tabs.find(({ life }) => life.state() === 'alive') ?? {}
    problems.push(...checkEquals(world, phone, look, rows[look.surveyor]))
    problems.push(...checkBin(world, phone, look, rows[look.surveyor]))
    problems.push(...(await checkCasesAtRest(world, phone, look)))
    problems.push(...(await checkReviewsAtRest(world, phone, look, rows[look.surveyor])))
    if (app) problems.push(...(await checkBytes(world, look, app.hashOf)))
  }
  const others = rows.ravi.filter(({ marker }) => marker === othersMarker)
  const isOthersWhole = others.length === 1 && others[0]?.answers['note'] === othersMarker
  return [
    ...problems,
    ...((await world.server.cases?.problems()) ?? []),
    ...(isOthersWhole ? [] : ["another surveyor's row was changed"]),
    ...world.interviews
      .filter(interview => isInSight(interview, looks))
      .flatMap(interview =>
        checkInterview(world, interview, rows[interview.author], [...looks.values()]),
      ),
    ...(await checkProfile(world, looks)),
  ]
}
