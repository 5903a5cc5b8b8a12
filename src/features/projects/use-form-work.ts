import { useEffect, useMemo, useState } from 'react'
import { unfinishedInterviews, visibleSubmissionCount } from '../../../collections/queries.ts'
import { useWorkspace } from '../../context.tsx'
import { useLive, useLiveCount } from '../../lib/hooks/use-live.ts'

/** The work done on this device, by form id. */
export interface FormWork {
  readonly submissions: ReadonlyMap<string, number>
  readonly unfinished: ReadonlyMap<string, number>
}

const everything = visibleSubmissionCount()
const drafts = unfinishedInterviews(1000)

/**
 * Counts the submissions and drafts of the given forms; null until they are counted. A form with a submission is
 * completed (3.18), which is derived from the count and never stored (decisions 6).
 */
export const useFormWork = (formIds: readonly string[]): FormWork | null => {
  const { db } = useWorkspace()
  const total = useLiveCount(db, everything)
  const { docs } = useLive(drafts)
  const [submissions, setSubmissions] = useState<ReadonlyMap<string, number> | null>(null)
  const key = formIds.join('\n')

  useEffect(() => {
    if (total === null) return undefined
    let isCurrent = true
    const count = async () => {
      const ids = key === '' ? [] : key.split('\n')
      const counts = await Promise.all(
        ids.map(async formId => {
          const query = visibleSubmissionCount({ formId }).count(db.submissions)
          return [formId, await query.exec()] as const
        }),
      )
      if (isCurrent) setSubmissions(new Map(counts))
    }
    count().catch((error: unknown) => {
      if (isCurrent) throw error
    })
    return () => {
      isCurrent = false
    }
  }, [db, key, total])

  const unfinished = useMemo(() => {
    const byForm = new Map<string, number>()
    for (const draft of docs) byForm.set(draft.form_id, (byForm.get(draft.form_id) ?? 0) + 1)
    return byForm
  }, [docs])

  return useMemo(
    () => (submissions === null ? null : { submissions, unfinished }),
    [submissions, unfinished],
  )
}
