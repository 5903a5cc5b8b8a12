import type { Member } from '../world/members.ts'
import type { Tab, World } from '../world/world.ts'
import { chooseVisible, type Action } from './action.ts'
import { told, type Visible } from './acts.ts'
import { perform } from './perform.ts'

/** A surveyor's actions on the members of a household. */

const keep = async (
  world: World,
  tab: Tab,
  { interview, id }: Visible,
  member: Member,
): Promise<string> => {
  const ended = await perform(world, tab, async app => String(await app.keepMember(id, member)))
  const isSure = ended.kind === 'done'
  if (!isSure || ended.value === 'true') {
    interview.members.push({ ...member, phone: tab.phone, isSure })
  }
  return `${tab.name} has ${member.name} of ${interview.marker} at ${member.age}: ${told(ended)}`
}

/** Adds one. */
const addMember: Action = async (world, random) => {
  const chosen = await chooseVisible(world, random)
  if (chosen === null) return 'nothing to add a member to'
  const name = `person ${world.log.length} of ${chosen.tab.phone.name}`
  return keep(world, chosen.tab, chosen, { name, age: `${random.below(90)}` })
}

/** Changes the age of one that the phone shows. */
const changeAge: Action = async (world, random) => {
  const chosen = await chooseVisible(world, random)
  const { members } = chosen?.interview ?? { members: [] }
  if (chosen === null || members.length === 0) return 'no member to change'
  const { name } = random.pick(members)
  const look = await chosen.tab.app?.look()
  const doc = look?.submissions.find(({ id }) => id === chosen.id)
  if (!Object.values(doc?.answers ?? {}).includes(name)) return `${name} is not there yet`
  return keep(world, chosen.tab, chosen, { name, age: `${100 + world.log.length}` })
}

/** The relative frequency of each of them. */
export const memberActions: readonly (readonly [Action, number])[] = [
  [addMember, 8],
  [changeAge, 3],
]
