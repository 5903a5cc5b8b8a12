import { lookAtPhone, perform, type Ended } from './perform.ts'
import {
  markerField,
  noteField,
  type Interview,
  type Phone,
  type Tab,
  type World,
} from '../world/world.ts'

/** What a surveyor does, told what to do it with; each gives back its title for the log. */

/** How something ended, in a word. */
export const told = (ended: Ended<string>): string =>
  ended.kind === 'done'
    ? ended.value
    : ended.kind === 'failed'
      ? `failed: ${ended.error}`
      : 'struck'

/** Types an interview in with so many files and presses Submit. */
export const submitOn = async (
  world: World,
  tab: Tab,
  marker: string,
  fields: readonly string[],
): Promise<string> => {
  const note = `note ${marker}`
  const files = fields.map((fieldId, n) => ({
    fieldId,
    name: `${marker}-${n}.txt`,
    bytes: new TextEncoder().encode(`${marker} file ${n}`),
  }))
  const interview: Interview = {
    marker,
    phone: tab.phone,
    note,
    id: null,
    state: 'typing',
    edits: [],
    isDeleted: false,
    files: files.map(({ name }) => name).sort(),
    unsure: { tab, what: 'submit' },
  }
  world.interviews.push(interview)
  const answers = { [markerField]: marker, [noteField]: note }
  const typed = await perform(world, tab, app => app.fillIn(world.server.formId, answers, files))
  if (typed.kind !== 'done') return `${tab.name} types ${marker}: ${told(typed)}`
  interview.id = typed.value
  interview.state = 'typed'
  const ended = await perform(world, tab, app => app.submit(typed.value))
  if (ended.kind === 'done') {
    interview.unsure = null
    interview.state = 'submitted'
  }
  return `${tab.name} submits ${marker} with ${files.length} files: ${told(ended)}`
}

/** An interview that a phone shows. */
export interface Visible {
  readonly interview: Interview
  /** The id it has on the phone that shows it. */
  readonly id: string
}

/** The interviews that can be seen on a tab's phone. */
export const visibleOn = async (world: World, tab: Tab): Promise<readonly Visible[]> => {
  const look = await lookAtPhone(tab.phone)
  return world.interviews.flatMap(interview => {
    const doc = look?.submissions.find(
      ({ hidden, answers }) => hidden === 0 && answers[markerField] === interview.marker,
    )
    const isSure = interview.unsure === null && interview.state === 'submitted'
    return doc !== undefined && isSure ? [{ interview, id: doc.id }] : []
  })
}

/** Changes one answer of an interview. */
export const editOn = async (
  world: World,
  tab: Tab,
  { interview, id }: Visible,
  field: string,
): Promise<string> => {
  const value = `edit ${world.log.length} on ${tab.phone.name}`
  interview.unsure = { tab, what: { field, value } }
  const ended = await perform(world, tab, app => app.edit(id, field, value))
  if (ended.kind === 'done') {
    interview.unsure = null
    if (ended.value) interview.edits.push({ phone: tab.phone, field, value })
  }
  return `${tab.name} edits ${field} of ${interview.marker}: ${ended.kind}`
}

/** Deletes an interview. */
export const deleteOn = async (
  world: World,
  tab: Tab,
  { interview, id }: Visible,
): Promise<string> => {
  interview.unsure = { tab, what: 'delete' }
  const ended = await perform(world, tab, app => app.remove(id))
  if (ended.kind === 'done') {
    interview.unsure = null
    interview.isDeleted = interview.isDeleted || ended.value !== 'refused'
  }
  return `${tab.name} deletes ${interview.marker}: ${told(ended)}`
}

/** Presses Sync. */
export const syncOn = async (world: World, tab: Tab): Promise<string> =>
  `${tab.name} syncs: ${told(await perform(world, tab, app => app.sync()))}`

/** Takes the network of a phone away or gives it back. */
export const setNetwork = (phone: Phone, isOnline: boolean): string => {
  phone.isOnline = isOnline
  for (const { app } of phone.tabs) {
    if (isOnline) app?.env.mend()
    else app?.env.cut()
  }
  return `the network of ${phone.name} ${isOnline ? 'comes' : 'goes'}`
}
