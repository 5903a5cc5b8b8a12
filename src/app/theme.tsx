import { useEffect, useRef } from 'react'
import type { Database } from '../../collections/database.ts'
import { useKeeper } from '../context.tsx'
import { useSetting } from '../lib/hooks/use-live.ts'
import { useStream } from '../lib/hooks/use-stream.ts'

/** Applies the surveyor's choice of light, dark or sunlight to the page. Renders nothing. */
export function Theme() {
  const keeper = useKeeper()
  const state = useStream(keeper.state$, keeper.current())
  return state.kind === 'open' ? <ChosenTheme db={state.workspace.db} /> : null
}

function ChosenTheme({ db }: { db: Database }) {
  const theme = useSetting(db, 'theme')
  const here = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const page = here.current?.ownerDocument.documentElement
    if (page === undefined) return undefined
    if (theme === 'system') delete page.dataset['theme']
    else page.dataset['theme'] = theme
    return () => {
      delete page.dataset['theme']
    }
  }, [theme])
  return <span ref={here} hidden />
}
