import type * as app from './app/app.ts'
import type * as articles from './help/articles.ts'
import type * as auth from './account/auth.ts'
import type * as backup from './device/backup.ts'
import type * as bin from './submissions/bin.ts'
import type * as common from './app/common.ts'
import type * as dashboard from './start/dashboard.ts'
import type * as failure from './app/failure.ts'
import type * as fill from './interview/fill.ts'
import type * as drawing from './interview/drawing.ts'
import type * as geopoint from './interview/geopoint.ts'
import type * as home from './start/home.ts'
import type * as info from './help/info.ts'
import type * as installed from './app/installed.ts'
import type * as place from './interview/place.ts'
import type * as profile from './account/profile.ts'
import type * as projects from './start/projects.ts'
import type * as ready from './device/ready.ts'
import type * as recovery from './submissions/recovery.ts'
import type * as repeats from './interview/repeats.ts'
import type * as routes from './app/routes.ts'
import type * as settings from './account/settings.ts'
import type * as language from './account/language.ts'
import type * as storageCare from './device/storage-care.ts'
import type * as storage from './device/storage.ts'
import type * as submission from './submissions/submission.ts'
import type * as submissions from './submissions/submissions.ts'
import type * as sync from './device/sync.ts'
import type * as time from './app/time.ts'

/** The words of an area: its objects, without the functions that combine them. */
type Words<Area> = {
  readonly [
    Name in keyof Area as Area[Name] extends string | ((...values: never[]) => unknown)
      ? never
      : Name
  ]: Area[Name]
}

/** All words of a language, with English as the model; an area is a file of one of these rooms. */
export type Translation = {
  readonly app: Words<typeof app>
  readonly articles: Words<typeof articles>
  readonly auth: Words<typeof auth>
  readonly backup: Words<typeof backup>
  readonly bin: Words<typeof bin>
  readonly common: Words<typeof common>
  readonly dashboard: Words<typeof dashboard>
  readonly failure: Words<typeof failure>
  readonly fill: Words<typeof fill>
  readonly drawing: Words<typeof drawing>
  readonly geopoint: Words<typeof geopoint>
  readonly home: Words<typeof home>
  readonly info: Words<typeof info>
  readonly installed: Words<typeof installed>
  readonly place: Words<typeof place>
  readonly profile: Words<typeof profile>
  readonly projects: Words<typeof projects>
  readonly ready: Words<typeof ready>
  readonly recovery: Words<typeof recovery>
  readonly repeats: Words<typeof repeats>
  readonly routes: Words<typeof routes>
  readonly settings: Words<typeof settings>
  readonly language: Words<typeof language>
  readonly 'storage-care': Words<typeof storageCare>
  readonly storage: Words<typeof storage>
  readonly submission: Words<typeof submission>
  readonly submissions: Words<typeof submissions>
  readonly sync: Words<typeof sync>
  readonly time: Words<typeof time>
}
