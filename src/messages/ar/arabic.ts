import type { Translation } from '../translation.ts'
import * as app from './app/app.ts'
import * as articles from './help/articles.ts'
import * as auth from './account/auth.ts'
import * as backup from './device/backup.ts'
import * as bin from './submissions/bin.ts'
import * as common from './app/common.ts'
import * as dashboard from './start/dashboard.ts'
import * as failure from './app/failure.ts'
import * as fill from './interview/fill.ts'
import * as drawing from './interview/drawing.ts'
import * as geopoint from './interview/geopoint.ts'
import * as home from './start/home.ts'
import * as info from './help/info.ts'
import * as installed from './app/installed.ts'
import * as place from './interview/place.ts'
import * as profile from './account/profile.ts'
import * as projects from './start/projects.ts'
import * as ready from './device/ready.ts'
import * as recovery from './submissions/recovery.ts'
import * as repeats from './interview/repeats.ts'
import * as routes from './app/routes.ts'
import * as settings from './account/settings.ts'
import * as language from './account/language.ts'
import * as storageCare from './device/storage-care.ts'
import * as storage from './device/storage.ts'
import * as submission from './submissions/submission.ts'
import * as submissions from './submissions/submissions.ts'
import * as sync from './device/sync.ts'
import * as time from './app/time.ts'

/** The app in Arabic. */
export const arabic: Translation = {
  app,
  articles,
  auth,
  backup,
  bin,
  common,
  dashboard,
  failure,
  fill,
  drawing,
  geopoint,
  home,
  info,
  installed,
  place,
  profile,
  projects,
  ready,
  recovery,
  repeats,
  routes,
  settings,
  language,
  'storage-care': storageCare,
  storage,
  submission,
  submissions,
  sync,
  time,
}
