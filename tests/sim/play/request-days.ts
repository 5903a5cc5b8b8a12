import { addPhoto, give } from './content-steps.ts'
import type { PlannedDay } from './days.ts'
import { arrives, edit, fault, json, pass, sync } from './steps.ts'

/** Days on which a server takes less than it was sent, or says with a success that it took nothing. */

const refusedByOk = (method: string, path: string) =>
  fault({ path, method, reaches: 'no', answer: json(200, 'Try again later.') })

const twoPhones = [1, 1]

/** Each by what it shows. */
export const requestDays: Readonly<Record<string, PlannedDay>> = {
  'more photos than one request takes all arrive': {
    shape: twoPhones,
    steps: [
      give(
        'many',
        Array.from({ length: 22 }, () => 'photo'),
      ),
      arrives('many'),
    ],
  },
  'what a success refuses is not taken for sent': {
    shape: twoPhones,
    steps: [
      refusedByOk('PUT', '/form-submissions'),
      give('not yet', ['photo']),
      edit('not yet', 'a'),
      sync(),
      refusedByOk('POST', 'upload-files'),
      addPhoto('not yet'),
      sync(),
      pass,
      sync(),
    ],
  },
}
