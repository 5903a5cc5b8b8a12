import type { Random } from '../random.ts'
import type { Tab, World } from '../world/world.ts'
import { visibleOn, type Visible } from './acts.ts'
import { anyTab } from './perform.ts'

/** An event in the field. Returns its title for the log. */
export type Action = (world: World, random: Random) => Promise<string>

/** A random interview that is visible on a phone; null when there is none. */
export const chooseVisible = async (
  world: World,
  random: Random,
): Promise<({ readonly tab: Tab } & Visible) | null> => {
  const tab = anyTab(world, random.pick)
  const visible = tab === null ? [] : await visibleOn(world, tab)
  return tab === null || visible.length === 0 ? null : { tab, ...random.pick(visible) }
}
