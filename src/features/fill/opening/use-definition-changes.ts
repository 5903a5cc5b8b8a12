import { useEffect, useRef } from 'react'
import { useApp, useWorkspace } from '../../../context.tsx'
import { useLiveDoc } from '../../../lib/hooks/use-live.ts'
import { useDay } from '../../../lib/hooks/use-day.ts'
import type { FillParts } from '../fill-context.tsx'
import type { Interview } from '../interview/interview-shape.ts'
import type { Choice } from './opened.ts'
import type { OpenState } from './use-opened.ts'

type Work = Pick<FillParts, 'fileWork'> | null

/** Whether a new interview has nothing of the surveyor yet. */
const isUntouched = (interview: Interview, work: Work): boolean =>
  !interview.isDirty() &&
  interview.writer.draft() === null &&
  interview.submission === null &&
  work?.fileWork.isBusy() !== true

/** A copy begins again with the answers of its submission. */
const anew = (choice: Choice): Choice => (choice.kind === 'copy' ? choice : { kind: 'new' })

/** How long a camera that was open over midnight takes to hand over its photo. */
const handOverMs = 3000

/**
 * Begins again on a new day until something is typed, because a survey that was left open overnight would take the day
 * before for today, and the evening for its start.
 */
export const useNewDay = ({ opened, choice, open }: OpenState, parts: Work): void => {
  const { clock } = useApp().env
  const day = useDay()
  const seen = useRef(day)
  useEffect(() => {
    if (opened === null || seen.current === day) return
    // What is chosen from here begins today.
    if (opened.kind !== 'open') {
      seen.current = day
      return
    }
    const { interview } = opened
    return clock.after(handOverMs, () => {
      seen.current = day
      if (isUntouched(interview, parts)) open(anew(choice))
    })
  }, [clock, day, opened, choice, open, parts])
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
  // null until the form is read for the first time.
  const seen = useRef<string | null>(null)

  useEffect(() => {
    if (opened === null || version === null || seen.current === version) return
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
  }, [version, opened, choice, open, parts])
}
