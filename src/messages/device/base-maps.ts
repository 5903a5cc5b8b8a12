import { translatable } from '../catalogue.ts'

/** The maps that the office adds, which lie beneath answers also without a network. */
export const baseMaps = translatable('base-maps.baseMaps', {
  title: 'Maps',
  absent: (size: string) => `Not on this device (${size}).`,
  part: (here: string, size: string) => `${here} of ${size} are here.`,
  kept: (size: string) => `On this device (${size}).`,
  download: (name: string, size: string) => `Download map: ${name} (${size})`,
  fetch: 'Download',
  goOn: 'Continue',
  stop: 'Stop',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete the map “${name}” from this device?`,
  removeText: (size: string) =>
    `This frees ${size}. No answer is deleted, and the map can be downloaded again.`,
  progress: (name: string) => `Downloading ${name}`,
  problems: {
    network: 'The network is gone. The download goes on when it is back.',
    gone: 'The server no longer has this map.',
    server: 'The server did not send this map. Try again later.',
    'no-room': 'There is no room for this map on this device.',
    'made-room': 'It was deleted here or made room for answers, and waits until you download it.',
    elsewhere: 'Another tab downloads it.',
  },
  ready: (here: string, all: string) => `${here} of ${all} on this device.`,
  readyBad: 'Download the others now, best over Wi-Fi.',
  readyBadOffline: 'Connect to the internet to download the others.',
})
