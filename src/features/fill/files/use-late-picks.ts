import { useEffect, useEffectEvent } from 'react'
import { useApp, useWorkspace } from '../../../context.tsx'
import { useIsHere } from '../../../lib/hooks/use-is-here.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'

/** Files that were chosen while their question was not on screen, by database, interview and question. */
const held = new Map<string, readonly File[]>()

/**
 * Hands chosen files to `pick`. The app can lock while the device's camera or chooser is open, and what was photographed
 * may be gone: files that are chosen then wait in memory until their question is on screen again.
 */
export const useLatePicks = (
  field: CompiledField,
  pick: (picked: readonly File[]) => void,
): ((picked: readonly File[]) => void) => {
  const { db } = useWorkspace()
  const { interview } = useFill()
  const isHere = useIsHere()
  const { session } = useApp()
  const { form, submission, writer } = interview
  const begun = () => submission?.id ?? writer.draft()?.id
  const key = () => `${db.name} ${begun() ?? form.id} ${field.id}`
  const takeHeld = useEffectEvent(() => {
    const late = held.get(key()) ?? []
    held.delete(key())
    if (late.length > 0) pick(late)
  })
  useEffect(() => takeHeld(), [])
  return picked => {
    if (isHere.current) return pick(picked)
    // Without a lock the surveyor has left, and the next interview that is not begun is another one.
    if (begun() === undefined && session.current().kind !== 'locked') return
    held.set(key(), [...(held.get(key()) ?? []), ...picked])
  }
}
