import type { Answer } from '../../../collections/schemas/submissions.ts'
import type { Disk } from '../../device.ts'
import { createIndexedDb, type FakeClock } from '../../env.ts'
import { createActivity, createLife, type Activity, type Life } from '../life.ts'
import type { App, AppOptions, SimSession } from '../product/app.ts'
import type { Change } from '../product/interviews.ts'
import { makeOthersRow } from '../servers/others-row.ts'
import type { SimServer, Surveyor } from '../servers/sim-server.ts'
import { createChronicle, type Chronicle } from '../wire/chronicle.ts'
import { createLedger, type Ledger } from '../wire/ledger.ts'
import { createWire, type Wire } from '../wire/wire.ts'
import type { SimContent, SimFile } from './content.ts'
import type { Member } from './members.ts'
import type { Realm } from './realms.ts'
import { createPhoneClock, createTime, type SimTime } from './time.ts'

/** One server, its network, and the phones of its surveyors, with a record of all their work. */
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
  /** The server was restored from a backup. */
  isRestored: boolean
  /** Phones that received copies of drafts from a backup. */
  readonly copiedTo: Set<Phone>
  /** The events in order; printed when an invariant fails. */
  readonly log: string[]
  /** Problems during an action that no later check would find. */
  readonly mishaps: string[]
  readonly uuid: () => string
  readonly realms: RealmPool
}

export interface Phone {
  readonly name: string
  readonly disk: Disk
  readonly clock: FakeClock
  /** The first phone has a good network, the second a weak one, with less in flight at once. */
  readonly connection: { readonly effectiveType?: string }
  /** The marks of its live tabs. */
  readonly marks: Map<string, number>
  readonly tabs: Tab[]
  /** Its signed-in surveyor. */
  surveyor: Surveyor
  /** Its clock was set so far ahead that a bin may have been emptied. */
  hasLeapt: boolean
  isOnline: boolean
  isSignedIn: boolean
}

/** A slot for a tab. The app is opened again in it when the previous tab has died. */
export interface Tab {
  readonly name: string
  readonly phone: Phone
  life: Life
  app: App | null
  realm: Realm
  /** Its action in progress when it froze. */
  interrupted: Promise<unknown> | null
}

/** A file as it was attached, and whether it was removed again. */
export interface GivenFile extends SimFile {
  readonly phone: Phone
  /** Removed by the surveyor, or lost by the device itself. */
  isRemoved: boolean
  isLost?: true
}

/** A member as a surveyor gave it; not sure when the tab was struck meanwhile. */
export interface GivenMember extends Member {
  readonly phone: Phone
  readonly isSure: boolean
}

/** What the simulation knows of an interview. */
export interface Interview {
  readonly marker: string
  readonly author: Surveyor
  readonly phone: Phone
  readonly note: string
  /** Its other contents. */
  readonly content: SimContent
  readonly files: GivenFile[]
  readonly edits: { readonly phone: Phone; readonly field: string; readonly value: Answer | null }[]
  /** The members of the household, as they were given one after the other. */
  readonly members: GivenMember[]
  /** An action by a tab whose end is unknown. */
  unsure: Unsure | null
  id: string | null
  /** typed: all contents are in the draft. submitted: Submit was pressed and succeeded. */
  state: 'typing' | 'typed' | 'submitted'
  isDeleted: boolean
  /** The phone that deleted it last; null for none. Its DELETE may still be held there. */
  deletedOn: Phone | null
  /**
   * A surveyor took back a deletion of what a desk had deleted meanwhile. If the phone's own request is answered
   * first, the interview is sent again; if the news of the desk come first, it stays in the bin.
   */
  isTakenBack: boolean
  /** Phones on which the surveyor gave up the unsent part of it: deleted it, also in Recovery, or logged out. */
  readonly givenUp: Set<Phone>
  /** Phones with a logout since: they have only what was fetched again. */
  readonly wiped: Set<Phone>
  /** The ids of its rows that a desk deleted, and the one that the phone had then. A phone may not know it yet. */
  readonly goneIds: Set<string>
  /** Whether a desk deleted them all, and no phone has made another since. */
  isWithoutRow: boolean
  /** An open draft of it: a new one from Recovery, or an edit. */
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
  /** Whether the surveyor saw that it was saved, and has not left it behind with Logout since. */
  isSure: boolean
}

/** Realms that are free for the next tab. */
export interface RealmPool {
  readonly take: () => Promise<Realm>
  readonly giveBack: (realm: Realm) => void
}

/** A field that only one phone ever edits, so that its value must be there in the end. */
export const ownField = (phone: Phone) => `own-${phone.name}`

let worlds = 0

/** The number of tabs on each phone. */
export type Shape = readonly number[]

/** Creates new phones with empty disks and opens their tabs. */
export const createWorld = async (
  server: SimServer,
  realms: RealmPool,
  shape: Shape,
): Promise<World> => {
  worlds += 1
  let ids = 0
  const time = createTime()
  const activity = createActivity()
  const chronicle = createChronicle()
  const knowsRevisions = server.name === 'ours'
  const ledger = createLedger(server.accounts, { knowsRevisions, ...chronicle })
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

/** The environment of the app in a tab. */
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

/** The session on a phone. Its token may have expired without the phone's knowledge. */
export const sessionOf = ({ server }: World, { surveyor, isSignedIn }: Phone): SimSession => ({
  ...server.accounts[surveyor],
  name: surveyor,
  ...(isSignedIn ? {} : { token: 'an ended session' }),
})

/** How long a start may take in real time until it is taken to wait for the clock. */
const startMs = 5000

/** Opens the app in a tab. */
const openTab = async (world: World, tab: Tab): Promise<void> => {
  const opening = tab.realm.openApp(optionsOf(world, tab))
  const isOpen = () =>
    Promise.race([
      opening.then(() => true),
      new Promise<false>(resolve => setTimeout(() => resolve(false), startMs)),
    ])
  // A start without forms waits for its requests, and these for their time-outs.
  while (!(await isOpen())) world.time.step()
  tab.app = await opening
  if (!tab.phone.isOnline) tab.app.env.cut()
}

/** Closes a tab as a crash does: nothing is finished, and the disk stays. */
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
  // A tab that does not close keeps its realm, because RxDB counts open collections per realm.
  if (!(await Promise.race([closed, tooLong]))) tab.realm = await world.realms.take()
}

/** Kills a tab and opens the app again in its place. */
export const restartTab = async (world: World, tab: Tab): Promise<void> => {
  await killTab(world, tab)
  tab.life = createLife()
  await openTab(world, tab)
}

/** Closes everything. */
export const endWorld = async (world: World): Promise<void> => {
  for (const tab of world.phones.flatMap(({ tabs }) => tabs)) {
    await killTab(world, tab)
    world.realms.giveBack(tab.realm)
  }
}

/** Interviews of which a client of a plain server could not know that the server already had them. */
export const isUnknowable = ({ server, chronicle }: World, marker: string): boolean =>
  server.name === 'plain' && chronicle.whyUnknowable(marker) !== null

/** The tabs that can be used now. */
export const liveTabs = (world: World): readonly Tab[] =>
  world.phones.flatMap(({ tabs }) => tabs).filter(({ life }) => life.state() === 'alive')
