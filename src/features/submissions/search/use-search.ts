import { useEffect, useState } from 'react'
import type { SubmissionFilter } from '../../../../collections/queries.ts'
import { useApp, useWorkspace } from '../../../context.tsx'
import { changesOf } from '../../../../collections/query.ts'
import { searchSubmissions, type Found } from './search-submissions.ts'
import { searchTerms } from './search.ts'

/** How long to wait after the last key, and after a change of the stored data. */
const pauseMs = 200

/** The submissions that match the search, newest first; null for an empty search. */
export const useSearch = (filter: SubmissionFilter, query: string): Found | null => {
  const { env } = useApp()
  const { db } = useWorkspace()
  const { formId, pendingOnly, sinceMs } = filter
  const typed = query.trim()
  const task = JSON.stringify([formId, pendingOnly, sinceMs, typed])
  const [found, setFound] = useState<{ readonly task: string; readonly found: Found } | null>(null)

  useEffect(() => {
    if (typed === '') return undefined
    let round = 0
    const look = async () => {
      round += 1
      const mine = round
      const terms = searchTerms(typed, env.clock.now())
      for await (const part of searchSubmissions(db, { formId, pendingOnly, sinceMs }, terms)) {
        if (mine !== round) return
        // A repeated search shows the previous results until it is complete.
        setFound(before => (before?.task === task && !part.isDone ? before : { task, found: part }))
      }
    }
    let cancel = () => {}
    const lookSoon = () => {
      cancel()
      // A failed read belongs to a database that is closing.
      cancel = env.clock.after(pauseMs, () => void look().catch(() => {}))
    }
    lookSoon()
    const changes = changesOf(db.submissions).subscribe(lookSoon)
    return () => {
      round = -1
      cancel()
      changes.unsubscribe()
    }
  }, [db, env, formId, pendingOnly, sinceMs, task, typed])

  if (typed === '') return null
  return found?.task === task ? found.found : { docs: [], isDone: false, hasMore: false }
}
