import { useEffect, useRef } from 'react'
import { of } from 'rxjs'
import { useWorkspace } from '../../../context.tsx'
import { useLiveDoc } from '../../../lib/hooks/use-live.ts'
import { useDay } from '../../../hooks/use-day.ts'
import { useStream } from '../../../lib/hooks/use-stream.ts'
import type { FillParts } from '../fill-context.tsx'
import type { Interview } from '../interview/interview-shape.ts'
import type { Choice } from './opened.ts'
import type { OpenState } from './use-opened.ts'

/** The work on the interview's files; null while there is no interview. */
export type Work = Pick<FillParts, 'fileWork'> | null

/** Whether an interview or an edit has nothing of the surveyor yet. */
export const isUnbegun = (interview: Interview, work: Work): boolean =>
  !interview.isDirty() && interview.writer.draft() === null && work?.fileWork.isBusy() !== true

/** The same of a new interview. */
const isUntouched = (interview: Interview, work: Work): boolean =>
  interview.submission === null && isUnbegun(interview, work)

const never$ = of(false)

/**
 * Whether a photo or a drawing is being made. The interview is not replaced then, because it would go with the question
 * that it is made for.
 */
export const useIsChoosing = (work: Work): boolean =>
  useStream(work?.fileWork.isChoosing$ ?? never$, false)

/** A copy begins again with the answers of its submission, and an interview about a case with that case. */
const anew = (choice: Choice): Choice =>
  choice.kind === 'copy' || choice.kind === 'case' ? choice : { kind: 'new' }

/**
 * Begins again on a new day until something is typed, because a survey that was left open overnight would take the day
 * before for today, and the evening for its start.
 */
export const useNewDay = ({ opened, choice, open }: OpenState, parts: Work): void => {
  const day = useDay()
  const isChoosing = useIsChoosing(parts)
  const seen = useRef(day)
  useEffect(() => {
    if (opened === null || seen.current === day || isChoosing) return
    // What is chosen from here begins today.
    seen.current = day
    if (opened.kind === 'open' && isUntouched(opened.interview, parts)) open(anew(choice))
  }, [day, isChoosing, opened, choice, open, parts])
}

/**
 * Follows the form until something is typed: a stored definition is shown first, and a newer one replaces it (1.5). An
 * interview that was begun keeps its version, also one whose first photo or recording is not stored yet.
 */
export const useDefinitionChanges = (
  formId: string,
  { opened, choice, open }: OpenState,
  parts: Work,
): void => {
  const { db } = useWorkspace()
  const form = useLiveDoc(db, 'forms', formId)
  const version = form === undefined ? null : `${form?.definition_hash ?? ''} ${form?.status ?? ''}`
  const isChoosing = useIsChoosing(parts)
  // null until the form is read for the first time.
  const seen = useRef<string | null>(null)

  useEffect(() => {
    if (opened === null || version === null || seen.current === version || isChoosing) return
    const isFirst = seen.current === null
    seen.current = version
    switch (opened.kind) {
      case 'unavailable':
      case 'empty':
      case 'unpublished':
        if (!isFirst) open({ kind: 'ask' })
        return
      case 'open': {
        const isCurrent = version.startsWith(`${opened.interview.form.definitionHash} `)
        if (!isCurrent && isUntouched(opened.interview, parts)) open(anew(choice))
        return
      }
      case 'drafts':
      case 'recovered':
        return
    }
  }, [version, isChoosing, opened, choice, open, parts])
}
