import { createIndexedDb, type FakeClock } from '../../env.ts'
import type { Disk } from '../../device.ts'
import type { App } from '../product/app.ts'
import { createActivity, createLife, type Activity, type Life } from '../life.ts'
import { createChronicle, type Chronicle } from '../wire/chronicle.ts'
import { createLedger, type Ledger } from '../wire/ledger.ts'
import type { Realm } from './realms.ts'
import type { SimServer } from '../servers/servers.ts'
import { createPhoneClock, createTime, type SimTime } from './time.ts'
import { createWire, type Wire } from '../wire/wire.ts'

/** One server, its network, and the phones of one surveyor, with everything that was ever submitted. */
export interface World {
  readonly server: SimServer
  readonly time: SimTime
  readonly activity: Activity
  readonly ledger: Ledger
  readonly chronicle: Chronicle
  readonly wire: Wire
  readonly phones: readonly Phone[]
  readonly interviews: Interview[]
  /** What happened, in order; printed when an invariant breaks. */
  readonly log: string[]
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

/** What the simulation knows must be so of an interview. */
export interface Interview {
  readonly marker: string
  readonly phone: Phone
  readonly files: readonly string[]
  readonly note: string
  /** What was begun, and by which tab, without anybody having seen its end. */
  unsure: Unsure | null
  id: string | null
  /** typed: everything is in the draft. submitted: Submit was pressed and said so. */
  state: 'typing' | 'typed' | 'submitted'
  edits: { readonly phone: Phone; readonly field: string; readonly value: string }[]
  isDeleted: boolean
}

export interface Unsure {
  readonly tab: Tab
  readonly what: 'submit' | 'delete' | { readonly field: string; readonly value: string }
}

/** Realms that are free to be used by the next tab. */
export interface RealmPool {
  readonly take: () => Promise<Realm>
  readonly giveBack: (realm: Realm) => void
}

export const markerField = 'marker'
export const noteField = 'note'
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
  const ledger = createLedger()
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
    log: [],
    uuid: () => {
      ids += 1
      return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`
    },
  }
  for (const [index, tabs] of shape.entries()) {
    const name = 'ABC'[index] ?? `${index}`
    const phone: Phone = {
      name,
      disk: { name: `sim-${process.pid}-${worlds}-${name}`, port: createIndexedDb() },
      clock: createPhoneClock(time),
      connection: index === 0 ? {} : { effectiveType: '2g' },
      marks: new Map(),
      tabs: [],
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

/** Opens the app in a tab. */
const openTab = async (world: World, tab: Tab): Promise<void> => {
  const { phone } = tab
  const { life } = tab
  tab.app = await tab.realm.openApp({
    fetch: world.wire.fetchOf({ name: tab.name, phone: phone.name, life }),
    origin: world.server.origin,
    clock: phone.clock,
    connection: phone.connection,
    marks: phone.marks,
    disk: phone.disk,
    life,
    activity: world.activity,
    token: phone.isSignedIn ? world.server.token : 'an ended session',
    uuid: world.uuid,
  })
  if (!phone.isOnline) tab.app.env.cut()
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
