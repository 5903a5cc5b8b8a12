import { useEffect } from 'react'
import { countNotArrived } from '../../../collections/waiting-forms.ts'
import { useApp, useKeeper } from '../../context.tsx'
import { useStream } from '../../lib/hooks/use-stream.ts'
import { useNotArrived } from '../../hooks/unsent.ts'
import type { Sending } from '../../workspace/watch-sending.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** Shows open work outside the page: a number on the app's icon, and a screen that stays on. Renders nothing. */
export function OpenWork() {
  const keeper = useKeeper()
  const state = useStream(keeper.state$, keeper.current())
  return state.kind === 'open' ? <WorkSigns workspace={state.workspace} /> : null
}

/** With more items than this the screen is kept on during a sync, because a screen that turns off stops the sync. */
const longSync = 5

function WorkSigns({ workspace: { db, sending$ } }: { workspace: Workspace }) {
  const { env } = useApp()
  const count = countNotArrived(useNotArrived(db))
  const sending = useStream<Sending | null>(sending$, null)
  const isLong = sending !== null && sending.total > longSync

  useEffect(() => {
    if (count !== null) env.setBadge(count)
  }, [env, count])
  useEffect(() => () => env.setBadge(0), [env])
  useEffect(() => (isLong ? env.keepAwake() : undefined), [env, isLong])

  return null
}
