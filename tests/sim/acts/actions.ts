import type { Strike } from '../life.ts'
import { answerChange, deleteOn, editOn, setNetwork, submitOn, syncOn, told } from './acts.ts'
import { chooseVisible, type Action } from './action.ts'
import { caseActions } from './case-actions.ts'
import { contentActions } from './content-actions.ts'
import { memberActions } from './member-actions.ts'
import { peopleActions } from './people-actions.ts'
import { recoveryActions } from './recovery-actions.ts'
import { reviewActions } from './review-actions.ts'
import { serverActions } from './server-actions.ts'
import { anyTab, frozenTabs, perform, thaw } from './perform.ts'
import type { Random } from '../random.ts'
import { noteField } from '../world/content.ts'
import { killTab, ownField, sessionOf } from '../world/world.ts'
import { chooseFault } from '../wire/choose-fault.ts'

const submitOne: Action = async (world, random) => {
  const tab = anyTab(world, random.pick)
  if (tab === null) return 'nobody can type'
  const files = Array.from({ length: random.below(3) }, () => random.pick(['photo', 'paper']))
  return submitOn(world, tab, `m${world.log.length}${tab.phone.name}`, files)
}

const editOne: Action = async (world, random) => {
  const chosen = await chooseVisible(world, random)
  if (chosen === null) return 'nothing to edit'
  const { phone } = chosen.tab
  const field = random.chance(0.6) ? ownField(phone) : noteField
  const value = `edit ${world.log.length} on ${phone.name}`
  return editOn(world, chosen.tab, chosen, answerChange({ [field]: value }))
}

const deleteOne: Action = async (world, random) => {
  const chosen = await chooseVisible(world, random)
  return chosen === null ? 'nothing to delete' : deleteOn(world, chosen.tab, chosen)
}

const sync: Action = async (world, random) => {
  const tab = anyTab(world, random.pick)
  return tab === null ? 'nobody can sync' : syncOn(world, tab)
}

const syncTogether: Action = async (world, random) => {
  const { name, tabs } = random.pick(world.phones)
  const live = tabs.filter(({ life }) => life.state() === 'alive')
  const ended = await Promise.all(live.map(tab => perform(world, tab, app => app.sync())))
  return `all tabs of ${name} sync: ${ended.map(told).join(' / ')}`
}

const cut: Action = (world, random) => Promise.resolve(setNetwork(random.pick(world.phones), false))

const mend: Action = (world, random) => Promise.resolve(setNetwork(random.pick(world.phones), true))

const fail: Action = (world, random) => {
  const fault = chooseFault(random)
  world.wire.arm(fault)
  return Promise.resolve(`from now on: ${JSON.stringify(fault)}`)
}

const wait: Action = (world, random) => {
  const ms = random.pick([1000, 6000, 61_000, 3_600_000])
  world.time.advance(ms)
  return Promise.resolve(`${ms} ms pass`)
}

const setClock: Action = (world, random) => {
  const phone = random.pick(world.phones)
  const { name, clock } = phone
  // A lease expires by the wall clock, so requests in flight may be overtaken after this.
  world.wire.forget(name)
  const ms = random.pick([-86_400_000, -3_600_000, 3_600_000, 400 * 86_400_000])
  clock.set(clock.now() + ms)
  phone.hasLeapt ||= ms > 86_400_000
  return Promise.resolve(`the clock of ${name} is set by ${ms} ms`)
}

const crash: Action = async (world, random) => {
  const tab = anyTab(world, random.pick)
  if (tab === null) return 'nobody can crash'
  await killTab(world, tab)
  return `${tab.name} dies`
}

const strike: Action = (world, random) => {
  const tab = anyTab(world, random.pick)
  if (tab === null) return Promise.resolve('nobody can be struck')
  const what = random.pick(['crash', 'crash', 'freeze', 'quota'] as const)
  const at = what === 'quota' || random.chance(0.6) ? 'write' : 'request'
  const chosen: Strike = {
    what,
    at,
    when: what === 'quota' ? 'before' : random.pick(['before', 'after']),
    skip: at === 'write' ? random.below(25) : random.below(3),
  }
  tab.life.arm(chosen)
  return Promise.resolve(`${tab.name} will ${what} ${chosen.when} a ${at}, ${chosen.skip} from now`)
}

const unfreeze: Action = async (world, random) => {
  const frozen = frozenTabs(world)
  if (frozen.length === 0) return 'nobody is frozen'
  const tab = random.pick(frozen)
  await thaw(world, tab)
  return `${tab.name} wakes`
}

const refresh: Action = async (world, random) => {
  const tab = anyTab(world, random.pick)
  if (tab === null) return 'nobody can look'
  const ended = await perform(world, tab, app => app.refresh())
  return `${tab.name} fetches the list: ${ended.kind}`
}

const changeForm: Action = async (world, random) => {
  const state = random.pick(['draft', 'deleted', 'published', 'published'] as const)
  await world.server.setForm(state)
  return `the form is ${state}`
}

const session: Action = (world, random) => {
  const phone = random.pick(world.phones)
  phone.isSignedIn = !phone.isSignedIn
  const { token } = sessionOf(world, phone)
  for (const { app } of phone.tabs) app?.env.signIn(token)
  return Promise.resolve(`the session of ${phone.name} ${phone.isSignedIn ? 'begins' : 'ends'}`)
}

/** The relative frequency of each action. */
type Weights = readonly (readonly [Action, number])[]

const delivery: Weights = [
  [submitOne, 7],
  [editOne, 5],
  [deleteOne, 2],
  [sync, 5],
  [syncTogether, 2],
  [cut, 2],
  [mend, 3],
  [fail, 5],
  [wait, 4],
  [setClock, 1],
  [crash, 1],
  [strike, 4],
  [unfreeze, 3],
  [refresh, 2],
  [changeForm, 1],
  [session, 1],
]

const all: Weights = [
  ...delivery,
  ...contentActions,
  ...peopleActions,
  ...serverActions,
  ...recoveryActions,
]

/**
 * The actions in a history: only faults of requests and devices, these and members that two phones add to one interview,
 * everything else that the simulation has, that with cases, or an office that reviews.
 */
export type Acts = 'delivery' | 'all' | 'members' | 'cases' | 'reviews'

const weights: Readonly<Record<Acts, Weights>> = {
  delivery,
  members: [...delivery, ...memberActions],
  all,
  cases: [...all, ...caseActions],
  reviews: [...delivery, ...serverActions, ...reviewActions],
}

/** The next action. */
export const nextAction = (random: Random, acts: Acts): Action => {
  const total = weights[acts].reduce((sum, [, weight]) => sum + weight, 0)
  let left = random.next() * total
  for (const [action, weight] of weights[acts]) {
    left -= weight
    if (left < 0) return action
  }
  return sync
}
