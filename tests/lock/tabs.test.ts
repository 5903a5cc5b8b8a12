import { expect, test } from 'vitest'
import { changePin, removePin, setMinutes, setPin, unlock } from '../../src/lock/lock.ts'
import { lockNow } from '../../src/lock/watch.ts'
import { beginWork, finishBeforeClose } from '../../src/lib/finishing.ts'
import { until } from '../env.ts'
import {
  createPhone,
  fewIterations,
  opensText,
  recoveryKeyOf,
  sealText,
  type Phone,
  type Tab,
} from './phone.ts'
import { asha } from '../fixtures/asha.ts'

/** The lock over time and over the tabs of a phone. */

const minute = 60_000

/** A phone with a PIN, a lock after 5 minutes, and one unlocked tab. */
const setUp = async () => {
  const phone = await createPhone()
  const tab = phone.openTab()
  await tab.login()
  const text = await sealText(tab)
  const chosen = { pin: '739164', minutes: 5, iterations: fewIterations }
  expect((await setPin(tab, phone.database, recoveryKeyOf(asha), chosen)).ok).toBe(true)
  return { phone, tab, text }
}

const kindOf = (tab: Tab) => tab.session.current().kind

const openNext = async (phone: Phone): Promise<Tab> => {
  const next = phone.openTab()
  void next.session.hydrate()
  await until('a session', async () => {
    await new Promise(resolve => setTimeout(resolve, 5))
    if (kindOf(next) === 'starting') phone.clock.advance(100)
    return kindOf(next) !== 'starting'
  })
  return next
}

test('a new tab gets the key of an unlocked one and does not ask for the PIN; alone it asks', async () => {
  const { phone, tab, text } = await setUp()
  const second = await openNext(phone)
  expect(kindOf(second)).toBe('signed-in')
  expect(second.held$.value?.key.extractable).toBe(false)
  expect(await opensText(second, text)).toBe(true)
  tab.close()
  second.close()
  expect(kindOf(await openNext(phone))).toBe('locked')
})

test('the app locks after the time without use in any tab, and not before', async () => {
  const { phone, tab } = await setUp()
  const second = await openNext(phone)
  phone.clock.advance(4 * minute)
  second.env.used$.next('used')
  phone.clock.advance(4 * minute)
  expect([kindOf(tab), kindOf(second)]).toEqual(['signed-in', 'signed-in'])
  phone.clock.advance(minute)
  await until('both locked', () => kindOf(tab) === 'locked' && kindOf(second) === 'locked')
  expect([tab.held$.value, second.held$.value]).toEqual([null, null])
  // A use does not unlock, and unlocking one tab unlocks the other.
  tab.env.used$.next('used')
  expect(kindOf(tab)).toBe('locked')
  expect((await unlock(tab, phone.database, '739164')).ok).toBe(true)
  await until('both unlocked', () => kindOf(second) === 'signed-in')
})

test('Lock now locks every tab', async () => {
  const { phone, tab } = await setUp()
  const second = await openNext(phone)
  lockNow(second)
  expect(kindOf(second)).toBe('locked')
  await until('the other tab locked', () => kindOf(tab) === 'locked')
})

test('a tab that was suspended locks when it becomes visible, before it receives anything', async () => {
  const { phone, tab } = await setUp()
  tab.freeze()
  phone.clock.advance(5 * minute)
  expect(kindOf(tab)).toBe('signed-in')
  expect(tab.wake()).toBe('locked')

  await unlock(tab, phone.database, '739164')
  const second = await openNext(phone)
  tab.freeze()
  // Explicitly, long before the time is over.
  lockNow(second)
  expect(tab.wake()).toBe('locked')
})

test('a suspended tab does not give its key to a new tab when the time is over', async () => {
  const { phone, tab } = await setUp()
  tab.freeze()
  phone.clock.advance(5 * minute)
  const next = phone.openTab()
  void next.session.hydrate()
  await new Promise(resolve => setTimeout(resolve, 5))
  // In the background: it only receives the messages.
  tab.wake(false)
  await until('an answer', () => {
    phone.clock.advance(100)
    return kindOf(next) !== 'starting'
  })
  expect([kindOf(tab), kindOf(next)]).toEqual(['locked', 'locked'])
})

test('a tab in the background that is slow opens a new tab which has begun to ask for the PIN', async () => {
  const { phone, tab, text } = await setUp()
  tab.freeze()
  const next = await openNext(phone)
  expect(kindOf(next)).toBe('locked')
  tab.wake(false)
  await until('a session', () => kindOf(next) === 'signed-in')
  expect(await opensText(next, text)).toBe(true)
})

test('the first touch after the time locks, and does not count as use', async () => {
  const { phone, tab } = await setUp()
  tab.freeze()
  phone.clock.advance(6 * minute)
  tab.env.used$.next('used')
  expect(kindOf(tab)).toBe('locked')
})

test('a photo that is being taken keeps the app open for ten minutes, and then its time begins', async () => {
  const { phone, tab } = await setUp()
  // A finger is noted as it touches, and the click that opens the camera follows it.
  tab.env.used$.next('used')
  tab.env.used$.next('picking')
  phone.clock.advance(9 * minute)
  expect(kindOf(tab)).toBe('signed-in')
  tab.env.used$.next('used')
  phone.clock.advance(5 * minute)
  expect(kindOf(tab)).toBe('locked')
})

test('a recording keeps the app open until it ends', async () => {
  const { phone, tab } = await setUp()
  let end = () => {}
  const recording = new Promise<void>(resolve => (end = resolve))
  void finishBeforeClose({} as never, recording)
  phone.clock.advance(10 * minute)
  expect(kindOf(tab)).toBe('signed-in')
  end()
  await recording
  await new Promise(resolve => setTimeout(resolve, 5))
  phone.clock.advance(minute)
  expect(kindOf(tab)).toBe('locked')
})

test('a drawing keeps the app open for half an hour more', async () => {
  const { phone, tab } = await setUp()
  const end = beginWork()
  phone.clock.advance(34 * minute)
  expect(kindOf(tab)).toBe('signed-in')
  phone.clock.advance(minute)
  expect(kindOf(tab)).toBe('locked')
  end()
})

test('a clock that was set back far locks', async () => {
  const { phone, tab } = await setUp()
  phone.clock.set(phone.clock.now() - 60 * minute)
  phone.clock.advance(0)
  tab.env.visible$.next(true)
  expect(kindOf(tab)).toBe('locked')
})

test('another time, another PIN and no PIN reach the other tabs', async () => {
  const { phone, tab } = await setUp()
  const second = await openNext(phone)
  await setMinutes(tab, 60)
  await until('the time', () => second.held$.value?.minutes === 60)
  const chosen = { pin: '284615', minutes: 15, iterations: fewIterations }
  expect((await changePin(tab, phone.database, '739164', chosen)).ok).toBe(true)
  await until('the time', () => second.held$.value?.minutes === 15)
  expect((await removePin(second, phone.database, '284615')).ok).toBe(true)
  await until('no PIN', () => tab.held$.value === null)
  phone.clock.advance(90 * minute)
  expect([kindOf(tab), kindOf(second)]).toEqual(['signed-in', 'signed-in'])
  await tab.session.update({ ...asha, first_name: 'A.' })
  expect(phone.local.get('authData')).not.toMatch(/^ENC_PIN_/)
})

test('a tab that follows the session while another one sets a PIN does not undo it, and locks too', async () => {
  const phone = await createPhone()
  const tab = phone.openTab()
  await tab.login()
  await tab.key()
  const second = await openNext(phone)
  const { local } = tab.env
  let followed: Promise<void> | null = null
  const observed = {
    ...local,
    set: (key: string, value: string) => {
      local.set(key, value)
      // As the storage's event does.
      if (key === 'authData') followed = second.session.hydrate()
    },
  }
  const parts = { ...tab, env: { ...tab.env, local: observed } }
  const chosen = { pin: '739164', minutes: 5, iterations: fewIterations }
  expect((await setPin(parts, phone.database, recoveryKeyOf(asha), chosen)).ok).toBe(true)
  await followed
  expect(await phone.usableOnDisk()).toEqual([])
  phone.clock.advance(5 * minute)
  await until('both locked', () => kindOf(tab) === 'locked' && kindOf(second) === 'locked')
})
