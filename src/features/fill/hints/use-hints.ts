import { useEffect, useState } from 'react'
import { filter, merge } from 'rxjs'
import { visibleSubmissions } from '../../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useApp, useWorkspace } from '../../../context.tsx'
import { localDay } from '../../../form/definition/compile.ts'
import { isCopied, isOnScreen } from '../../../form/answers/on-screen.ts'
import { changesOf } from '../../../workspace/changes.ts'
import type { FillParts } from '../fill-context.tsx'
import { findHints, type Earlier, type Given, type Hint } from './find-hints.ts'

/** How long to wait after the last answer, so that typing is never slowed down. */
const pauseMs = 800
/** How many earlier interviews are compared. */
const looked = 100

const none: readonly Hint[] = []

const givenIn = ({ interview, held }: FillParts): readonly Given[] =>
  interview.form.fields
    .filter(
      field =>
        isCopied(field) && isOnScreen(interview, field) && interview.validity.isAnswered(field.id),
    )
    .map(field => ({
      field,
      answer: interview.answers.get(field),
      isHeld: field.repeatId === null && held.get(field.fieldId),
    }))

/** The hints about a new interview, once it can be submitted; none about an edit. */
export const useHints = (parts: FillParts): readonly Hint[] => {
  const { env } = useApp()
  const { db } = useWorkspace()
  const { interview } = parts
  const [hints, setHints] = useState(none)

  useEffect(() => {
    if (interview.submission !== null) return undefined
    let earlier: Promise<readonly Earlier[]> | null = null
    let round = 0
    const readEarlier = async () =>
      (
        await visibleSubmissions({ formId: interview.form.id }, looked).build(db.submissions).exec()
      ).map(doc => doc.toMutableJSON() as SubmissionDoc)
    const look = async () => {
      round += 1
      const mine = round
      if (interview.validity.progress().invalid > 0) return setHints(none)
      earlier ??= readEarlier()
      const today = localDay(env.clock.now())
      const isToday = ({ created_at: at }: Earlier) => localDay(Date.parse(at)) === today
      const found = findHints(givenIn(parts), await earlier, isToday)
      return mine === round ? setHints(found) : undefined
    }
    let cancel = () => {}
    const lookSoon = () => {
      cancel()
      // A failed read belongs to a database that is closing.
      cancel = env.clock.after(pauseMs, () => void look().catch(() => {}))
    }
    const own = changesOf(db.form_responses).pipe(
      filter(({ documentData }) => documentData.submission_id === interview.writer.draft()?.id),
    )
    const changes = merge(own, interview.validity.progress$).subscribe(lookSoon)
    return () => {
      round = -1
      cancel()
      changes.unsubscribe()
    }
  }, [db, env, interview, parts])
  return hints
}
