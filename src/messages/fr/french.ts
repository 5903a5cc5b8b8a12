import type { Translation } from '../translation.ts'
import * as app from './app.ts'
import * as articles from './articles.ts'
import * as auth from './auth.ts'
import * as backup from './backup.ts'
import * as bin from './bin.ts'
import * as common from './common.ts'
import * as dashboard from './dashboard.ts'
import * as failure from './failure.ts'
import * as fill from './fill.ts'
import * as geopoint from './geopoint.ts'
import * as info from './info.ts'
import * as installed from './installed.ts'
import * as place from './place.ts'
import * as profile from './profile.ts'
import * as projects from './projects.ts'
import * as ready from './ready.ts'
import * as recovery from './recovery.ts'
import * as repeats from './repeats.ts'
import * as routes from './routes.ts'
import * as settings from './settings.ts'
import * as speech from './speech.ts'
import * as storageCare from './storage-care.ts'
import * as storage from './storage.ts'
import * as submission from './submission.ts'
import * as submissions from './submissions.ts'
import * as sync from './sync.ts'
import * as time from './time.ts'

/** The app in French. */
export const french: Translation = {
  app,
  articles,
  auth,
  backup,
  bin,
  common,
  dashboard,
  failure,
  fill,
  geopoint,
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
  speech,
  'storage-care': storageCare,
  storage,
  submission,
  submissions,
  sync,
  time,
}
