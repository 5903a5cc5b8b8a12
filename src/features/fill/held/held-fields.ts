import { useEffect } from 'react'
import type { Database } from '../../../../collections/database.ts'
import { changeSetting } from '../../../../collections/writes/write-settings.ts'
import { useWorkspace } from '../../../context.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { isCopied, isOnScreen } from '../../../form/answers/on-screen.ts'
import { useSetting } from '../../../lib/hooks/use-live.ts'
import type { FillParts } from '../fill-context.tsx'
import type { Interview } from '../interview/interview-shape.ts'

const none: readonly string[] = []

/** Keeps the marks of held fields up to date. An edit has none, because it begins with its submission's answers. */
export const useHeldMarks = ({ interview, held }: FillParts): void => {
  const { db } = useWorkspace()
  const { form } = interview
  const fieldIds = useSetting(db, 'heldFields')[form.id] ?? none
  useEffect(() => {
    if (interview.submission !== null) return
    for (const { fieldId } of form.template.fields) held.set(fieldId, fieldIds.includes(fieldId))
  }, [fieldIds, form, held, interview])
}

/** Holds the ticked ones of the shown fields. Fields that are not shown stay held or not held. */
export const holdFields = async (
  db: Database,
  formId: string,
  shown: readonly string[],
  ticked: readonly string[],
): Promise<void> => {
  await changeSetting(db, 'heldFields', before => {
    const others = (before[formId] ?? []).filter(id => !shown.includes(id))
    return { ...before, [formId]: [...others, ...ticked] }
  })
}

/**
 * The fields that can be held: answered or already held, not repeated, not calculated, and not of a type that belongs
 * to a single interview.
 */
export const holdableFields = (
  interview: Interview,
  isHeld: (fieldId: string) => boolean,
): readonly CompiledField[] =>
  interview.form.fields.filter(
    field =>
      field.repeatId === null &&
      isCopied(field) &&
      isOnScreen(interview, field) &&
      (interview.validity.isAnswered(field.id) || isHeld(field.fieldId)),
  )
