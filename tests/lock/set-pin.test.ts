import { expect, test } from 'vitest'
import { readKeys } from '../../collections/storage/data-key.ts'
import { keepReserve } from '../../collections/storage/reserve.ts'
import { changePin, removePin, setPin, unlock } from '../../src/lock/lock.ts'
import { until } from '../env.ts'
import { dyingPort } from '../dying-port.ts'
import { fullPort } from './full-port.ts'
import {
  createPhone,
  fewIterations,
  meena,
  opensText,
  recoveryKeyOf,
  sealText,
  type Phone,
  type Tab,
} from './phone.ts'
import { asha } from '../fixtures/asha.ts'

/** A PIN set, changed and removed: what a phone without its PIN opens, and what a kill at any write leaves. */

const chosen = (pin: string) => ({ pin, minutes: 5, iterations: fewIterations })
const set = (tab: Tab, { database }: Phone, pin = '739164') =>
  setPin(tab, database, recoveryKeyOf(asha), chosen(pin))

const setUp = async () => {
  const phone = await createPhone()
  const tab = phone.openTab()
  await tab.login()
  const text = await sealText(tab)
  return { phone, tab, text }
}

/** A start of the app, which waits for the answer of other tabs in vain. */
const start = async (phone: Phone): Promise<Tab> => {
  const tab = phone.openTab()
  const hydrated = tab.session.hydrate()
  let isDone = false
  void hydrated.then(() => {
    isDone = true
  })
  await until('a session', () => {
    phone.clock.advance(100)
    return isDone
  })
  return tab
}

test('while locked, neither the session nor the data opens without the PIN', async () => {
  const { phone, tab, text } = await setUp()
  expect(await phone.usableOnDisk()).toEqual(['authData', 'rememberMeData', 'authData', 'data'])
  expect((await set(tab, phone)).ok).toBe(true)
  expect(await phone.usableOnDisk()).toEqual([])
  expect(phone.local.get('authData')).toMatch(/^ENC_PIN_/)
  // The tab goes on as before, also with a new account answer.
  expect(await opensText(tab, text)).toBe(true)
  await tab.session.update({ ...asha, first_name: 'A.' })
  expect(await phone.usableOnDisk()).toEqual([])
  tab.close()

  const next = await start(phone)
  expect(next.session.current()).toEqual({ kind: 'locked', database: phone.database })
  expect(next.session.token()).toBeNull()
  expect(await next.session.remembered()).toBeNull()
  expect(await opensText(next, text)).toBe(false)
  expect(await unlock(next, phone.database, '739165')).toMatchObject({ ok: false })
  expect(next.session.current().kind).toBe('locked')
  expect((await unlock(next, phone.database, '739164')).ok).toBe(true)
  expect(next.session.current()).toMatchObject({ kind: 'signed-in', user: { first_name: 'A.' } })
  expect(await opensText(next, text)).toBe(true)
  expect((await next.session.remembered())?.password).toBe('fieldwork-2026')
  expect(await phone.usableOnDisk()).toEqual([])
})

test('a lock forgets key and token, and keeps what is stored', async () => {
  const { phone, tab, text } = await setUp()
  await set(tab, phone)
  tab.session.lock(phone.database)
  expect(tab.session.token()).toBeNull()
  expect(tab.held$.value).toBeNull()
  expect(await opensText(tab, text)).toBe(false)
  // An account answer that was on its way writes nothing.
  await tab.session.update({ ...asha, first_name: 'B.' })
  expect(await phone.usableOnDisk()).toEqual([])
  expect((await unlock(tab, phone.database, '739164')).ok).toBe(true)
  expect(tab.session.current()).toMatchObject({ user: { first_name: 'Asha' } })
})

test('a removed PIN leaves the session and the data as they were before it', async () => {
  const { phone, tab, text } = await setUp()
  await set(tab, phone)
  expect(await removePin(tab, phone.database, '111111')).toMatchObject({ ok: false })
  expect((await removePin(tab, phone.database, '739164')).ok).toBe(true)
  expect(tab.held$.value).toBeNull()
  tab.close()
  const next = await start(phone)
  expect(next.session.current().kind).toBe('signed-in')
  expect(await opensText(next, text)).toBe(true)
  expect((await next.session.remembered())?.password).toBe('fieldwork-2026')
})

test('an answer that another tab seals while the PIN is set does not undo it', async () => {
  const { phone, tab } = await setUp()
  const other = await start(phone)
  other.close()
  await set(tab, phone)
  // It never received the key, as a frozen tab does not.
  await other.session.update({ ...asha, first_name: 'C.' })
  expect(await phone.usableOnDisk()).toEqual([])
})

test('another surveyor signs in from the lock, and the first one finds their data locked as before', async () => {
  const { phone, tab, text } = await setUp()
  await set(tab, phone)
  tab.close()
  const next = await start(phone)
  next.session.setAside()
  expect(next.session.current().kind).toBe('anonymous')
  expect(phone.local.get('authData')).toMatch(/^ENC_PIN_/)
  void next.session.hydrate()
  await until('the lock again', () => {
    phone.clock.advance(100)
    return next.session.current().kind === 'locked'
  })
  next.session.setAside()
  expect((await next.login(meena)).ok).toBe(true)
  expect(next.session.current()).toMatchObject({ user: { id: '8' } })
  expect(await opensText(next, text)).toBe(false)
  expect(Object.keys(await readKeys(phone.port, phone.database)).toSorted()).toEqual([
    'pin',
    'recovery',
  ])
  // The first surveyor's login opens the data again, and the PIN stays.
  next.session.end()
  expect((await next.login(asha)).ok).toBe(true)
  expect(await opensText(next, text)).toBe(true)
  expect(await phone.usableOnDisk()).toEqual([])
})

test('a PIN that is typed after another surveyor has signed in does not seal their session', async () => {
  const { phone, tab } = await setUp()
  await set(tab, phone)
  tab.close()
  const [locked, other] = [await start(phone), await start(phone)]
  other.session.setAside()
  expect((await other.login(meena)).ok).toBe(true)
  const session = phone.local.get('authData')
  expect(session).not.toMatch(/^ENC_PIN_/)
  await unlock(locked, phone.database, '739164')
  expect(phone.local.get('authData')).toBe(session)
})

test('a cleared database has a new key and no PIN, and the session stays', async () => {
  const { phone, tab } = await setUp()
  await set(tab, phone)
  const { wipeDatabase } = await import('../../collections/one-database/stored.ts')
  await wipeDatabase(phone.database, phone.port)
  const text = await sealText(tab)
  const { reopen } = await import('../../src/lock/lock.ts')
  expect(await reopen(tab, phone.database)).toBe(true)
  expect(tab.held$.value).toBeNull()
  tab.close()
  const next = await start(phone)
  expect(next.session.current().kind).toBe('signed-in')
  expect(await opensText(next, text)).toBe(true)
})

/** A tab that dies after so many writes to the device, of whatever kind, once they are counted. */
const mortalTab = (phone: Phone) => {
  const budget = { left: Number.MAX_SAFE_INTEGER }
  const { port, bury } = dyingPort(phone.port, budget)
  const tab = phone.openTab(port, () => {
    budget.left -= 1
    if (budget.left < 0) throw new Error('The tab is gone.')
  })
  return {
    tab,
    count: (writes: number) => {
      budget.left = writes
    },
    die: () => {
      bury()
      tab.close()
    },
  }
}

const acts = {
  set: {
    before: null,
    act: (tab: Tab, phone: Phone) => set(tab, phone),
    outcomes: ['none', '739164'],
  },
  change: {
    before: '739164',
    act: (tab: Tab, phone: Phone) => changePin(tab, phone.database, '739164', chosen('284615')),
    outcomes: ['739164', '284615'],
  },
  remove: {
    before: '739164',
    act: (tab: Tab, phone: Phone) => removePin(tab, phone.database, '739164'),
    outcomes: ['739164', 'none'],
  },
} as const

/** The PIN that opens the app, and then does; 'none' without one. What the disk opens alone is named as well. */
const pinOf = async (tab: Tab, phone: Phone): Promise<string> => {
  if (tab.session.current().kind === 'signed-in') {
    const { pin } = await readKeys(phone.port, phone.database)
    return pin === undefined ? 'none' : 'not locked'
  }
  const opening = [...(await phone.usableOnDisk())]
  for (const pin of ['739164', '284615']) {
    if ((await unlock(tab, phone.database, pin)).ok) opening.push(pin)
  }
  return opening.join()
}

test.each(Object.entries(acts))(
  'killed at each write, to %s a PIN is done or not done, and session and data open',
  async (_, { before, act, outcomes }) => {
    const seen: string[] = []
    for (let writes = 0; seen.filter(each => each === outcomes[1]).length < 4; writes += 1) {
      expect(writes).toBeLessThan(40)
      const { phone, tab: first, text } = await setUp()
      if (before !== null) await set(first, phone, before)
      first.close()
      const { tab, count, die } = mortalTab(phone)
      const hydrated = tab.session.hydrate()
      await until('the answer of no tab', () => {
        phone.clock.advance(100)
        return tab.session.current().kind !== 'starting'
      })
      await hydrated
      if (before !== null) await unlock(tab, phone.database, before)
      // The mirror follows the session in its own time.
      await new Promise(resolve => setTimeout(resolve, 5))
      expect(tab.session.current().kind).toBe('signed-in')
      count(writes)
      await Promise.resolve(act(tab, phone)).catch(() => null)
      die()
      const { pin } = await readKeys(phone.port, phone.database)
      const atRest = await phone.usableOnDisk()
      expect([pin !== undefined, atRest.length > 0]).not.toEqual([true, true])

      const next = await start(phone)
      seen.push(await pinOf(next, phone))
      expect(next.session.current()).toMatchObject({ kind: 'signed-in', token: 'token 7' })
      expect((await next.session.remembered())?.password).toBe('fieldwork-2026')
      expect(await opensText(next, text)).toBe(true)
      expect(outcomes).toContain(seen.at(-1))
    }
    expect(seen[0]).toBe(outcomes[0])
  },
)

test('on a full disk the PIN opens with the room of the reserve, and the attempt is noted', async () => {
  const { phone, tab, text } = await setUp()
  await set(tab, phone)
  tab.close()
  await keepReserve(phone.port)
  const next = phone.openTab(fullPort(phone.port))
  void next.session.hydrate()
  await until('the lock', () => {
    phone.clock.advance(100)
    return next.session.current().kind === 'locked'
  })
  expect(await unlock(next, phone.database, '739165')).toMatchObject({ ok: false })
  expect((await readKeys(phone.port, phone.database)).attempts?.count).toBe(1)
  expect((await unlock(next, phone.database, '739164')).ok).toBe(true)
  expect(await opensText(next, text)).toBe(true)
})

test('an answer that is sealed while the PIN is set is protected by it too', async () => {
  const { phone, tab } = await setUp()
  const { deviceKey } = tab.env
  let isAnswered = false
  // The device's key takes longer than the whole setting of the PIN.
  tab.env.deviceKey = async () => {
    tab.env.deviceKey = deviceKey
    await until('the PIN', () => isAnswered)
    return deviceKey()
  }
  const update = tab.session.update({ ...asha, first_name: 'D.' })
  expect((await set(tab, phone)).ok).toBe(true)
  isAnswered = true
  await update
  expect(await phone.usableOnDisk()).toEqual([])
})
