import { useEffect, useState } from 'react'
import { useApp, type App } from '../../context.tsx'
import type { Screens } from './screens.ts'

type FirstScreens = (env: App['env'], session: App['session']) => Promise<Screens>

/** The screens of a start that was locked: those of any other start, once it is unlocked or another login is wanted. */
export const afterUnlock = (firstScreens: FirstScreens): Screens => ({
  history: null,
  render: show => <AfterUnlock firstScreens={firstScreens} show={show} />,
})

interface AfterUnlockProps {
  readonly firstScreens: FirstScreens
  readonly show: (next: Screens) => void
}

function AfterUnlock({ firstScreens, show }: AfterUnlockProps) {
  const { env, session } = useApp()
  const [failure, setFailure] = useState<unknown>(null)
  if (failure !== null) throw failure
  useEffect(() => {
    firstScreens(env, session).then(show, setFailure)
  }, [env, firstScreens, session, show])
  return null
}
