import type { Random } from '../random.ts'
import { surveyors, type Surveyor } from '../servers/sim-server.ts'
import { createLife } from '../life.ts'
import { optionsOf, killTab, sessionOf, type Phone, type World } from '../world/world.ts'
import type { Leaving } from '../product/app.ts'
import { setNetwork, submitOn, told } from './acts.ts'
import type { Action } from './action.ts'
import { anyTab, lookAtPhone, perform } from './perform.ts'

/** Actions about the surveyors of a phone. */

/** A random phone whose tabs are all alive. */
const anyWholePhone = (world: World, random: Random): Phone | null => {
  const whole = world.phones.filter(({ tabs }) =>
    tabs.every(({ life, interrupted, app }) => {
      const isWell = life.state() === 'alive' && interrupted === null
      return isWell && app !== null && app.surveyor() !== null
    }),
  )
  return whole.length === 0 ? null : random.pick(whole)
}

/** Holds back the server's answers. Returns a function that releases them. */
const slowAnswers = (world: World, times: number): (() => void) => {
  let release = () => {}
  const gate = new Promise<void>(resolve => {
    release = resolve
  })
  world.wire.arm({
    path: '/form-submissions',
    method: 'POST',
    times,
    reaches: 'yes',
    answer: 'same',
    meanwhile: () => gate,
  })
  return release
}

/** Fills the outbox with work that is in flight when the session ends. */
const fillOutbox = async (world: World, phone: Phone, count: number): Promise<void> => {
  const [tab] = phone.tabs
  if (tab === undefined) return
  setNetwork(phone, false)
  for (let left = count; left > 0; left -= 1) {
    const marker = `m${world.log.length}${phone.name}${left}`
    world.log.push(`   ${await submitOn(world, tab, marker, left % 3 === 0 ? ['photo'] : [])}`)
  }
}

/** Records what the surveyor agreed to lose by a logout. */
const noteLogout = async (world: World, phone: Phone): Promise<void> => {
  const look = await lookAtPhone(phone)
  for (const edit of world.profiles) {
    if (edit.phone === phone && edit.author === phone.surveyor) edit.isSure = false
  }
  for (const interview of world.interviews) {
    if (interview.author !== phone.surveyor) continue
    const doc = look?.submissions.find(({ answers }) => answers['marker'] === interview.marker)
    const isRecovered = look?.recovery.some(({ payload }) =>
      JSON.stringify(payload).includes(interview.marker),
    )
    const wasHere = interview.phone === phone || doc !== undefined || isRecovered === true
    if (interview.unsure?.tab.phone === phone) {
      interview.unsure = null
      interview.state = 'submitted'
      interview.givenUp.add(phone)
    }
    if (interview.open?.phone === phone) interview.open = null
    if (!wasHere) continue
    // The surveyor gave up a deletion that the server does not know.
    if (doc?.syncStatus === 'deleted') interview.isDeleted = false
    interview.wiped.add(phone)
    if (doc?.syncStatus !== 'synced' || isRecovered === true) interview.givenUp.add(phone)
  }
}

/** How a phone is handed to another surveyor. */
interface HandOver {
  readonly how: Leaving
  readonly to: Surveyor
  /** How many answers are slow, and how many interviews wait; 0 for none. */
  readonly slow: number
  readonly unsent: number
}

/** The session ends while answers are slow, and another surveyor signs in on the same phone. */
export const handOver = async (
  world: World,
  phone: Phone,
  { how, to, slow, unsent }: HandOver,
): Promise<string> => {
  for (const { life } of phone.tabs) life.arm(null)
  let release = () => {}
  if (unsent > 0) {
    await fillOutbox(world, phone, unsent)
    release = slowAnswers(world, slow)
    setNetwork(phone, true)
    await world.activity.quiet()
  }
  const from = phone.surveyor
  if (how === 'logout') await noteLogout(world, phone)
  // The tab of the logout wipes the data; the others follow.
  const leaving = phone.tabs.map(({ app }, at) => app?.signOut(at === 0 ? how : 'expired'))
  phone.surveyor = to
  phone.isSignedIn = true
  const arriving = phone.tabs.map(({ app }) => app?.signIn(sessionOf(world, phone)))
  await world.activity.quiet()
  release()
  const ended: string[] = []
  for (const [at, tab] of phone.tabs.entries()) {
    const came = await perform(world, tab, async () => {
      await leaving[at]
      await arriving[at]
      return 'signed in'
    })
    ended.push(told(came))
    if (!phone.isOnline) tab.app?.env.cut()
  }
  return `on ${phone.name} the session of ${from} ends (${how}), ${to} signs in: ${ended.join(' / ')}`
}

const changeUser: Action = async (world, random) => {
  const phone = anyWholePhone(world, random)
  if (phone === null) return 'nobody can hand a phone over'
  const how = random.chance(0.7) ? 'expired' : 'logout'
  const unsent = random.chance(0.7) ? 1 + random.below(6) : 0
  const other = surveyors.find(name => name !== phone.surveyor) ?? phone.surveyor
  const to = random.chance(0.85) ? other : phone.surveyor
  return handOver(world, phone, { how, to, slow: 1 + random.below(4), unsent })
}

/** No window is open, and the browser wakes the worker. */
const drain: Action = async (world, random) => {
  const phone = anyWholePhone(world, random)
  const [tab] = phone?.tabs ?? []
  if (phone === null || tab === undefined || !phone.isOnline) return 'no worker is woken'
  for (const each of phone.tabs) await killTab(world, each)
  tab.life = createLife()
  const drained = await perform(world, { ...tab, app: {} as never, life: tab.life }, () =>
    tab.realm.drainOnce(optionsOf(world, tab)),
  )
  tab.life.kill()
  return `the worker of ${phone.name} drains: ${told(drained)}`
}

/** Changes the telephone number of the account. */
const editProfile: Action = async (world, random) => {
  const tab = anyTab(world, random.pick)
  if (tab === null) return 'nobody can edit a profile'
  const { phone } = tab
  const number = `98${String(world.log.length).padStart(3, '0')}${phone.name.charCodeAt(0)}000`
  const author = phone.surveyor
  const ended = await perform(world, tab, app => app.editProfile({ phone_number: number }))
  world.profiles.push({ author, phone, number, isSure: ended.kind === 'done' })
  return `${author} changes the number to ${number} on ${tab.name}: ${told(ended)}`
}

/** The relative frequency of each of them. */
export const peopleActions: readonly (readonly [Action, number])[] = [
  [changeUser, 2],
  [drain, 1],
  [editProfile, 1],
]
