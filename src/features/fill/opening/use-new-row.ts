import { useEffect } from 'react'
import { haveSameAnswers } from '../../../../collections/file-answers.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useWorkspace } from '../../../context.tsx'
import { isUnbegun, useIsChoosing, type Work } from './use-definition-changes.ts'
import type { OpenState } from './use-opened.ts'

/**
 * Opens the edit of a form with repeats again when its submission has other answers, until something is typed. What
 * another phone added may have given other numbers to the occurrences on the screen, and an answer would go to the wrong
 * one.
 */
export const useNewRow = ({ opened, choice, open }: OpenState, parts: Work): void => {
  const { db } = useWorkspace()
  const interview = opened?.kind === 'open' ? opened.interview : null
  const isChoosing = useIsChoosing(parts)

  useEffect(() => {
    if (interview === null || isChoosing) return
    const { submission, form } = interview
    if (submission === null || form.repeats.length === 0) return
    // Not a hook of a live document, because most interviews are new or without repeats.
    const following = db.submissions.findOne(submission.id).$.subscribe(doc => {
      if (doc === null || !isUnbegun(interview, parts)) return
      if (!haveSameAnswers(doc.toJSON() as SubmissionDoc, submission)) open(choice)
    })
    return () => following.unsubscribe()
  }, [db, interview, isChoosing, choice, open, parts])
}
