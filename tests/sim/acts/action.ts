import type { Random } from '../random.ts'
import type { Tab, World } from '../world/world.ts'
import { visibleOn, type Visible } from './acts.ts'
import { anyTab } from './perform.ts'

/** Something that happens in the field; gives its title for the log. */
export type Action = (world: World, random: Random) => Promise<string>

/** An interview that somebody can see, by chance; null when there is none. */
export const chooseVisible = async (
  world: World,
  random: Random,
): Promise<({ readonly tab: Tab } & Visible) | null> => {
  const tab = anyTab(world, random.pick)
  const visible = tab === null ? [] : await visibleOn(world, tab)
  return tab === null || visible.length === 0 ? null : { tab, ...random.pick(visible) }
}
