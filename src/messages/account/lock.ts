import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** The lock: the screen that asks for the PIN, and the PIN in Settings. */
export const lock = translatable('lock.lock', {
  title: 'The app is locked',
  intro: 'Your work is on this device. Nothing is sent until you unlock it.',
  pin: 'PIN',
  show: 'Show the PIN',
  hide: 'Hide the PIN',
  unlock: 'Unlock',
  unlocking: 'Unlocking...',
  wrong: 'This is not the PIN.',
  tooMany: (time: string) => `Too many wrong PINs. Try again in ${time}.`,
  failed: 'That did not work. Nothing was changed. Please try again.',
  forgot: 'Forgot PIN?',
  forgotHelp:
    'Sign in with your password, with internet. Nothing that was not sent is lost. The PIN is then removed, and you can set another one in Settings.',
  signIn: 'Sign in instead of the PIN',
  otherSurveyor: 'Sign in as another surveyor',
})

export const pin = translatable('lock.pin', {
  heading: 'App lock',
  row: 'PIN',
  off: 'Off',
  on: (minutes: string) => `On, locks after ${minutes} without use`,
  about:
    'The app asks for the PIN when it starts and after a time without use. While it is locked, nobody can read your work on this device.',
  nothingSent: 'Nothing is sent while the app is locked.',
  forget: 'If you forget the PIN, you need your password and the internet.',
  checking: 'Checking...',
  needsInternet: 'Setting a PIN needs the internet once. Connect, and open this again.',
  plainServer:
    'Your server cannot help when a PIN is forgotten, and your work would be lost. So no PIN can be set.',
  signOutFirst:
    'Your data on this device is from before the app had a PIN. When everything has been sent, log out and sign in once. Then you can set a PIN.',
  choose: 'New PIN',
  chooseHelp: 'At least 4 digits, better 6.',
  repeat: 'New PIN again',
  current: 'Current PIN',
  short: 'At least 4 digits.',
  obvious: 'This PIN is too easy to guess. Do not use a year, or digits in a row.',
  differs: 'The two PINs differ.',
  after: 'Lock after',
  minutes: (count: number) => counted(count, 'minute', 'minutes'),
  set: 'Set the PIN',
  change: 'Change the PIN',
  remove: 'Remove the PIN',
  busy: 'One moment...',
  lockNow: 'Lock now',
  wasSet: 'The PIN is set.',
  wasChanged: 'The PIN was changed.',
  wasRemoved: 'The PIN was removed.',
})
