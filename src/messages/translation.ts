import type * as app from './app.ts'
import type * as articles from './articles.ts'
import type * as auth from './auth.ts'
import type * as backup from './backup.ts'
import type * as bin from './bin.ts'
import type * as common from './common.ts'
import type * as dashboard from './dashboard.ts'
import type * as failure from './failure.ts'
import type * as fill from './fill.ts'
import type * as geopoint from './geopoint.ts'
import type * as info from './info.ts'
import type * as installed from './installed.ts'
import type * as place from './place.ts'
import type * as profile from './profile.ts'
import type * as projects from './projects.ts'
import type * as ready from './ready.ts'
import type * as recovery from './recovery.ts'
import type * as repeats from './repeats.ts'
import type * as routes from './routes.ts'
import type * as settings from './settings.ts'
import type * as speech from './speech.ts'
import type * as storageCare from './storage-care.ts'
import type * as storage from './storage.ts'
import type * as submission from './submission.ts'
import type * as submissions from './submissions.ts'
import type * as sync from './sync.ts'
import type * as time from './time.ts'

/** The words of an area: its objects, and not the functions that put them together. */
type Words<Area> = {
  readonly [
    Name in keyof Area as Area[Name] extends string | ((...values: never[]) => unknown)
      ? never
      : Name
  ]: Area[Name]
}

/** Everything that a language has to say, as English says it; an area is a file of this folder. */
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
  readonly geopoint: Words<typeof geopoint>
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
  readonly speech: Words<typeof speech>
  readonly 'storage-care': Words<typeof storageCare>
  readonly storage: Words<typeof storage>
  readonly submission: Words<typeof submission>
  readonly submissions: Words<typeof submissions>
  readonly sync: Words<typeof sync>
  readonly time: Words<typeof time>
}
