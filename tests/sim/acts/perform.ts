import type { App } from '../product/app.ts'
import type { Look } from '../product/look.ts'
import { liveTabs, type Phone, type Tab, type World } from '../world/world.ts'

/** How a tab's action ends: with a value, with an error, or interrupted by a strike. */
export type Ended<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'struck' }

/**
 * The limits for one action: how often the clock is advanced, and how long the test waits in real time. Each of two tabs
 * that wait for the lease advances it once a second, and five lists that never answer take four minutes.
 */
const patience = 1200
const patienceMs = 20_000

/** Runs an action in a tab. Advances the clock only while the tab waits for it. */
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
    // Nothing waits for the clock, so hashes or blobs are being computed on other threads.
    else if (performance.now() > give) break
  }
  throw new Error(`${tab.name} waits for something that never comes.`)
}

/** Like perform, for an action that must succeed. */
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

/** The contents of a phone's disk; null while none of its tabs can read it. */
export const lookAtPhone = async (phone: Phone): Promise<Look | null> => {
  const tab = phone.tabs.find(({ life }) => life.state() === 'alive')
  return (await tab?.app?.look()) ?? null
}

/** Thaws a frozen tab, and lets it finish its action. */
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

/** A random usable tab; null when there is none. */
export const anyTab = (
  world: World,
  pick: <Value>(values: readonly Value[]) => Value,
): Tab | null => {
  const tabs = liveTabs(world)
  return tabs.length === 0 ? null : pick(tabs)
}
