import { dataCalls } from './data-calls.ts'
import { entranceCalls } from './entrance-calls.ts'
import { formCalls } from './form-calls.ts'
import { peopleCalls } from './people-calls.ts'
import { reviewCalls } from './review-calls.ts'
import { settingsCalls } from './settings-calls.ts'

/** Every call of the office. The server mounts its routes from it, and the page builds its requests from it. */
export const officeCalls = {
  ...entranceCalls,
  ...dataCalls,
  ...formCalls,
  ...peopleCalls,
  ...reviewCalls,
  ...settingsCalls,
}

/** The name of a call of the office. */
export type OfficeCallName = keyof typeof officeCalls
