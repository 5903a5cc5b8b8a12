import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { App } from '../product/app.ts'
import type { Look } from '../product/look.ts'
import { markerField, noteField } from '../world/content.ts'
import { fieldsOf } from '../world/given.ts'
import {
  liveTabs,
  restartTab,
  type Interview,
  type Phone,
  type Tab,
  type Unsure,
  type World,
} from '../world/world.ts'

/** How something that a tab does ends: as it should, with an error, or not at all. */
export type Ended<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'struck' }

/** So often is the clock moved on for one thing to end, and so long is waited beside it. */
const patience = 300
const patienceMs = 20_000

/** Lets a tab do something; time passes while it only waits for time to pass. */
export const perform = async <Value>(
  world: World,
  tab: Tab,
  work: (app: App) => Promise<Value>,
): Promise<Ended<Value>> => {
  const { app } = tab
  if (app === null) return { kind: 'struck' }
  const endings: Ended<Value>[] = []
  const running = work(app).then(
    value => endings.push({ kind: 'done', value }),
    (error: unknown) => endings.push({ kind: 'failed', error }),
  )
  const give = performance.now() + patienceMs
  for (let steps = 0; steps < patience;) {
    await world.activity.quiet()
    const [ended] = endings
    if (tab.life.state() !== 'alive') {
      tab.interrupted = running
      return { kind: 'struck' }
    }
    if (ended !== undefined) return ended
    if (world.time.step()) steps += 1
    // Nothing waits for the clock: hashes and blobs are made on other threads.
    else if (performance.now() > give) break
  }
  throw new Error(`${tab.name} waits for something that never comes.`)
}

/** Like perform, for what must end well. */
export const must = async <Value>(
  world: World,
  tab: Tab,
  work: (app: App) => Promise<Value>,
): Promise<Value> => {
  const ended = await perform(world, tab, work)
  if (ended.kind === 'done') return ended.value
  throw new Error(`${tab.name} could not go on.`, {
    cause: ended.kind === 'failed' ? ended.error : 'struck',
  })
}

/** What is on a phone's disk; null while none of its tabs can look. */
export const lookAtPhone = async (phone: Phone): Promise<Look | null> => {
  const tab = phone.tabs.find(({ life }) => life.state() === 'alive')
  return (await tab?.app?.look()) ?? null
}

/** Opens anew what has died, and finds out what became of what nobody saw the end of. */
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
    problems.push(...(await findOut(world, unsure.tab, interview)))
  }
  return problems
}

const mustLook = async (world: World, tab: Tab): Promise<Look> => {
  const look = await must(world, tab, app => app.look())
  if (look === null) throw new Error(`Nobody is signed in on ${tab.name}.`)
  return look
}

/** A start removes the drafts of what was submitted, before the surveyor sees them. */
const draftsLeft = async (world: World, tab: Tab): Promise<readonly string[]> => {
  const { drafts, submissions } = await mustLook(world, tab)
  return drafts
    .filter(draft => submissions.some(({ id }) => id === draft.id))
    .map(({ id }) => `${id} was submitted, and its draft is on ${tab.name} after a start`)
}

const findOut = async (
  world: World,
  tab: Tab,
  interview: Interview,
): Promise<readonly string[]> => {
  const { unsure, marker } = interview
  const look = await mustLook(world, tab)
  // Two phones may give the same temporary id, each to an interview of its own.
  const ownId = tab.phone === interview.phone ? interview.id : null
  const doc = look.submissions.find(
    ({ id, answers }) => id === ownId || answers[markerField] === marker,
  )
  interview.unsure = null
  if (unsure === null) return []
  switch (unsure.what) {
    case 'delete':
      interview.isDeleted = interview.isDeleted || doc === undefined || doc.hidden === 1
      return []
    case 'reopen':
      return findReopened(tab, interview, look)
    case 'submit':
      return findSubmitted(world, tab, interview, look)
    default:
      return findChange(world, tab, interview, unsure.what, look)
  }
}

/** What was gone and is submitted or restored is an interview again, perhaps under an id of its own. */
export const noteReturn = (interview: Interview, phone: Phone, look: Look | null): void => {
  const doc = look?.submissions.find(
    ({ answers, hidden }) => answers[markerField] === interview.marker && hidden === 0,
  )
  if (doc === undefined) return
  if (interview.phone === phone) interview.id = doc.id
  if (!interview.isDeleted) return
  // What this phone had of it is all there is now.
  interview.isDeleted = false
  for (const field of fieldsOf(interview)) {
    const value = doc.answers[field] ?? null
    for (const by of new Set([phone, ...interview.edits.map(edit => edit.phone)])) {
      interview.edits.push({ phone: by, field, value })
    }
  }
  const kept = new Set(doc.files.map(({ id }) => id))
  for (const file of interview.files) if (!kept.has(file.id)) file.isRemoved = true
}

/** An edit is one write: it took place whole, or its draft is still there and is submitted now, or it did not. */
const findChange = async (
  world: World,
  tab: Tab,
  interview: Interview,
  change: Exclude<Unsure['what'], string>,
  look: Look,
): Promise<readonly string[]> => {
  const doc = look.submissions.find(({ answers }) => answers[markerField] === interview.marker)
  const kept = new Set(doc?.files.filter(({ removed }) => removed !== true).map(({ id }) => id))
  const hasAll =
    doc !== undefined &&
    Object.entries(change.answers).every(
      ([field, value]) => JSON.stringify(doc.answers[field] ?? null) === JSON.stringify(value),
    ) &&
    change.add.every(({ id }) => kept.has(id)) &&
    change.remove.every(id => !kept.has(id))
  if (hasAll) {
    noteChange(interview, tab.phone, change)
    return []
  }
  const draft = look.drafts.find(({ submissionId }) => doc !== undefined && submissionId === doc.id)
  if (draft !== undefined) await must(world, tab, app => app.discard(draft.id))
  return []
}

/** From now on an edit counts. */
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

/** What was opened from Recovery is a draft, or again where it was, or submitted. */
const findReopened = (tab: Tab, interview: Interview, look: Look): readonly string[] => {
  noteOpen(tab.phone, interview, look)
  if (interview.open === null) noteReturn(interview, tab.phone, look)
  else if (interview.phone === tab.phone && interview.open.change === null) {
    interview.id = interview.open.draftId
  }
  return []
}

/** The draft of an interview that is on a phone is open from now on. */
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
    // Submit said that it failed, and the form is still there: it is pressed again.
    const left = look.drafts.find(({ id }) => id === interview.id)
    if (left !== undefined) await must(world, tab, app => app.submit(left.id))
    return []
  }
  return submitAgain(world, tab, interview, look)
}

/** Goes on with what was typed in; what was only begun is thrown away by the surveyor. */
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

/** Wakes a frozen tab, and lets it finish what it was doing. */
export const thaw = async (world: World, tab: Tab): Promise<void> => {
  tab.life.thaw()
  const { interrupted } = tab
  tab.interrupted = null
  if (interrupted !== null) await perform(world, tab, async () => interrupted)
  await world.activity.quiet()
}

/** The tabs that are frozen now. */
export const frozenTabs = (world: World): readonly Tab[] =>
  world.phones.flatMap(({ tabs }) => tabs).filter(({ life }) => life.state() === 'frozen')

/** A tab that can be used, by chance; null when there is none. */
export const anyTab = (
  world: World,
  pick: <Value>(values: readonly Value[]) => Value,
): Tab | null => {
  const tabs = liveTabs(world)
  return tabs.length === 0 ? null : pick(tabs)
}
