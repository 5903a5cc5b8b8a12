import { frozenTabs, lookAtPhone, must, perform, thaw } from './perform.ts'
import { finishOn } from './acts.ts'
import { phonesOf } from '../world/given.ts'
import { sessionOf, type World } from '../world/world.ts'
import type { Surveyor } from '../servers/sim-server.ts'

/**
 * Ends all disturbances: every tab alive and signed in, no faults, time passing. Returns whether the outboxes
 * become empty.
 */
export const comeToRest = async (world: World): Promise<boolean> => {
  world.wire.clear()
  await world.server.setForm('published')
  for (const { life } of world.phones.flatMap(({ tabs }) => tabs)) life.arm(null)
  for (const tab of frozenTabs(world)) await thaw(world, tab)
  for (const phone of world.phones) {
    phone.isOnline = true
    phone.isSignedIn = true
    for (const tab of phone.tabs) {
      tab.app?.env.mend()
      if (tab.app?.surveyor() === null) {
        await must(world, tab, app => app.signIn(sessionOf(world, phone)))
      } else tab.app?.env.signIn(world.server.accounts[phone.surveyor].token)
    }
  }
  // A run that met a full disk may still be in progress, and its error reaches every caller that joins it.
  for (const { tabs } of world.phones) {
    for (const tab of tabs.slice(0, 1)) await perform(world, tab, app => app.sync())
  }
  await finishOpen(world)
  await discardCopies(world)
  let calm = 0
  for (let round = 0; round < 25; round += 1) {
    let waiting = 0
    const first = world.phones.flatMap(({ tabs }) => tabs.slice(0, 1))
    for (const tab of first) await must(world, tab, app => app.sync())
    // After all phones have sent, so that each sees what the last one sent.
    for (const tab of first) {
      await must(world, tab, app => app.refresh())
      waiting += (await must(world, tab, app => app.look()))?.outbox.length ?? 0
    }
    // What one round finds, such as a row that is gone, the next one sends, and the other phone sees in the third.
    calm = waiting === 0 ? calm + 1 : 0
    if (calm === 3) return true
    world.time.advance(61_000)
    await world.activity.quiet()
  }
  return false
}

/** The surveyors submit their open drafts. */
const finishOpen = async (world: World): Promise<void> => {
  for (const interview of world.interviews) {
    const { open, author } = interview
    const tab = open?.phone.tabs.find(({ app }) => app?.surveyor() === author)
    if (tab !== undefined) world.log.push(`   ${await finishOn(world, tab, interview)}`)
  }
}

/** Discards copies of drafts from a backup, because the surveyor continues with the original. */
const discardCopies = async (world: World): Promise<void> => {
  for (const phone of world.copiedTo) {
    const [tab] = phone.tabs
    const look = await lookAtPhone(phone)
    const known = new Set(
      world.interviews.filter(({ open }) => open?.phone === phone).map(({ open }) => open?.draftId),
    )
    for (const { id } of look?.drafts ?? []) {
      if (tab === undefined || known.has(id)) continue
      await must(world, tab, app => app.discard(id))
      world.log.push(`   ${tab.name} discards the copy ${id}`)
    }
  }
}

/** The surveyors who made work on a phone, and are not signed in there now. */
export const awayFrom = (world: World): readonly Surveyor[] => {
  const gave = [
    ...world.interviews.flatMap(interview =>
      phonesOf(interview).map(phone => ({ author: interview.author, phone })),
    ),
    ...world.profiles,
  ]
  return [
    ...new Set(
      gave.filter(({ author, phone }) => phone.surveyor !== author).map(({ author }) => author),
    ),
  ]
}

/** Signs a surveyor in everywhere, as at the end of a day. */
export const signInEverywhere = async (world: World, surveyor: Surveyor): Promise<void> => {
  for (const phone of world.phones.filter(known => known.surveyor !== surveyor)) {
    phone.surveyor = surveyor
    for (const tab of phone.tabs) {
      await must(world, tab, async app => {
        await app.signOut('expired')
        await app.signIn(sessionOf(world, phone))
      })
    }
  }
}
