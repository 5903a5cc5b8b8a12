import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { Disk } from '../../device.ts'
import { createIndexedDb, type FakeClock } from '../../env.ts'
import { createActivity, createLife, type Activity, type Life } from '../life.ts'
import type { App, AppOptions, SimSession } from '../product/app.ts'
import type { Change } from '../product/interviews.ts'
import type { SimServer, Surveyor } from '../servers/sim-server.ts'
import { createChronicle, type Chronicle } from '../wire/chronicle.ts'
import { createLedger, type Ledger } from '../wire/ledger.ts'
import { createWire, type Wire } from '../wire/wire.ts'
import { markerField, noteField, othersMarker, type SimContent, type SimFile } from './content.ts'
import type { Realm } from './realms.ts'
import { createPhoneClock, createTime, type SimTime } from './time.ts'

/** One server, its network, and the phones of its surveyors, with everything that was ever given. */
export interface World {
  readonly server: SimServer
  readonly time: SimTime
  readonly activity: Activity
  readonly ledger: Ledger
  readonly chronicle: Chronicle
  readonly wire: Wire
  readonly phones: readonly Phone[]
  readonly interviews: Interview[]
  readonly profiles: ProfileEdit[]
  /** The server went back to a backup. */
  isRestored: boolean
  /** Phones to which a backup brought copies of drafts. */
  readonly copiedTo: Set<Phone>
  /** What happened, in order; printed when an invariant breaks. */
  readonly log: string[]
  /** What went wrong while something was done, and no look finds later. */
  readonly mishaps: string[]
  readonly uuid: () => string
  readonly realms: RealmPool
}

export interface Phone {
  readonly name: string
  readonly disk: Disk
  readonly clock: FakeClock
  /** The first phone has a good network, the second a weak one: less is in flight at once. */
  readonly connection: { readonly effectiveType?: string }
  /** The marks of its live tabs. */
  readonly marks: Map<string, number>
  readonly tabs: Tab[]
  /** Who is signed in on it. */
  surveyor: Surveyor
  /** Its clock was set so far ahead that a bin may have been emptied. */
  hasLeapt: boolean
  isOnline: boolean
  isSignedIn: boolean
}

/** A place for a tab: it is opened anew when the one before has died. */
export interface Tab {
  readonly name: string
  readonly phone: Phone
  life: Life
  app: App | null
  realm: Realm
  /** What it was doing when it froze. */
  interrupted: Promise<unknown> | null
}

/** A file as it was given, and whether it was taken out again. */
export interface GivenFile extends SimFile {
  readonly phone: Phone
  /** Taken out by the surveyor, or lost by the device itself. */
  isRemoved: boolean
  isLost?: true
}

/** What the simulation knows must be so of an interview. */
export interface Interview {
  readonly marker: string
  readonly author: Surveyor
  readonly phone: Phone
  readonly note: string
  /** What it was filled with besides. */
  readonly content: SimContent
  readonly files: GivenFile[]
  readonly edits: { readonly phone: Phone; readonly field: string; readonly value: Answer | null }[]
  /** What was begun, and by which tab, without anybody having seen its end. */
  unsure: Unsure | null
  id: string | null
  /** typed: everything is in the draft. submitted: Submit was pressed and said so. */
  state: 'typing' | 'typed' | 'submitted'
  isDeleted: boolean
  /** Phones whose unsent part of it the surveyor gave up: deleted, in Recovery too, or left with Logout. */
  readonly givenUp: Set<Phone>
  /** Phones that were left with Logout since: nothing of it is there but what was fetched again. */
  readonly wiped: Set<Phone>
  /** A draft of it that was left open: a new one out of Recovery, or an edit. */
  open: OpenDraft | null
}

export interface OpenDraft {
  readonly phone: Phone
  readonly draftId: string
  /** What the edit will change; null for a draft of the whole interview. */
  readonly change: (Change & { readonly files: readonly GivenFile[] }) | null
}

export interface Unsure {
  readonly tab: Tab
  readonly what:
    | 'submit'
    | 'delete'
    | 'reopen'
    | (Change & { readonly files: readonly GivenFile[] })
}

/** An edit of a surveyor's profile. */
export interface ProfileEdit {
  readonly author: Surveyor
  readonly phone: Phone
  readonly number: string
  /** Whether the surveyor saw that it was kept, and has not left it behind with Logout since. */
  isSure: boolean
}

/** Realms that are free to be used by the next tab. */
export interface RealmPool {
  readonly take: () => Promise<Realm>
  readonly giveBack: (realm: Realm) => void
}

/** A field that only one phone ever edits: what it wrote must be there in the end. */
export const ownField = (phone: Phone) => `own-${phone.name}`

let worlds = 0

/** How many tabs each phone has. */
export type Shape = readonly number[]

/** Makes new phones with empty disks and opens their tabs. */
export const createWorld = async (
  server: SimServer,
  realms: RealmPool,
  shape: Shape,
): Promise<World> => {
  worlds += 1
  let ids = 0
  const time = createTime()
  const activity = createActivity()
  const ledger = createLedger(server.accounts, server.name === 'ours')
  const chronicle = createChronicle()
  const lateMs = server.name === 'ours' ? 600_000 : 50_000
  const wire = createWire({ server, time, activity, ledger, chronicle, lateMs })
  const phones: Phone[] = []
  const world: World = {
    server,
    time,
    activity,
    ledger,
    chronicle,
    wire,
    phones,
    realms,
    interviews: [],
    profiles: [],
    isRestored: false,
    copiedTo: new Set(),
    mishaps: [],
    log: [],
    uuid: () => {
      ids += 1
      return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`
    },
  }
  await makeOthersRow(server)
  for (const [index, tabs] of shape.entries()) {
    const name = 'ABC'[index] ?? `${index}`
    const phone: Phone = {
      name,
      disk: { name: `sim-${process.pid}-${worlds}-${name}`, port: createIndexedDb() },
      clock: createPhoneClock(time),
      connection: index === 0 ? {} : { effectiveType: '2g' },
      marks: new Map(),
      tabs: [],
      surveyor: 'asha',
      hasLeapt: false,
      isOnline: true,
      isSignedIn: true,
    }
    phones.push(phone)
    for (let tab = 1; tab <= tabs; tab += 1) {
      phone.tabs.push({
        phone,
        name: `${name}${tab}`,
        life: createLife(),
        app: null,
        interrupted: null,
        realm: await realms.take(),
      })
    }
  }
  for (const tab of phones.flatMap(({ tabs }) => tabs)) await openTab(world, tab)
  await activity.quiet()
  return world
}

/** Another surveyor's work, which nothing that happens here may touch. */
const makeOthersRow = async ({ origin, accounts, formId, fetch }: SimServer): Promise<void> => {
  const response = await fetch(
    new Request(`${origin}/api/surveyor/form-submissions`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${accounts.ravi.token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        form_id: formId,
        latitude: null,
        longitude: null,
        created_at: new Date(0).toISOString(),
        answers: [markerField, noteField].map(form_field_id => ({
          form_field_id,
          value: othersMarker,
        })),
      }),
    }),
  )
  if (!response.ok) throw new Error(`The other row was not made: ${await response.text()}`)
}

/** What the app in a tab runs on. */
export const optionsOf = (world: World, { phone, name, life }: Tab): AppOptions => ({
  fetch: world.wire.fetchOf({ name, phone: phone.name, life }),
  origin: world.server.origin,
  clock: phone.clock,
  connection: phone.connection,
  marks: phone.marks,
  disk: phone.disk,
  life,
  activity: world.activity,
  session: sessionOf(world, phone),
  uuid: world.uuid,
})

/** The session on a phone; its token may have ended without the phone knowing. */
export const sessionOf = ({ server }: World, { surveyor, isSignedIn }: Phone): SimSession => ({
  ...server.accounts[surveyor],
  name: surveyor,
  ...(isSignedIn ? {} : { token: 'an ended session' }),
})

/** Opens the app in a tab. */
const openTab = async (world: World, tab: Tab): Promise<void> => {
  tab.app = await tab.realm.openApp(optionsOf(world, tab))
  if (!tab.phone.isOnline) tab.app.env.cut()
}

/** Closes a tab as a crash does: nothing is finished, the disk stays. */
export const killTab = async (world: World, tab: Tab): Promise<void> => {
  tab.life.kill()
  const { app } = tab
  tab.app = null
  const closed =
    app?.close().then(
      () => true,
      () => false,
    ) ?? Promise.resolve(true)
  const tooLong = new Promise<false>(resolve => setTimeout(() => resolve(false), 500))
  // What does not close keeps its realm: RxDB counts open collections for each.
  if (!(await Promise.race([closed, tooLong]))) tab.realm = await world.realms.take()
}

/** Ends a tab and opens the app again in its place. */
export const restartTab = async (world: World, tab: Tab): Promise<void> => {
  await killTab(world, tab)
  tab.life = createLife()
  await openTab(world, tab)
}

/** Ends everything. */
export const endWorld = async (world: World): Promise<void> => {
  for (const tab of world.phones.flatMap(({ tabs }) => tabs)) {
    await killTab(world, tab)
    world.realms.giveBack(tab.realm)
  }
}

/** Interviews of which a plain server could not tell that it had them already. */
export const isUnknowable = ({ server, chronicle }: World, marker: string): boolean =>
  server.name === 'plain' && chronicle.whyUnknowable(marker) !== null

/** The tabs that can be used now. */
export const liveTabs = (world: World): readonly Tab[] =>
  world.phones.flatMap(({ tabs }) => tabs).filter(({ life }) => life.state() === 'alive')
