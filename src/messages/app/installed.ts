import { config } from '../../config.ts'
import { translatable } from '../catalogue.ts'

/** The offer to install the app (2.splash-install-and-update.2, 4.30). */
export const install = translatable('installed.install', {
  title: `Install ${config.appName}`,
  message: 'Opens faster, keeps your data safer.',
  now: 'Install',
  how: 'How?',
  notNow: 'Not now',
  sheetTitle: `Install ${config.appName}`,
  sheetIntro: 'On iPhone and iPad you add the app yourself. It takes three taps:',
  steps: {
    share: 'Tap Share in the bar of your browser.',
    add: "Choose 'Add to Home Screen'.",
    confirm: "Tap 'Add', then open the app from your home screen.",
  },
  sheetWhy:
    'If the app is not on your home screen, this device deletes what it saved after 7 days without use.',
  sheetSync:
    'Sync first: the installed app has its own storage. It asks you to sign in, and does not show what is saved in this browser.',
  done: 'Got it',
})

/** The card of a new version (2.splash-install-and-update.3, 4.31). */
export const update = translatable('installed.update', {
  title: 'App Update Available',
  message: 'It takes a few seconds. Everything you have entered is kept.',
  now: 'Update Now',
  later: 'Later',
  waiting: {
    form: 'Updates when this survey is submitted or closed.',
    sync: 'Updates when the sync has finished.',
    tab: 'Updates when the survey in your other tab is submitted or closed.',
  },
  updating: 'Updating...',
  outdatedTitle: 'App updated',
  outdatedMessage: 'This tab still runs the previous version. Everything you have entered is kept.',
  reload: 'Reload',
})

/** After an update (4.35, 8.49). */
export const updated = translatable('installed.updated', {
  toast: (version: string) => `App updated to v${version}! Cache cleared automatically.`,
  notCleared: 'App updated but cache clear failed. Please refresh manually if you face issues.',
  title: 'App Updated!',
  message: (version: string) =>
    `You now have version ${version}. Everything you have entered is still on this device.`,
  resume: 'Continue',
  refresh: 'Refresh Now',
})
