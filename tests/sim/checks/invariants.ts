import type { Look } from '../product/look.ts'
import { frozenTabs, lookAtPhone, must, perform, thaw } from '../acts/perform.ts'
import type { SimRow } from '../servers/servers.ts'
import {
  isUnknowable,
  markerField,
  noteField,
  type Interview,
  type Phone,
  type World,
} from '../world/world.ts'

/** What must hold of everything that was ever submitted; each check gives back what is wrong. */

type Problems = readonly string[]

/** What is on all phones that can be looked at. */
const lookAround = async (world: World): Promise<ReadonlyMap<Phone, Look>> => {
  const looks = new Map<Phone, Look>()
  for (const phone of world.phones) {
    const look = await lookAtPhone(phone)
    if (look !== null) looks.set(phone, look)
  }
  return looks
}

const markerOf = (doc: { readonly answers: object } | null | undefined): string =>
  String((doc?.answers as Record<string, unknown> | undefined)?.[markerField] ?? '')

const markerIn = (payload: object): string =>
  markerOf((payload as { submission?: { answers: object } | null }).submission)

/** Where an interview is on the phone that made it: exactly one place, and never nowhere. */
const checkPlace = (interview: Interview, look: Look): Problems => {
  const doc = look.submissions.find(({ id }) => id === interview.id)
  // An entry that has nothing of the interview in it is no place.
  const isRecovered = look.recovery.some(
    ({ id, kind, payload }) =>
      kind === 'create' && id === interview.id && markerIn(payload) === interview.marker,
  )
  const places = [
    ...(doc === undefined ? [] : [doc.syncStatus]),
    ...(isRecovered ? ['recovery'] : []),
  ]
  if (interview.isDeleted || places.length === 1) return []
  return [`${interview.marker} is in ${places.join(' and ') || 'no place at all'}`]
}

/** What a phone calls synced has all its files on the server, but for those that were refused. */
const checkSynced = (interview: Interview, look: Look, rows: readonly SimRow[]): Problems => {
  const doc = look.submissions.find(({ id }) => id === interview.id)
  const row = rows.find(({ id }) => id === doc?.server_id)
  if (doc?.syncStatus !== 'synced' || row === undefined) return []
  const isRefused = look.recovery.some(
    ({ kind, file_ids }) =>
      kind === 'files' && file_ids.some(file => doc.files.some(({ id }) => id === file)),
  )
  const missing = interview.files.filter(name => !row.files.includes(name))
  return isRefused || missing.length === 0
    ? []
    : [`${interview.marker} is called synced without ${missing.join()}`]
}

const checkRows = (world: World, rows: readonly SimRow[]): Problems => {
  for (const { id, marker } of rows) {
    world.ledger.nameRow(id, marker)
    world.chronicle.nameRow(id, marker)
  }
  return world.interviews.flatMap(({ marker }) => {
    if (isUnknowable(world, marker)) return []
    const copies = rows.filter(row => row.marker === marker)
    const files = copies[0]?.files ?? []
    return [
      ...(copies.length > 1 ? [`${marker} is on the server ${copies.length} times`] : []),
      ...(new Set(files).size < files.length ? [`${marker} has files twice: ${files.join()}`] : []),
    ]
  })
}

/** What a phone shows: each interview once, and only this surveyor's. */
const checkShown = (world: World, { name }: Phone, look: Look): Problems => {
  const shown = look.submissions
    .filter(({ hidden }) => hidden === 0)
    .map(markerOf)
    .filter(marker => !isUnknowable(world, marker))
  const known = new Set(world.interviews.map(({ marker }) => marker))
  return [
    ...shown
      .filter((marker, at) => shown.indexOf(marker) < at)
      .map(m => `${name} shows ${m} twice`),
    ...shown
      .filter(marker => !known.has(marker))
      .map(m => `${name} shows '${m}', which is not ours`),
  ]
}

/** Nothing goes to Recovery that no answer of the server sent there. */
const checkRecovery = (world: World, phone: Phone, look: Look): Problems =>
  look.recovery.flatMap(entry => {
    const marker = markerIn(entry.payload)
    const interview = world.interviews.find(known =>
      marker === '' ? known.phone === phone && known.id === entry.id : known.marker === marker,
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
      case 'orphan':
      case 'unreadable':
      case 'migration':
        return [said]
    }
  })

/** What is wrong, and stays so: what is only under way on a busy machine is given the time to end. */
const thatStay = async (world: World, check: () => Promise<Problems>): Promise<Problems> => {
  let problems = await check()
  for (let looks = 0; looks < 5 && problems.length > 0; looks += 1) {
    await new Promise(resolve => setTimeout(resolve, 100))
    await world.activity.quiet()
    problems = await check()
  }
  return problems
}

/** After every step. */
export const checkAlways = (world: World): Promise<Problems> =>
  thatStay(world, () => checkNow(world))

const checkNow = async (world: World): Promise<Problems> => {
  const rows = await world.server.rows()
  const problems = [...checkRows(world, rows)]
  for (const [phone, look] of await lookAround(world)) {
    problems.push(...checkShown(world, phone, look), ...checkRecovery(world, phone, look))
    for (const interview of world.interviews) {
      const doc = look.submissions.find(({ id }) => id === interview.id)
      if (interview.phone !== phone) continue
      if (doc !== undefined && doc.server_id !== '') world.chronicle.confirm(interview.marker)
      if (interview.unsure === null) {
        problems.push(...checkPlace(interview, look), ...checkSynced(interview, look, rows))
      }
    }
  }
  return [...problems, ...world.wire.problems(), ...world.ledger.problems()]
}

/** Heals the world: everybody awake and signed in, no faults, time passing. Whether the outboxes then empty. */
export const comeToRest = async (world: World): Promise<boolean> => {
  world.wire.clear()
  await world.server.setForm('published')
  for (const { life } of world.phones.flatMap(({ tabs }) => tabs)) life.arm(null)
  for (const tab of frozenTabs(world)) await thaw(world, tab)
  for (const phone of world.phones) {
    phone.isOnline = true
    phone.isSignedIn = true
    for (const { app } of phone.tabs) {
      app?.env.signIn(world.server.token)
      app?.env.mend()
    }
  }
  // A run that met a full disk may still be under way, and tells whoever joins it.
  for (const { tabs } of world.phones) {
    for (const tab of tabs.slice(0, 1)) await perform(world, tab, app => app.sync())
  }
  for (let round = 0; round < 25; round += 1) {
    let waiting = 0
    for (const { tabs } of world.phones) {
      for (const tab of tabs.slice(0, 1)) {
        await must(world, tab, app => app.sync())
        await must(world, tab, app => app.refresh())
        waiting += (await must(world, tab, app => app.look())).outbox.length
      }
    }
    if (waiting === 0 && round > 0) return true
    world.time.advance(61_000)
    await world.activity.quiet()
  }
  return false
}

/** What of a living interview went to Recovery: an edit, a deletion or files that the server refused. */
const refusedParts = (looks: Iterable<Look>, marker: string) => {
  const kinds = [...looks].flatMap(({ recovery }) =>
    recovery.filter(({ payload }) => markerIn(payload) === marker).map(({ kind }) => kind),
  )
  return {
    creation: kinds.includes('create'),
    edit: kinds.includes('edit') || kinds.includes('delete'),
    deletion: kinds.includes('delete'),
    files: kinds.includes('files'),
  }
}

/** What a field may say in the end: the last that one of the phones wrote there. */
const lastEdits = ({ edits, note }: Interview, field: string): readonly string[] => {
  const byPhone = new Map(
    edits.filter(edit => edit.field === field).map(({ phone, value }) => [phone, value]),
  )
  return byPhone.size > 0 ? [...byPhone.values()] : field === noteField ? [note] : []
}

const checkInterview = (
  world: World,
  interview: Interview,
  rows: readonly SimRow[],
  looks: readonly Look[],
): Problems => {
  const { marker } = interview
  const refused = refusedParts(looks, marker)
  const row = rows.find(candidate => candidate.marker === marker)
  // It may be there twice, each with some of its edits; it is never lost.
  if (isUnknowable(world, marker)) {
    return row !== undefined || interview.isDeleted || refused.creation
      ? []
      : [`${marker} is not on the server`]
  }
  if (interview.isDeleted) {
    return row === undefined || refused.deletion ? [] : [`${marker} was deleted and is there`]
  }
  if (refused.creation) return []
  if (row === undefined) return [`${marker} is not on the server`]
  const fields = new Set([noteField, ...interview.edits.map(({ field }) => field)])
  // Without If-Match a change made in the same moment is overwritten: a server's to prevent.
  const isBlind = world.server.name === 'plain' && world.chronicle.wasOverwritten(marker)
  const wrong =
    refused.edit || isBlind
      ? []
      : [...fields].filter(field => !lastEdits(interview, field).includes(row.answers[field] ?? ''))
  const hasFiles = refused.files || row.files.join() === interview.files.join()
  return [
    ...wrong.map(
      field =>
        `${marker} says ${field} '${row.answers[field]}' and not '${lastEdits(interview, field).join("' or '")}'`,
    ),
    ...(hasFiles
      ? []
      : [`${marker} has the files ${row.files.join()} of ${interview.files.join()}`]),
  ]
}

/** Without what differs by nature: the names under which a server keeps files. */
const textAnswers = (answers: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    Object.entries(answers)
      .filter(([field]) => field !== 'photo' && field !== 'paper')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** A phone at rest shows exactly what the server has. */
const checkEquals = (phone: Phone, look: Look, rows: readonly SimRow[]): Problems => {
  const shown = look.submissions.filter(({ hidden }) => hidden === 0)
  const missing = rows.filter(row => !shown.some(({ server_id }) => server_id === row.id))
  return [
    ...missing.map(({ marker }) => `${phone.name} does not show ${marker}`),
    ...shown.flatMap(doc => {
      const row = rows.find(({ id }) => id === doc.server_id)
      const name = `${markerOf(doc)} on ${phone.name}`
      if (row === undefined) return [`${name} is not on the server`]
      return [
        ...(textAnswers(doc.answers) === textAnswers(row.answers) ? [] : [`${name} differs`]),
        ...(doc.syncStatus === 'synced' ? [] : [`${name} is still ${doc.syncStatus}`]),
      ]
    }),
    ...look.drafts.map(({ id }) => `the draft ${id} is left on ${phone.name}`),
  ]
}

/** At rest: the server has every living interview once and whole, and every phone shows just that. */
export const checkAtRest = (world: World, othersBefore: string): Promise<Problems> =>
  thatStay(world, () => checkRest(world, othersBefore))

const checkRest = async (world: World, othersBefore: string): Promise<Problems> => {
  const rows = await world.server.rows()
  const looks = await lookAround(world)
  const isOthers = (await world.server.otherRows()) === othersBefore
  return [
    ...(isOthers ? [] : ["another surveyor's rows were changed"]),
    ...world.interviews.flatMap(interview =>
      checkInterview(world, interview, rows, [...looks.values()]),
    ),
    ...[...looks].flatMap(([phone, look]) => checkEquals(phone, look, rows)),
  ]
}
