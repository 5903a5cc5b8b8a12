import { useEffect, useState } from 'react'
import type { SubmissionFilter } from '../../../collections/queries.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { changesOf } from '../../workspace/changes.ts'
import { searchSubmissions, type Found } from './search-submissions.ts'
import { searchWords } from './search.ts'

/** After the last key, and after a change of what is stored. */
const pauseMs = 200

/** The submissions that hold what was typed, newest first; null while nothing was. */
export const useSearch = (filter: SubmissionFilter, query: string): Found | null => {
  const { env } = useApp()
  const { db } = useWorkspace()
  const { formId, pendingOnly } = filter
  const typed = searchWords(query).join(' ')
  const task = JSON.stringify([formId, pendingOnly, typed])
  const [found, setFound] = useState<{ readonly task: string; readonly found: Found } | null>(null)

  useEffect(() => {
    if (typed === '') return undefined
    let round = 0
    const look = async () => {
      round += 1
      const mine = round
      for await (const part of searchSubmissions(db, { formId, pendingOnly }, typed.split(' '))) {
        if (mine !== round) return
        // A second look keeps the first one's results until it is through.
        setFound(before => (before?.task === task && !part.isDone ? before : { task, found: part }))
      }
    }
    let cancel = () => {}
    const lookSoon = () => {
      cancel()
      // What could not be read belongs to a database that is closing.
      cancel = env.clock.after(pauseMs, () => void look().catch(() => {}))
    }
    lookSoon()
    const changes = changesOf(db.submissions).subscribe(lookSoon)
    return () => {
      round = -1
      cancel()
      changes.unsubscribe()
    }
  }, [db, env, formId, pendingOnly, task, typed])

  if (typed === '') return null
  return found?.task === task ? found.found : { docs: [], isDone: false, hasMore: false }
}
