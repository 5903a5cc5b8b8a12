import { firstValueFrom } from 'rxjs'
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
  if (state.kind === 'open' && (await firstValueFrom(state.workspace.sync.active$))) return 'sync'
  return (await isAnotherTabBusy(env)) ? 'tab' : null
}
