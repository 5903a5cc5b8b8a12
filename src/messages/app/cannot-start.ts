import { translatable } from '../catalogue.ts'

/* Why the app does not start; apart from other failures, because hardly any start needs it. */

/** Where the browser denies the app its storage. */
export const cannotStart = translatable('cannot-start.cannotStart', {
  title: 'The app could not start',
  message:
    'The browser does not let the app read what is kept on this device. The app has deleted nothing. Allow this site to store data and cookies in the browser’s settings, or restart the device, and try again.',
})

/** Decisions 5: shown where the browser has no secure context. */
export const insecure = translatable('cannot-start.insecure', {
  title: 'This address is not secure',
  message:
    'The app encrypts what it keeps on this device, and your browser allows that only on a secure address. Open it with https://, or on this machine with http://localhost.',
})
