import type { Database } from '../../../collections/database.ts'
import { changeSetting } from '../../../collections/writes/write-settings.ts'

/**
 * Has the next pull of cases begin anew, because the server was restored from a backup. The changes of interviews show that
 * also where those of cases do not.
 */
export const restartCases = async (db: Database): Promise<void> => {
  await changeSetting(db, 'cases', known =>
    known.cursor === '' ? null : { ...known, cursor: '', pass: known.pass + 1 },
  )
}
