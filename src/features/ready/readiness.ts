import type { Permission, StoredShell } from '../../env.ts'
import { readyClockMs, readyPhotoBytes, readyPhotos, readySyncMs } from '../../limits.ts'
import { baseMaps as mapWords } from '../../messages/device/base-maps.ts'
import { ready as words } from '../../messages/device/ready.ts'
import { numberText } from '../../messages/locale.ts'
import { relativeTimeWithin } from '../../messages/app/time.ts'

/** What is known about the device; null where it is not known (yet). */
export interface Facts {
  readonly now: number
  readonly isOnline: boolean
  readonly shell: StoredShell | null
  /** The assigned surveys, and how many of them are complete on the device. */
  readonly forms: { readonly assigned: number; readonly whole: number } | null
  /** The cases on the device, and whether they are all that the server lists; null without cases. */
  readonly cases: { readonly count: number; readonly isWhole: boolean } | null
  /** The base maps of the surveys, and how many of them are whole on the device. */
  readonly maps: { readonly all: number; readonly here: number }
  readonly isPersistent: boolean
  readonly isInstalled: boolean
  /** iPhone and iPad: the data of an app that is not installed lasts for a week without use. */
  readonly isApple: boolean
  /** Bytes; null if the browser does not report it. */
  readonly freeBytes: number | null
  readonly location: Permission
  readonly camera: Permission
  readonly clockAheadMs: number | null
  /** Epoch ms; 0 for never. */
  readonly lastSync: number
  readonly pending: number
}

/** What the button of a line does. */
export type Remedy = 'reload' | 'download' | 'fetch-cases' | 'maps' | 'protect' | 'locate' | 'sync'

/** One line of the checklist. A line that fails says what to do. */
export interface Line {
  readonly key: string
  readonly state: 'good' | 'bad' | 'unknown'
  readonly title: string
  readonly detail: string
  readonly remedy: Remedy | null
}

const good = (key: string, title: string, detail: string): Line => ({
  key,
  state: 'good',
  title,
  detail,
  remedy: null,
})
const bad = (key: string, title: string, detail: string, remedy: Remedy | null = null): Line => ({
  key,
  state: 'bad',
  title,
  detail,
  remedy,
})
const unknown = (key: string, title: string, detail: string): Line => ({
  key,
  state: 'unknown',
  title,
  detail,
  remedy: null,
})

const shellLine = ({ shell, isOnline }: Facts): Line => {
  if (shell === null) return unknown('shell', words.shell, words.looking)
  if (shell.stored >= shell.needed) return good('shell', words.shell, words.shellGood)
  return isOnline
    ? bad('shell', words.shell, words.shellBad, 'reload')
    : bad('shell', words.shell, words.shellBadOffline)
}

const formsLine = ({ forms, isOnline }: Facts): Line => {
  if (forms === null) return unknown('forms', words.forms, words.looking)
  const { assigned, whole } = forms
  if (assigned === 0)
    // Without a network it is not known what is assigned, because nothing may have been fetched.
    return isOnline
      ? bad('forms', words.forms, words.formsNone, 'download')
      : bad('forms', words.forms, words.formsNoneOffline)
  const text = words.formsWhole(numberText(whole), numberText(assigned))
  if (whole === assigned) return good('forms', words.forms, text)
  return isOnline
    ? bad('forms', words.forms, `${text} ${words.formsBad}`, 'download')
    : bad('forms', words.forms, `${text} ${words.formsBadOffline}`)
}

const casesLine = ({ cases, isOnline }: Facts): Line | null => {
  if (cases === null) return null
  const text = words.casesCount(cases.count)
  if (cases.isWhole) return good('cases', words.cases, text)
  return isOnline
    ? bad('cases', words.cases, `${text} ${words.casesBad}`, 'fetch-cases')
    : bad('cases', words.cases, `${text} ${words.casesBadOffline}`)
}

/** No line where no survey has a map. */
const mapsLine = ({ maps: { all, here }, isOnline }: Facts): Line | null => {
  if (all === 0) return null
  const text = mapWords.ready(numberText(here), numberText(all))
  if (here === all) return good('maps', mapWords.title, text)
  const help = isOnline ? mapWords.readyBad : mapWords.readyBadOffline
  return bad('maps', mapWords.title, `${text} ${help}`, isOnline ? 'maps' : null)
}

const persistentLine = ({ isPersistent, isInstalled, isApple }: Facts): Line => {
  if (isApple && !isInstalled) return bad('persistent', words.persistent, words.persistentWeek)
  if (isPersistent) return good('persistent', words.persistent, words.persistentGood)
  const help = isInstalled ? words.persistentBad : words.persistentBadBrowser
  return bad('persistent', words.persistent, help, 'protect')
}

const roomLine = ({ freeBytes, pending, isOnline }: Facts): Line => {
  if (freeBytes === null) return unknown('room', words.room, words.roomUnknown)
  const photos = Math.max(0, Math.floor(freeBytes / readyPhotoBytes))
  const text = roomText(photos)
  if (photos >= readyPhotos) return good('room', words.room, text)
  return bad(
    'room',
    words.room,
    `${text} ${words.roomBad}`,
    pending > 0 && isOnline ? 'sync' : null,
  )
}

/** A count at the limit means 'at least', because the measurement stops at a day's photos. */
const roomText = (photos: number): string => {
  if (photos === 0) return words.roomNone
  return photos === readyPhotos ? words.roomAtLeast(photos) : words.roomFor(photos)
}

const locationLine = ({ location }: Facts): Line => {
  switch (location) {
    case 'granted':
      return good('location', words.location, words.allowed)
    case 'denied':
      return bad('location', words.location, words.locationDenied)
    case 'prompt':
      return bad('location', words.location, words.locationPrompt, 'locate')
    case 'unknown':
      return unknown('location', words.location, words.locationUnknown)
  }
}

const cameraLine = ({ camera }: Facts): Line => {
  switch (camera) {
    case 'granted':
      return good('camera', words.camera, words.allowed)
    case 'denied':
      return bad('camera', words.camera, words.cameraDenied)
    case 'prompt':
    case 'unknown':
      return good('camera', words.camera, words.cameraLater)
  }
}

const clockLine = ({ clockAheadMs }: Facts): Line => {
  if (clockAheadMs === null) return unknown('clock', words.clock, words.clockUnknown)
  if (Math.abs(clockAheadMs) <= readyClockMs) return good('clock', words.clock, words.clockGood)
  const minutes = Math.round(Math.abs(clockAheadMs) / 60_000)
  return bad('clock', words.clock, words.clockBad(minutes, clockAheadMs > 0))
}

const syncLine = ({ lastSync, pending, now, isOnline }: Facts): Line => {
  const remedy = isOnline ? 'sync' : null
  const waiting = pending > 0 ? ` ${words.pending(numberText(pending))}` : ''
  if (lastSync === 0 && pending === 0) return good('sync', words.sync, words.syncNothing)
  if (lastSync === 0) return bad('sync', words.sync, `${words.syncNever}${waiting}`, remedy)
  const text = `${words.syncedAt(relativeTimeWithin(lastSync, now))}${waiting}`
  return pending > 0 && now - lastSync > readySyncMs
    ? bad('sync', words.sync, text, remedy)
    : good('sync', words.sync, text)
}

/** The lines of 'Ready for the field', the most important first. */
export const readinessOf = (facts: Facts): readonly Line[] =>
  [
    shellLine,
    formsLine,
    casesLine,
    mapsLine,
    persistentLine,
    roomLine,
    locationLine,
    cameraLine,
    clockLine,
    syncLine,
  ].flatMap(line => line(facts) ?? [])
