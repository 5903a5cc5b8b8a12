import { useEffect, useState } from 'react'
import { useApp } from '../../context.tsx'
import { useLocation } from '../../lib/navigation/navigation.ts'
import { asListed, everything, type Listed } from './listed.ts'
import { listOrigin } from './list-origin.ts'

/** WARNING: persisted until the tab closes. */
const storageKey = 'submissions_list'

interface Visit {
  readonly key: string
  readonly pathname: string
  readonly search: string
  readonly state: unknown
}

/**
 * The search and the filters that the surveyor set on the list, restored when the surveyor returns to this entry of the
 * history, or reloads it.
 */
export const useListState = (): readonly [Listed, (changed: Partial<Listed>) => void] => {
  const { env } = useApp()
  const { key: visit, pathname, search: query, state } = useLocation() as Visit
  const key = `${visit} ${pathname}${query}`
  const [list, setList] = useState<Listed>(() => {
    const { pendingOnly } = listOrigin(state)
    return readList(env.tab.get(storageKey), key) ?? { ...everything, pendingOnly }
  })
  useEffect(() => {
    try {
      env.tab.set(storageKey, JSON.stringify({ key, list }))
    } catch {
      // Storage is full, so the list will start without a search.
    }
  }, [env, key, list])
  return [list, changed => setList({ ...list, ...changed })]
}

const readList = (stored: string | null, key: string): Listed | null => {
  if (stored === null) return null
  try {
    const { key: storedKey, list } = JSON.parse(stored) as Record<string, unknown>
    return storedKey === key ? asListed(list) : null
  } catch {
    return null
  }
}
