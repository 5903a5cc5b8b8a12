import { useMemo } from 'react'
import { distinctUntilChanged, map, type Observable, ReplaySubject, share } from 'rxjs'
import type { Database } from '../../collections/database.ts'
import { unfinishedInterviews } from '../../collections/queries.ts'
import { useWorkspace } from '../context.tsx'
import { useStream } from '../lib/hooks/use-stream.ts'

const everyDraft = 10_000

/** One query per database, because a list asks for each of its rows. */
const streams = new WeakMap<Database, Observable<ReadonlySet<string>>>()

/** The ids of the submissions with an unsaved edit. */
const edited$ = (db: Database): Observable<ReadonlySet<string>> => {
  const known = streams.get(db)
  if (known !== undefined) return known
  const drafts = unfinishedInterviews(everyDraft).build(db.submissions)
  const made = drafts.$.pipe(
    map(docs => new Set(docs.filter(({ work }) => work?.isWhole === false).map(({ id }) => id))),
    share({ connector: () => new ReplaySubject(1) }),
  )
  streams.set(db, made)
  return made
}

/** Whether this device has an unsaved edit of a submission. */
export const useHasOpenEdit = (submissionId: string): boolean => {
  const { db } = useWorkspace()
  const isEdited$ = useMemo(
    () =>
      edited$(db).pipe(
        map(ids => ids.has(submissionId)),
        distinctUntilChanged(),
      ),
    [db, submissionId],
  )
  return useStream(isEdited$, false)
}
