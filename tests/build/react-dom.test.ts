// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as ReactPackage from 'react'
import type { Root, RootOptions } from 'react-dom/client'
import type * as ReactDomPackage from 'react-dom'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { withoutCuts } from '../../build/cut-modules.ts'
import { reactDom } from '../../build/react-dom.ts'
import { inModules } from '../../build/versions.ts'

/** React DOM as the build leaves it, compared with the whole: everything that the app does with it, step by step. */

const require = createRequire(import.meta.url)
// The build that the app ships. Both of its packages choose when they are read.
process.env['NODE_ENV'] = 'production'
const React = require('react') as typeof ReactPackage
const { createPortal, flushSync } = require('react-dom') as typeof ReactDomPackage

interface Client {
  readonly createRoot: (at: Element, options: RootOptions) => Root
}

const load = (code: string): Client => {
  const module = { exports: {} }
  new Function('require', 'exports', 'module', code)(require, module.exports, module)
  return module.exports as Client
}

const whole = readFileSync(inModules(reactDom.module), 'utf8')
const { program } = parseSync('module.js', whole, { preserveParens: false })
const slim = withoutCuts(whole, program, reactDom)

const h = React.createElement
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** A promise that its owner fulfils. */
const later = (value: string) => {
  let fulfil = () => {}
  const promise = new Promise<string>(resolve => {
    fulfil = () => resolve(value)
  })
  return { promise, fulfil }
}

/** What a small app showed and did, step by step. */
const live = async ({ createRoot }: Client): Promise<readonly string[]> => {
  const seen: string[] = []
  const see = (what: string) =>
    seen.push(`${what}: ${document.head.innerHTML} ${document.body.innerHTML}`)

  class Boundary extends React.Component<{ children?: ReactPackage.ReactNode }> {
    override state = { text: '' }
    static getDerivedStateFromError = ({ message }: Error) => ({ text: message })
    override render() {
      return this.state.text === '' ? this.props.children : h('i', {}, this.state.text)
    }
  }
  const Lazy = React.lazy(async () => ({ default: ({ of }: { of: number }) => h('b', {}, of) }))
  const Breaks = ({ now }: { now: boolean }) => {
    if (now) throw new Error('broken')
    return h('u', {}, 'whole')
  }
  const Awaits = ({ text }: { text: Promise<string> }) => h('em', {}, React.use(text))
  const Kept = React.memo(({ text }: { text: string }) => h('s', {}, text))

  const start = { count: 0, keys: ['a', 'b', 'c'], text: 'x', broken: false }
  type State = typeof start & { readonly awaited?: Promise<string> }
  const App = ({ count, keys, text, broken, awaited }: State) => {
    const deferred = React.useDeferredValue(text)
    const id = React.useId()
    React.useLayoutEffect(() => void seen.push(`laid out ${count}`), [count])
    React.useEffect(() => {
      seen.push(`begun ${count}`)
      return () => void seen.push(`ended ${count}`)
    }, [count])
    return h(
      React.StrictMode,
      {},
      h('title', {}, `Title ${count}`),
      h('meta', { name: 'description', content: `${count}` }),
      h(
        React.Suspense,
        { fallback: h('p', {}, 'waiting') },
        h(Lazy, { of: count }),
        awaited === undefined ? null : h(Awaits, { text: awaited }),
      ),
      h('ul', {}, ...keys.map(key => h('li', { key }, key))),
      h(Boundary, {}, h(Breaks, { now: broken })),
      h(Kept, { text: deferred }),
      h('input', {
        value: text,
        'aria-describedby': id,
        onChange: () => void seen.push('typed'),
      }),
      h('textarea', { value: text, readOnly: true }),
      h(
        'form',
        { onSubmit: () => void seen.push('submitted') },
        h('button', { onClick: () => void seen.push('clicked') }),
      ),
      h('svg', { viewBox: '0 0 1 1' }, h('title', {}, 'drawing'), h('path', { strokeWidth: 2 })),
      h('dialog', { open: count > 0 }),
      createPortal(h('aside', { style: { top: count } }, 'elsewhere'), document.body),
    )
  }

  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place, {
    identifierPrefix: 'one',
    onCaughtError: error => void seen.push(`caught ${String(error)}`),
  })
  let state: State = start
  const change = (more: Partial<State>) => {
    state = { ...state, ...more }
    root.render(h(App, state))
  }
  const step = async (name: string, act: () => void, ms = 60) => {
    act()
    await pause(ms)
    see(name)
  }
  const soon = later('soon')
  const late = later('late')
  await step('painted', () => change({}), 400)
  await step('changed', () => change({ count: 1 }))
  await step('moved', () =>
    React.startTransition(() => change({ count: 2, keys: ['c', 'a', 'd'] })),
  )
  await step('typed', () => change({ text: 'y' }))
  await step('stays while it waits', () =>
    React.startTransition(() => change({ awaited: soon.promise })),
  )
  await step('arrived', soon.fulfil)
  await step('hidden while it waits', () => change({ awaited: late.promise }), 400)
  await step('shown again', late.fulfil, 400)
  await step('at once', () => flushSync(() => change({ count: 3 })), 0)
  await step('pressed', () => {
    document.querySelector('button')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    document
      .querySelector('form')
      ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  })
  await step('broken', () => change({ broken: true }))
  await step('gone', () => root.unmount())
  place.remove()
  return seen
}

test('it paints, changes, waits, hides, catches and reports the same as the whole', async () => {
  const expected = await live(load(whole))
  expect(expected.length).toBeGreaterThan(20)
  expect(await live(load(slim))).toEqual(expected)
})
