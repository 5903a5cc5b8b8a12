import { Subject } from 'rxjs'
import { beforeEach, expect, test } from 'vitest'
import { type Address, createHistory, type History } from '../../src/lib/navigation/history.ts'

/** The history of a tab, whose moves happen later, as in a browser. */
const createTab = (first: { readonly depth: number | null }) => {
  const entries = [{ path: '/dashboard', state: null as unknown, key: 'k0', depth: first.depth }]
  let at = 0
  let made = 0
  const moved$ = new Subject<void>()
  const shown = () => entries[at] ?? { path: '', state: null, key: '', depth: null }
  const entry = (path: string, state: unknown, depth: number) => {
    made += 1
    return { path, state, key: `k${made}`, depth }
  }
  const address: Address = {
    read: () => {
      const { pathname, search, hash } = new URL(shown().path, 'https://transect.test')
      return { pathname, search, hash, state: shown().state, key: shown().key }
    },
    depth: () => shown().depth,
    replace: (to, state) => {
      entries[at] = entry(to, state, shown().depth ?? 0)
    },
    push: (to, state) => {
      entries.splice(at + 1, entries.length, entry(to, state, (shown().depth ?? 0) + 1))
      at += 1
    },
    go: steps => {
      setTimeout(() => {
        if (entries[at + steps] === undefined) return
        at += steps
        moved$.next()
      })
    },
    moved$,
  }
  /** A link to a part of the same page, which the browser follows itself. */
  const followAnchor = (hash: string) => {
    entries.splice(at + 1, entries.length, {
      path: shown().path + hash,
      state: null,
      key: 'first',
      depth: null,
    })
    at += 1
    moved$.next()
  }
  return { address, followAnchor, path: () => shown().path }
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(resolve => setTimeout(resolve))
}

let tab: ReturnType<typeof createTab>
let history: History
let isDirty: boolean
let asked: (() => void)[]

/** Both, because the screen and the address must not part. */
const shownAt = () => {
  const { pathname, search, hash } = history.current().location
  expect(pathname + search + hash).toBe(tab.path())
  return `${history.current().type} ${pathname}${search}${hash}`
}

beforeEach(() => {
  tab = createTab({ depth: 0 })
  history = createHistory(tab.address)
  isDirty = false
  asked = []
  history.hold({
    isHeld: (from, to) => isDirty && from.pathname !== to.pathname,
    onHeld: goOn => void asked.push(goOn),
  })
})

const fill = () => {
  history.links.push('/projects')
  history.links.push('/projects/survey/7')
  isDirty = true
}

test('links, replacements and the browser back lead to their screens', async () => {
  expect(shownAt()).toBe('POP /dashboard')
  history.links.push({ pathname: '/sync', search: '?a=1', hash: '#b' }, { from: 'x' })
  expect(shownAt()).toBe('PUSH /sync?a=1#b')
  expect(history.current().location.state).toEqual({ from: 'x' })
  history.links.replace('/settings')
  expect(shownAt()).toBe('REPLACE /settings')
  history.links.go(-1)
  await settled()
  expect(shownAt()).toBe('POP /dashboard')
})

test('a held link waits for the answer, and another screen of the same path does not', async () => {
  fill()
  history.links.replace('/projects/survey/7?draft=temp_1')
  expect(shownAt()).toBe('REPLACE /projects/survey/7?draft=temp_1')
  history.links.push('/sync')
  expect(asked).toHaveLength(1)
  expect(shownAt()).toBe('REPLACE /projects/survey/7?draft=temp_1')
  asked[0]?.()
  expect(shownAt()).toBe('PUSH /sync')
})

test('the browser back is undone while it waits, and repeated when it may go on', async () => {
  fill()
  tab.address.go(-1)
  await settled()
  expect(asked).toHaveLength(1)
  expect(shownAt()).toBe('PUSH /projects/survey/7')
  asked[0]?.()
  await settled()
  expect(shownAt()).toBe('POP /projects')
  expect(asked).toHaveLength(1)
})

test('a way back of two screens is repeated whole, also when the answer is quicker', async () => {
  fill()
  tab.address.go(-2)
  while (asked.length === 0) await new Promise(resolve => setTimeout(resolve))
  asked[0]?.()
  await settled()
  expect(shownAt()).toBe('POP /dashboard')
})

test('each try asks again, and the next after an answer too', async () => {
  fill()
  for (const times of [1, 2]) {
    tab.address.go(-1)
    await settled()
    expect(asked).toHaveLength(times)
    expect(shownAt()).toBe('PUSH /projects/survey/7')
  }
  asked[1]?.()
  await settled()
  expect(shownAt()).toBe('POP /projects')
  history.links.push('/sync')
  expect(asked).toHaveLength(3)
  expect(shownAt()).toBe('POP /projects')
})

test('two quick tries end at the interview', async () => {
  fill()
  tab.address.go(-1)
  tab.address.go(-1)
  await settled()
  expect(shownAt()).toBe('PUSH /projects/survey/7')
})

test('without a hold nothing waits', async () => {
  fill()
  const end = history.hold({ isHeld: () => true, onHeld: () => {} })
  end()
  tab.address.go(-1)
  await settled()
  expect(shownAt()).toBe('POP /projects')
})

test('an anchor of the page is followed, and the way back from it asks once it leaves the screen', async () => {
  fill()
  tab.followAnchor('#content')
  expect(shownAt()).toBe('POP /projects/survey/7#content')
  tab.address.go(-1)
  await settled()
  expect(shownAt()).toBe('POP /projects/survey/7')
  tab.address.go(-1)
  await settled()
  expect(asked).toHaveLength(1)
  expect(shownAt()).toBe('POP /projects/survey/7')
})

test('the entry that the app starts at is marked, so that the way back to it can be undone', async () => {
  tab = createTab({ depth: null })
  history = createHistory(tab.address)
  expect(tab.address.depth()).toBe(0)
  history.hold({ isHeld: () => isDirty, onHeld: goOn => void asked.push(goOn) })
  history.links.push('/projects/survey/7')
  isDirty = true
  tab.address.go(-1)
  await settled()
  expect(asked).toHaveLength(1)
  expect(shownAt()).toBe('PUSH /projects/survey/7')
})

test('the browser back closes an open dialog once the address is back, and leads on without one', async () => {
  const closedAt: string[] = []
  let isOpen = true
  history = createHistory(tab.address, () =>
    isOpen
      ? () => {
          isOpen = false
          closedAt.push(shownAt())
        }
      : null,
  )
  history.links.push('/projects')
  tab.address.go(-1)
  await settled()
  expect(closedAt).toEqual(['PUSH /projects'])
  tab.address.go(-1)
  await settled()
  expect(shownAt()).toBe('POP /dashboard')
  expect(closedAt).toHaveLength(1)
})
