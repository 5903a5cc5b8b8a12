import type { FieldType } from '../../../replication/wire/field-types.ts'

/*
 * Code that only some forms need. The worker stores it with the first form that asks for it, and from then on with
 * every new version.
 */

/** All kinds of code that only some forms need. */
export const mediaKinds = ['barcode', 'drawing', 'map', 'photo'] as const

/** Code for one kind of answer. */
export type MediaKind = (typeof mediaKinds)[number]

/** Whether a value, which is untrusted, names a kind. */
export const isMediaKind = (value: unknown): value is MediaKind =>
  mediaKinds.some(kind => kind === value)

/** The code that a field type needs. */
const kinds: Readonly<Partial<Record<FieldType, readonly MediaKind[]>>> = {
  BARCODE: ['barcode'],
  GEOTRACE: ['map'],
  GEOSHAPE: ['map'],
  IMAGE: ['photo'],
  SIGNATURE: ['drawing', 'photo'],
  SKETCH: ['drawing', 'photo'],
}

const choice = /^map$/

/** The words of an appearance that ask for a map. */
const mapWords: Readonly<Record<string, RegExp>> = {
  GEOPOINT: /^(maps|placement-map)$/,
  RADIO: choice,
  CHECKBOX: choice,
  SELECT: choice,
}

/** The kinds of code that a question needs, by its type as the server sends it and the words of its appearance. */
export const mediaKindsOf = (type: string, appearance: readonly string[]): readonly MediaKind[] => {
  const isMapped = appearance.some(word => mapWords[type.toUpperCase()]?.test(word) === true)
  return isMapped ? ['map'] : (kinds[type.toUpperCase() as FieldType] ?? [])
}

/** WARNING: the names of the files that belong to a kind. */
const names: readonly (readonly [name: RegExp, kind: MediaKind])[] = [
  [/\/(ponyfill|zxing_reader)-[^/]*$/, 'barcode'],
  [/\/draw-dialog-[^/]*$/, 'drawing'],
  [/\/map-[^/]*$/, 'map'],
  [/\/vendor\/[^/]*$/, 'photo'],
]

/** The kind that a file of the app belongs to, by its address; null for what every surveyor needs. */
export const mediaKindAt = (url: string): MediaKind | null =>
  names.find(([name]) => name.test(pathOf(url)))?.[1] ?? null

/** The path of an address, which may be relative, as the build lists files. */
export const pathOf = (url: string): string => new URL(url, 'https://transect.invalid').pathname

/** WARNING: persisted, the cache of this code. Its name has no version, because a new worker updates it in place. */
export const mediaCache = 'media'

/** A file of the app, as the build lists it; the revision is null where the address has a hash. */
export interface AppFile {
  readonly url: string
  readonly revision: string | null
}

/** Fetches a file of this version. Rejects when it cannot, or gets something else. */
export type FetchFile = (request: Request) => Promise<Response>

/** Stores the code of a kind, unless it is there. Rejects when it cannot be fetched. */
export const keepMedia = async (
  caches: Pick<CacheStorage, 'open'>,
  files: readonly AppFile[],
  kind: MediaKind,
  fetch: FetchFile,
): Promise<void> => {
  const cache = await caches.open(mediaCache)
  for (const { url } of files.filter(file => mediaKindAt(file.url) === kind)) {
    if ((await cache.match(url)) === undefined) await cache.put(url, await fetch(new Request(url)))
  }
}

/**
 * Stores this version of the code that the version before had stored. Rejects when it cannot be fetched; then the new
 * version is not installed.
 */
export const renewMedia = async (
  caches: Pick<CacheStorage, 'open'>,
  files: readonly AppFile[],
  fetch: FetchFile,
): Promise<void> => {
  const cache = await caches.open(mediaCache)
  const kept = new Set((await cache.keys()).map(({ url }) => mediaKindAt(url)))
  for (const { url, revision } of files) {
    const kind = mediaKindAt(url)
    if (kind === null || !kept.has(kind)) continue
    const isSame = revision === null && (await cache.match(url)) !== undefined
    if (!isSame) await cache.put(url, await fetch(new Request(url, { cache: 'reload' })))
  }
}

/** Removes what only the version before needed. */
export const forgetOldMedia = async (
  caches: Pick<CacheStorage, 'open'>,
  files: readonly AppFile[],
): Promise<void> => {
  const cache = await caches.open(mediaCache)
  const current = new Set(files.map(({ url }) => pathOf(url)))
  for (const request of await cache.keys()) {
    if (!current.has(pathOf(request.url))) await cache.delete(request)
  }
}
