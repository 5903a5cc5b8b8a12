import type { Look } from '../product/look.ts'
import { isKept, type SimRow } from '../servers/sim-server.ts'
import { answersGiven, isOfTwoPhones } from '../world/given.ts'
import type { Interview, Phone, World } from '../world/world.ts'
import { hasAnswer, hasFile, markerOf, placesOf, submissionIn, type Places } from './places.ts'

/**
 * No work is lost: every answer and file is on the server, or on the phone where it was made, in a place where the
 * surveyor can find it: the list, the drafts, Recovery, or the bin.
 */
export const checkKept = (
  world: World,
  interview: Interview,
  looks: ReadonlyMap<Phone, Look>,
  rows: readonly SimRow[],
): readonly string[] => {
  if (interview.unsure !== null || interview.state !== 'submitted') return []
  const placesBy = new Map<Phone, Places>()
  const onPhone = (phone: Phone): { readonly places: Places; readonly look: Look } | null => {
    const look = looks.get(phone)
    if (look?.surveyor !== interview.author) return null
    if (interview.givenUp.has(phone) || interview.wiped.has(phone)) return null
    // The bin keeps what was deleted for 30 days.
    if (interview.isDeleted && phone.hasLeapt) return null
    const places = placesBy.get(phone) ?? placesOf(interview, look)
    placesBy.set(phone, places)
    return { places, look }
  }
  return [
    ...lostAnswers(world, interview, rows, onPhone),
    ...lostFiles(world, interview, rows, onPhone),
    ...lostDraft(interview, onPhone),
    ...lostDeleted(interview, onPhone),
  ]
}

type OnPhone = (phone: Phone) => { readonly places: Places; readonly look: Look } | null

/**
 * What the server accepted counts as kept, because another phone may have changed it since. Not after a restore,
 * unless two phones edited the interview: then the edit after the restore counts, whichever phone made it.
 */
const mayTrust = ({ isRestored }: World, interview: Interview): boolean =>
  !isRestored || interview.isDeleted || isOfTwoPhones(interview)

const lostAnswers = (
  world: World,
  interview: Interview,
  rows: readonly SimRow[],
  onPhone: OnPhone,
): readonly string[] => {
  const { marker, edits } = interview
  const { quirks, name } = world.server
  return answersGiven(interview).flatMap(({ phone, field, text }) => {
    const found = onPhone(phone)
    if (found === null || hasAnswer(found.places, field, text)) return []
    const isTaken = world.chronicle.hasTaken(marker, field, text)
    if (isTaken && mayTrust(world, interview)) return []
    // A restored plain server returns the value from before an edit, as after an edit by another phone.
    if (isTaken && name === 'plain' && edits.some(edit => edit.field === field)) return []
    if (rows.some(({ answers }) => isKept(quirks, field, text, answers[field] ?? ''))) return []
    const docs = [...found.places.submissions, ...found.places.bin.map(entry => entry.submission)]
    if (docs.some(doc => isKeptOn(world, doc.answers[field], field, text))) return []
    // Another phone wrote there since.
    if (isTaken && edits.some(edit => edit.field === field && edit.phone !== phone)) return []
    return [
      `${field} of ${marker} ('${text}') is nowhere: neither on the server nor on ${phone.name}`,
    ]
  })
}

/** Whether an answer equals the original, apart from what a trimming server removes. */
const isKeptOn = (world: World, answer: unknown, field: string, text: string): boolean =>
  typeof answer === 'string' && isKept(world.server.quirks, field, text, answer)

const lostFiles = (
  world: World,
  interview: Interview,
  rows: readonly SimRow[],
  onPhone: OnPhone,
): readonly string[] =>
  interview.files
    .filter(({ isRemoved }) => !isRemoved)
    .flatMap(({ phone, id, name, sha256 }) => {
      const found = onPhone(phone)
      if (found === null || hasFile(found.places, found.look, id)) return []
      const isTaken = world.chronicle.hasTaken(interview.marker, 'file', sha256)
      if (isTaken && mayTrust(world, interview)) return []
      if (rows.some(({ files }) => files.some(file => file.sha256 === sha256))) return []
      return [
        `the file ${name} of ${interview.marker} is nowhere: neither on the server nor on ${phone.name}`,
      ]
    })

/** An open draft exists with its contents, and some screen leads to it. */
const lostDraft = ({ marker, open }: Interview, onPhone: OnPhone): readonly string[] => {
  const found = open === null ? null : onPhone(open.phone)
  if (open === null || found === null) return []
  const { drafts, submissions, recovery } = found.places
  const draft = drafts.find(({ id }) => id === open.draftId)
  const answers = Object.entries(open.change?.answers ?? {})
  if (draft === undefined) {
    // It may have become a separate draft, or moved to Recovery; its contents are what counts.
    const isKept = answers.every(
      ([field, value]) => value === null || hasAnswer(found.places, field, textOf(value)),
    )
    return isKept ? [] : [`the open draft of ${marker} is gone from ${open.phone.name}`]
  }
  const isReachable =
    draft.submissionId === '' ||
    submissions.some(({ id, hidden }) => id === draft.submissionId && hidden === 0) ||
    // Opening the edit then leads to Recovery, which opens both as one.
    recovery.some(({ id, kind }) => id === draft.submissionId && kind === 'create')
  return [
    ...(isReachable
      ? []
      : [`nothing on ${open.phone.name} leads to the open edit of ${marker} any more`]),
    ...answers
      .filter(([field, value]) => textOf(draft.answers[field]) !== textOf(value))
      .map(([field]) => `the open draft of ${marker} has lost ${field}`),
  ]
}

/** A deleted interview is in the bin of the phone that deleted it, or on its way there. */
const lostDeleted = (
  { marker, phone, isDeleted }: Interview,
  onPhone: OnPhone,
): readonly string[] => {
  const found = isDeleted ? onPhone(phone) : null
  if (found === null) return []
  const isHere = Object.values(found.places).some(documents => documents.length > 0)
  return isHere
    ? []
    : [`${marker} was deleted, and ${phone.name} has it nowhere, not in its bin either`]
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? ''
      : JSON.stringify(value)

/** Entries in Recovery and in the bin have the files that they name. */
export const checkNamedFiles = (world: World, phone: Phone, look: Look): readonly string[] => {
  const entries = [
    ...look.recovery.map(entry => ({
      where: 'Recovery',
      marker: markerOf(submissionIn(entry)),
      fileIds: entry.file_ids,
    })),
    ...look.bin.map(entry => ({
      where: 'the bin',
      marker: markerOf(entry.submission),
      fileIds: entry.file_ids,
    })),
  ]
  return entries.flatMap(({ where, marker, fileIds }) =>
    fileIds
      .filter(fileId => !look.files.has(fileId) && !isElsewhere(world, phone, fileId))
      .map(fileId => `${where} of ${phone.name} has ${marker} without its file ${fileId}`),
  )
}

/** Whether the device lost a file, the surveyor removed it, or a backup without its bytes brought its name here. */
const isElsewhere = ({ interviews }: World, { name }: Phone, fileId: string): boolean =>
  interviews.some(({ files }) =>
    files.some(({ id, isRemoved, phone }) => id === fileId && (isRemoved || phone.name !== name)),
  )
