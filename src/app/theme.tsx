import { useEffect } from 'react'
import type { Database } from '../../collections/database.ts'
import { useApp, useKeeper } from '../context.tsx'
import { useSetting } from '../lib/hooks/use-live.ts'
import { useStream } from '../lib/hooks/use-stream.ts'

/** Applies the surveyor's choice of light, dark or sunlight to the page. Renders nothing. */
export function Theme() {
  const keeper = useKeeper()
  const state = useStream(keeper.state$, keeper.current())
  return state.kind === 'open' ? <ChosenTheme db={state.workspace.db} /> : null
}

function ChosenTheme({ db }: { db: Database }) {
  const { page } = useApp().env
  const theme = useSetting(db, 'theme')
  useEffect(() => {
    page.setTheme(theme === 'system' ? null : theme)
    return () => page.setTheme(null)
  }, [page, theme])
  return null
}
