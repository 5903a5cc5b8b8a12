import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { keepMediaForForms } from '../../src/capture/keep-media.ts'
import { forgetOldMedia, keepMedia, mediaCache, renewMedia } from '../../src/lib/worker/media.ts'
import { keepMediaOf, mediaKindIn } from '../../src/lib/worker/messages.ts'

const site = 'https://transect.test/'
const urlOf = (file: string | URL | Request): string =>
  typeof file === 'string' ? file : 'url' in file ? file.url : file.href

/** The browser's caches, by name, and what was fetched for them. */
const createCaches = (stored: Readonly<Record<string, readonly string[]>>, isOffline = false) => {
  const caches = new Map(
    Object.entries(stored).map(([name, urls]) => [name, new Set(urls.map(url => site + url))]),
  )
  const fetched: string[] = []
  const open = (name: string) => {
    const urls = caches.get(name) ?? new Set<string>()
    caches.set(name, urls)
    const cache: Pick<Cache, 'delete' | 'keys' | 'match' | 'put'> = {
      put: file => {
        urls.add(urlOf(file))
        return Promise.resolve()
      },
      delete: file => Promise.resolve(urls.delete(urlOf(file))),
      keys: () => Promise.resolve([...urls].map(url => new Request(url))),
      match: file => Promise.resolve(urls.has(urlOf(file)) ? new Response('') : undefined),
    }
    return Promise.resolve(cache as Cache)
  }
  const kept = () => [...(caches.get(mediaCache) ?? [])].map(url => url.replace(site, ''))
  const fetch = ({ url }: Request): Promise<Response> => {
    if (isOffline) return Promise.reject(new TypeError('Failed to fetch'))
    fetched.push(url.replace(site, ''))
    return Promise.resolve(new Response(''))
  }
  return { open, kept, fetched, fetch }
}

const hashed = (path: string) => ({ url: site + path, revision: null })
const files = [
  hashed('assets/ponyfill-1.js'),
  hashed('assets/zxing_reader-1.wasm'),
  hashed('assets/draw-dialog-2.js'),
  { url: `${site}vendor/browser-image-compression.js`, revision: 'v2' },
]

test('the code of a kind is stored once', async () => {
  const caches = createCaches({})
  await keepMedia(caches, files, 'barcode', caches.fetch)
  await keepMedia(caches, files, 'barcode', caches.fetch)
  expect(caches.fetched).toEqual(['assets/ponyfill-1.js', 'assets/zxing_reader-1.wasm'])
  await keepMedia(caches, files, 'drawing', caches.fetch)
  expect(caches.kept()).toEqual([...caches.fetched])
  expect(caches.kept()).toContain('assets/draw-dialog-2.js')
})

test('a new version brings the code that the version before had, and forgets the old', async () => {
  const caches = createCaches({ [mediaCache]: ['assets/draw-dialog-1.js'] })
  await renewMedia(caches, files, caches.fetch)
  expect(caches.kept()).toEqual(['assets/draw-dialog-1.js', 'assets/draw-dialog-2.js'])
  await forgetOldMedia(caches, files)
  expect(caches.kept()).toEqual(['assets/draw-dialog-2.js'])
  await renewMedia(caches, files, caches.fetch)
  expect(caches.fetched).toEqual(['assets/draw-dialog-2.js'])
})

test('a file without a hash in its address is fetched with every version', async () => {
  const caches = createCaches({ [mediaCache]: ['vendor/browser-image-compression.js'] })
  await renewMedia(caches, files, caches.fetch)
  expect(caches.fetched).toEqual(['vendor/browser-image-compression.js'])
})

test('a new version that cannot bring it is not installed', async () => {
  const caches = createCaches({ [mediaCache]: ['assets/draw-dialog-1.js'] }, true)
  await expect(renewMedia(caches, files, caches.fetch)).rejects.toThrow('Failed to fetch')
  const without = createCaches({}, true)
  await expect(renewMedia(without, files, without.fetch)).resolves.toBeUndefined()
})

test('only a message that asks for a kind is one', () => {
  expect(mediaKindIn(keepMediaOf('photo'))).toBe('photo')
  for (const other of [null, 'photo', { kind: 'photo' }, { type: 'KEEP_MEDIA', kind: 'film' }]) {
    expect(mediaKindIn(other)).toBe(null)
  }
})

test('each kind is asked for with the first form that has it', () => {
  const eventBulks$ = new Subject<{ events: readonly object[] }>()
  const asked: string[] = []
  const following = keepMediaForForms(
    { form_questions: { eventBulks$ } } as unknown as Parameters<typeof keepMediaForForms>[0],
    { keepMedia: kind => void asked.push(kind) },
  )
  const bring = (...types: string[]) =>
    eventBulks$.next({ events: types.map(type => ({ documentData: { type } })) })
  bring('TEXT', 'signature', 'IMAGE')
  expect(asked).toEqual(['drawing', 'photo'])
  bring('BARCODE', 'SKETCH')
  expect(asked).toEqual(['drawing', 'photo', 'barcode'])
  bring('GEOPOINT', 'TEXT')
  expect(asked).toHaveLength(3)
  const logic = '{"appearance":["placement-map"]}'
  eventBulks$.next({ events: [{ documentData: { type: 'TEXT', logic } }] })
  expect(asked).toHaveLength(3)
  eventBulks$.next({ events: [{ documentData: { type: 'GEOPOINT', logic } }] })
  expect(asked.slice(3)).toEqual(['map'])
  bring('geoshape', 'GEOTRACE')
  expect(asked).toHaveLength(4)
  following.unsubscribe()
})
