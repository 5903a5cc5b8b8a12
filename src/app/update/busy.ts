import type { Database } from '../../../collections/database.ts'
import { readSetting } from '../../../collections/writes/write-settings.ts'
import type { Env } from '../../env.ts'
import type { LeaveGuard } from '../../lib/navigation/leave-guard.tsx'
import type { Busy } from '../../pwa/updates.ts'
import type { Keeper } from '../../workspace/keeper.ts'
import { isAnotherTabBusy } from './tabs.ts'

interface BusyParts {
  readonly env: Pick<Env, 'clock' | 'tabs'>
  readonly guard: LeaveGuard
  readonly keeper: Pick<Keeper, 'current'>
}

/** Whether a survey is being filled in here; of all screens only surveys have drafts. */
export const isFilling = (guard: LeaveGuard): boolean => {
  const screen = guard.current()
  return Boolean(screen?.keep && screen.isDirty())
}

/** What an update would interrupt now, in any tab; null when nothing. */
export const busyWith = async ({ env, guard, keeper }: BusyParts): Promise<Busy | null> => {
  if (isFilling(guard)) return 'form'
  const state = keeper.current()
  if (state.kind === 'open' && (await isSyncing(state.workspace.db, env.clock.now()))) return 'sync'
  return (await isAnotherTabBusy(env)) ? 'tab' : null
}

/** A tab that died during a run never reports its end, so an expired lease counts as over. */
const isSyncing = async (db: Database, now: number): Promise<boolean> => {
  try {
    const { running } = await readSetting(db, 'syncProgress')
    return running && (await readSetting(db, 'syncLease')).expiresAt > now
  } catch {
    // The database was closed meanwhile, so no sync uses it.
    return false
  }
}
