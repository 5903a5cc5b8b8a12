import { useEffect, useState } from 'react'
import { useApp } from '../../context.tsx'
import { useLocation } from '../../lib/navigation/navigation.ts'
import { listOrigin } from './list-origin.ts'

/** The search and the filter that the surveyor set on the list. */
interface ListState {
  readonly search: string
  readonly pendingOnly: boolean
}

/** WARNING: persisted until the tab closes. */
const storageKey = 'submissions_list'

interface Visit {
  readonly key: string
  readonly pathname: string
  readonly search: string
  readonly state: unknown
}

/** The list's search and filter, restored when the surveyor returns to this entry of the history, or reloads it. */
export const useListState = (): readonly [ListState, (changed: Partial<ListState>) => void] => {
  const { env } = useApp()
  const { key: visit, pathname, search: query, state } = useLocation() as Visit
  const key = `${visit} ${pathname}${query}`
  const [list, setList] = useState<ListState>(
    () => readList(env.tab.get(storageKey), key) ?? { search: '', ...listOrigin(state) },
  )
  useEffect(() => {
    try {
      const { search, pendingOnly } = list
      env.tab.set(storageKey, JSON.stringify({ key, search, pendingOnly }))
    } catch {
      // Storage is full, so the list will start without a search.
    }
  }, [env, key, list])
  return [list, changed => setList({ ...list, ...changed })]
}

const readList = (stored: string | null, key: string): ListState | null => {
  if (stored === null) return null
  try {
    const { key: storedKey, search, pendingOnly } = JSON.parse(stored) as Record<string, unknown>
    return storedKey === key && typeof search === 'string'
      ? { search, pendingOnly: pendingOnly === true }
      : null
  } catch {
    return null
  }
}
