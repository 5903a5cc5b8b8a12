import { useEffect } from 'react'
import { withoutAddresses } from '../../../../collections/file-answers.ts'
import { canonical } from '../../../../collections/operation-log.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useWorkspace } from '../../../context.tsx'
import { useLiveDoc } from '../../../lib/hooks/use-live.ts'
import { isUnbegun, useIsChoosing, type Work } from './use-definition-changes.ts'
import type { OpenState } from './use-opened.ts'

const answersOf = ({ answers, files }: SubmissionDoc): string =>
  canonical(withoutAddresses(answers, files))

/**
 * Opens the edit of a form with repeats again when its submission has other answers, until something is typed. What
 * another phone added may have given other numbers to the occurrences on the screen, and an answer would go to the wrong
 * one.
 */
export const useNewRow = ({ opened, choice, open }: OpenState, parts: Work): void => {
  const { db } = useWorkspace()
  const interview = opened?.kind === 'open' ? opened.interview : null
  const submission = interview?.submission ?? null
  const now = useLiveDoc(db, 'submissions', submission?.id ?? '')
  const isChoosing = useIsChoosing(parts)

  useEffect(() => {
    if (interview === null || submission === null || now == null || isChoosing) return
    if (interview.form.repeats.length === 0 || !isUnbegun(interview, parts)) return
    if (answersOf(now.toJSON() as SubmissionDoc) !== answersOf(submission)) open(choice)
  }, [interview, submission, now, isChoosing, choice, open, parts])
}
