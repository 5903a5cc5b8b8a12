import type { Answer } from '../../../collections/schemas/submissions.ts'
import { markerOf } from '../checks/places.ts'
import { anyFile, contentOf, markerField, noteField, type SimContent } from '../world/content.ts'
import type { GivenFile, Interview, OpenDraft, Phone, Tab, World } from '../world/world.ts'
import { casesToVisit, withCase } from './case-actions.ts'
import { lookAtPhone, must, perform, type Ended } from './perform.ts'
import { noteChange, noteOpen, noteReturn, isSentAnew } from './pick-up.ts'

/** The actions of a surveyor, with their arguments. Each returns its title for the log. */

/** An outcome in a word. */
export const told = (ended: Ended<string>): string =>
  ended.kind === 'done'
    ? ended.value
    : ended.kind === 'failed'
      ? `failed: ${ended.error}`
      : 'struck'

/** The contents that an action adds to an interview, with its files. */
export type GivenChange = NonNullable<OpenDraft['change']>

/** So many new files for these fields. */
export const givenFiles = (
  world: World,
  phone: Phone,
  title: string,
  fields: readonly string[],
): GivenFile[] =>
  fields.map((field, n) => ({
    ...anyFile(`${title}-${n}`, world.uuid(), field),
    phone,
    isRemoved: false,
  }))

/** A change of answers only. */
export const answerChange = (answers: Readonly<Record<string, Answer | null>>): GivenChange => ({
  answers,
  add: [],
  remove: [],
  files: [],
})

/** Fills in an interview with so many files and presses Submit. */
export const submitOn = async (
  world: World,
  tab: Tab,
  marker: string,
  fields: readonly string[],
  given: SimContent = contentOf(marker),
  isOld = false,
): Promise<string> => {
  const content = await withCaseOn(world, tab, marker, given)
  const note = `note ${marker}`
  const interview: Interview = {
    marker,
    author: tab.phone.surveyor,
    phone: tab.phone,
    note,
    content,
    files: givenFiles(world, tab.phone, marker, fields),
    edits: [],
    members: [],
    id: null,
    state: 'typing',
    isDeleted: false,
    deletedOn: null,
    isTakenBack: false,
    givenUp: new Set(),
    wiped: new Set(),
    goneIds: new Set(),
    isWithoutRow: false,
    open: null,
    unsure: { tab, what: 'submit' },
  }
  world.interviews.push(interview)
  nameAuthor(world, interview, interview.files)
  const answers = { [markerField]: marker, [noteField]: note, ...content.answers }
  const typed = await perform(world, tab, app =>
    app.fillIn(world.server.formId, answers, interview.files, isOld),
  )
  if (typed.kind === 'done' && typed.value === null) {
    world.interviews.splice(world.interviews.indexOf(interview), 1)
    return `${tab.name} has no form for ${marker}`
  }
  if (typed.kind !== 'done' || typed.value === null) {
    return `${tab.name} types ${marker}: ${typed.kind === 'failed' ? typed.error : typed.kind}`
  }
  const draftId = typed.value
  interview.id = draftId
  interview.state = 'typed'
  const ended = await perform(world, tab, app => app.submit(draftId, content.place))
  if (ended.kind === 'done') {
    interview.unsure = null
    interview.state = 'submitted'
  }
  return `${tab.name} submits ${marker} with ${fields.length} files: ${told(ended)}`
}

/** The contents with the case that the interview registers or visits, where there are any. */
const withCaseOn = async (
  world: World,
  { phone }: Tab,
  marker: string,
  content: SimContent,
): Promise<SimContent> => {
  if (!world.server.hasCases) return content
  const { cases = [] } = (await lookAtPhone(phone)) ?? {}
  return withCase(content, marker, casesToVisit(cases, world.interviews))
}

const nameAuthor = (
  world: World,
  { author, marker }: Interview,
  files: readonly GivenFile[],
): void => world.ledger.nameAuthor(author, [marker, ...files.map(({ sha256 }) => sha256)])

/** An interview that is visible on a phone. */
export interface Visible {
  readonly interview: Interview
  /** Its id on the phone that shows it. */
  readonly id: string
}

/** The visible interviews on a tab's phone that have nothing open. */
export const visibleOn = async (world: World, tab: Tab): Promise<readonly Visible[]> => {
  const look = await lookAtPhone(tab.phone)
  return world.interviews.flatMap(interview => {
    const doc = look?.submissions.find(
      ({ hidden, answers }) => hidden === 0 && answers[markerField] === interview.marker,
    )
    const isSure = interview.unsure === null && interview.state === 'submitted'
    return doc !== undefined && isSure && interview.open === null ? [{ interview, id: doc.id }] : []
  })
}

/** Edits an interview. */
export const editOn = async (
  world: World,
  tab: Tab,
  { interview, id }: Visible,
  change: GivenChange,
): Promise<string> => {
  nameAuthor(world, interview, change.files)
  interview.unsure = { tab, what: change }
  const ended = await perform(world, tab, app => app.edit(id, change))
  if (ended.kind === 'done') {
    interview.unsure = null
    if (ended.value) noteChange(interview, tab.phone, change)
  }
  return `${tab.name} edits ${interview.marker} (${titleOf(change)}): ${ended.kind}`
}

/** The title of a change, for the log. */
const titleOf = ({ answers, files, remove }: GivenChange): string =>
  [
    ...Object.entries(answers).map(([field, value]) =>
      value === null ? `clears ${field}` : `${field} '${value}'`,
    ),
    ...files.map(({ name, field }) => `adds ${name} to ${field}`),
    ...(remove.length > 0 ? [`removes ${remove.length} files`] : []),
  ].join(', ')

/** Starts an edit and leaves it open. */
export const openOn = async (
  world: World,
  tab: Tab,
  { interview, id }: Visible,
  change: GivenChange,
): Promise<string> => {
  nameAuthor(world, interview, change.files)
  interview.unsure = { tab, what: change }
  const ended = await perform(world, tab, app => app.openEdit(id, change))
  if (ended.kind === 'done') {
    interview.unsure = null
    const draftId = ended.value
    if (draftId !== null) interview.open = { phone: tab.phone, draftId, change }
  }
  return `${tab.name} begins to edit ${interview.marker} (${titleOf(change)}): ${ended.kind}`
}

/** Opens an interview that was refused while its edit was open from Recovery, where the edit's screen leads to. */
const openRefused = async (world: World, tab: Tab, interview: Interview): Promise<void> => {
  const { open } = interview
  const look = await lookAtPhone(tab.phone)
  const draft = look?.drafts.find(({ id }) => id === open?.draftId)
  const entry = look?.recovery.find(
    ({ id, kind }) => id === draft?.submissionId && kind === 'create',
  )
  if (entry === undefined || !open?.change) return
  for (const { life } of tab.phone.tabs) life.arm(null)
  const opened = await must(world, tab, app => app.reopen(entry.id))
  if (opened?.kind !== 'draft') return
  noteChange(interview, tab.phone, open.change)
  noteOpen(tab.phone, interview, await lookAtPhone(tab.phone), opened.id)
  if (interview.phone === tab.phone) interview.id = opened.id
}

/** Submits an open draft. */
export const finishOn = async (world: World, tab: Tab, interview: Interview): Promise<string> => {
  await openRefused(world, tab, interview)
  const { open, marker } = interview
  if (open === null) return 'nothing is open'
  const { draftId, change } = open
  interview.open = null
  interview.unsure = { tab, what: change ?? 'reopen' }
  const ended = await perform(world, tab, app => app.submitOpen(draftId))
  if (ended.kind === 'done') {
    interview.unsure = null
    if (change !== null) noteChange(interview, tab.phone, change)
    const look = await lookAtPhone(tab.phone)
    const doc = look?.submissions.find(known => markerOf(known) === marker)
    // An edit that goes to Recovery leaves its submission as it was; before it, the interview may have been sent anew.
    if (ended.value.outcome !== 'recovered' || (doc !== undefined && isSentAnew(doc))) {
      noteReturn(world, interview, tab.phone, look)
    }
  } else if (ended.kind === 'failed' && !isNoRoom(ended.error)) {
    world.mishaps.push(`what was open of ${marker} could not be submitted: ${ended.error}`)
  }
  return `${tab.name} submits what was open of ${marker}: ${ended.kind === 'done' ? ended.value.outcome : ended.kind}`
}

const isNoRoom = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError'

/** Deletes an interview. */
export const deleteOn = async (
  world: World,
  tab: Tab,
  { interview, id }: Visible,
): Promise<string> => {
  interview.unsure = { tab, what: 'delete' }
  world.chronicle.deletionAsked(interview.marker)
  const ended = await perform(world, tab, app => app.remove(id))
  if (ended.kind === 'done') {
    interview.unsure = null
    interview.isDeleted = true
    interview.deletedOn = tab.phone
    interview.isTakenBack = false
  }
  return `${tab.name} deletes ${interview.marker}: ${told(ended)}`
}

/** Presses Sync. */
export const syncOn = async (world: World, tab: Tab): Promise<string> =>
  `${tab.name} syncs: ${told(await perform(world, tab, app => app.sync()))}`

/** Turns the network of a phone off or on. */
export const setNetwork = (phone: Phone, isOnline: boolean): string => {
  phone.isOnline = isOnline
  for (const { app } of phone.tabs) {
    if (isOnline) app?.env.mend()
    else app?.env.cut()
  }
  return `the network of ${phone.name} ${isOnline ? 'comes' : 'goes'}`
}
