import { translatable } from '../catalogue.ts'

/** Words of the barcode input. */
export const codes = translatable('codes.codes', {
  scan: 'Scan the code',
  starting: 'Starting the camera…',
  aim: 'Hold the code in front of the camera.',
  camera: 'What the camera sees',
  read: (code: string) => `Read: ${code}`,
  failed: {
    denied: 'The app may not use the camera. Allow it in the browser’s settings, or type the code.',
    missing: 'No camera was found. Type the code.',
    'no reader':
      'The code reader is not on this device yet. Connect to the internet and try again, or type the code.',
    stopped: 'The camera stopped. Try again, or type the code.',
  },
})
