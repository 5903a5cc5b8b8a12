import { afterEach, expect, test, vi } from 'vitest'

/** No module makes a format while it loads, because a browser's first one takes 20 to 40 ms of a start. */

afterEach(() => vi.unstubAllGlobals())

const modules: Readonly<Record<string, () => Promise<unknown>>> = {
  'the English words': () => import('../../src/messages/english.ts'),
  'the French words': () => import('../../src/messages/fr/french.ts'),
  'the Arabic words': () => import('../../src/messages/ar/arabic.ts'),
  'the operations of forms': () => import('../../src/form/operations/operations.ts'),
  'the countries of telephones': () => import('../../src/lib/phone/dial-codes.ts'),
}

test.each(Object.keys(modules))('%s', async name => {
  vi.resetModules()
  const made: string[] = []
  const watched = Object.fromEntries(
    Object.getOwnPropertyNames(Intl).map(kind => [
      kind,
      function Format() {
        made.push(kind)
      },
    ]),
  )
  vi.stubGlobal('Intl', watched)
  await modules[name]?.()
  expect(made).toEqual([])
})
