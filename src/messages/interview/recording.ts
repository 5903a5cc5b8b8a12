import { translatable } from '../catalogue.ts'
import { counted } from '../counted.ts'

/** Words of the sound recording input. */
export const recording = translatable('recording.recording', {
  record: 'Record',
  again: 'Record again',
  stop: 'Stop recording',
  limit: (minutes: number) => `Up to ${counted(minutes, 'minute', 'minutes')}`,
  /** The time so far and the longest possible. */
  elapsed: (time: string, longest: string) => `Recording: ${time} of ${longest}`,
  add: 'Add a recording',
  replace: 'Replace with a file',
  player: (name: string) => `Play ${name}`,
  failed: {
    denied:
      'The app may not use the microphone. Allow it in the browser’s settings, or add a recording made by another app.',
    missing: 'This device cannot record here. Add a recording made by another app.',
  },
  noRoom:
    'The recording ended because there is no more space on this device. What was recorded before is kept.',
})
