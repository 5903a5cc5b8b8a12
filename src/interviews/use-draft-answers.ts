import { useMemo } from 'react'
import { answerKey, isMark } from '../../collections/ids.ts'
import { answersOf } from '../../collections/queries.ts'
import type { DraftDoc } from '../../collections/interview/drafts.ts'
import type { FormResponseDoc } from '../../collections/schemas/form-responses.ts'
import type { Answer, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { useWorkspace } from '../context.tsx'
import { useLive, useLiveDoc } from '../lib/hooks/use-live.ts'

/** The answers of a draft, for an edit on top of those of its submission, and how many of them were given here. */
export const useDraftAnswers = (
  draft: DraftDoc,
): { readonly all: Readonly<Record<string, Answer>>; readonly count: number } => {
  const { db } = useWorkspace()
  const { docs } = useLive(answersOf(draft.id))
  const edited = useLiveDoc(db, 'submissions', draft.submission_id)
  return useMemo(() => {
    const given = docs
      .map(doc => doc.toMutableJSON() as FormResponseDoc)
      .filter(({ question_id, value }) => !isMark(question_id) && value.length > 0)
    const own = given.map(
      ({ question_id, occurrence, value }) => [answerKey(question_id, occurrence), value] as const,
    )
    const submission = (edited?.toMutableJSON() ?? null) as SubmissionDoc | null
    return { all: { ...submission?.answers, ...Object.fromEntries(own) }, count: given.length }
  }, [docs, edited])
}
