import { useEffect } from 'react'
import type { Database } from '../../../../collections/database.ts'
import { fieldsOfVersion } from '../../../../collections/queries.ts'
import { changesOf } from '../../../../collections/query.ts'
import { useWorkspace } from '../../../context.tsx'
import { readFormLists } from '../../../interviews/form-lists.ts'
import type { Interview } from '../interview/interview-shape.ts'

/** Keeps the lists of an open interview as the cases are now, also when another tab or a sync changes them. */
export const useLiveLists = (interview: Interview): void => {
  const { db } = useWorkspace()
  useEffect(() => followLists(db, interview), [db, interview])
}

/**
 * Gives an interview its lists again whenever a case changes; returns a function that ends it. A page of cases changes a
 * thousand at once, so what changes during a read is read once after it.
 */
export const followLists = (
  db: Database,
  interview: Pick<Interview, 'form' | 'submission' | 'setLists'>,
): (() => void) => {
  const { form, submission, setLists } = interview
  let next: 'nothing' | 'reads' | 'reads again' = 'nothing'
  let isOver = false
  const read = async (): Promise<void> => {
    const questions = await fieldsOfVersion(form.definitionHash).build(db.form_questions).exec()
    const lists = await readFormLists(db, questions, submission)
    if (!isOver && lists.size > 0) setLists(lists)
  }
  const follow = (): void => {
    if (next !== 'nothing') {
      next = 'reads again'
      return
    }
    next = 'reads'
    // What it has stays when the device cannot read.
    void read()
      .catch(() => undefined)
      .then(() => {
        const isMissed = next === 'reads again'
        next = 'nothing'
        if (isMissed && !isOver) follow()
      })
  }
  const changes = changesOf(db.cases).subscribe(follow)
  return () => {
    isOver = true
    changes.unsubscribe()
  }
}
