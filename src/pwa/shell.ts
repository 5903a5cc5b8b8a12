import type { AppFile, FetchFile } from '../lib/worker/media.ts'

/** What refilling needs of the worker. */
interface ShellParts {
  /** The cache of this version's files. */
  readonly open: () => Promise<Pick<Cache, 'match' | 'put'>>
  /** The address under which a file is stored. */
  readonly keyOf: (url: string) => string
  readonly fetch: FetchFile
  /** Whether the server has another version. Rejects without a network. */
  readonly isOutdated: () => Promise<boolean>
}

/** How many files are fetched at a time. */
const atOnce = 6

/**
 * Stores the app's files again if the browser has deleted them, because an installed worker fetches them only with the
 * next version, and until then the app would not open without a network. Returns whether it did. The page is stored
 * last: if it is there, all are. Files of another version are left alone, because that version brings them.
 */
export const refillShell = async (
  { open, keyOf, fetch, isOutdated }: ShellParts,
  files: readonly AppFile[],
  page: string,
): Promise<boolean> => {
  const cache = await open()
  const isStored = async (url: string) => (await cache.match(keyOf(url))) !== undefined
  if ((await isStored(page)) || (await isOutdated())) return false
  const store = async (url: string): Promise<void> => {
    if (await isStored(url)) return
    await cache.put(keyOf(url), await fetch(new Request(url, { cache: 'reload' })))
  }
  const isPage = (url: string) => keyOf(url) === keyOf(page)
  const others = files.map(({ url }) => url).filter(url => !isPage(url))
  for (let at = 0; at < others.length; at += atOnce) {
    await Promise.all(others.slice(at, at + atOnce).map(store))
  }
  await store(page)
  return true
}
