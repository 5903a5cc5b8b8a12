import { useEffect, useState } from 'react'
import { useApp, useWorkspace } from '../../../context.tsx'
import { useLiveDoc } from '../../../lib/hooks/use-live.ts'
import { diffDefinitions, type DefinitionDiff } from '../../../form/definition/definition-diff.ts'
import type { CompiledForm } from '../../../form/definition/compiled-form.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { isUnpublished, loadVersion } from '../opening/load-form.ts'

/** How an interview's form compares to its current version; the interview keeps the version that it began with. */
export type FormNews =
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly form: CompiledForm; readonly diff: DefinitionDiff }
  /** Unpublished, or no longer assigned: the interview can still be finished. */
  | { readonly kind: 'withdrawn' }

const same: FormNews = { kind: 'same' }

/** Follows the form of an open interview, so that the surveyor sees when it changes. */
export const useFormNews = (interview: Interview): FormNews => {
  const { env } = useApp()
  const { db } = useWorkspace()
  const { form, submission } = interview
  const stored = useLiveDoc(db, 'forms', form.id)
  const [newer, setNewer] = useState<CompiledForm | null>(null)
  const hash = stored?.definition_hash ?? ''
  const title = stored?.title ?? ''

  useEffect(() => {
    if (hash === '' || hash === form.definitionHash) return undefined
    let isShown = true
    loadVersion({ db, env }, { id: form.id, title }, hash).then(
      loaded => isShown && setNewer(loaded),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [db, env, form, hash, title])

  // Not read yet, or an edit, which keeps the version that its submission was made with.
  if (stored === undefined || submission !== null) return same
  if (stored === null || isUnpublished(stored) || stored.hidden === 1) {
    return { kind: 'withdrawn' }
  }
  // Before the first answer, the newer version replaces this one automatically.
  if (interview.writer.draft() === null) return same
  if (newer === null || newer.definitionHash !== hash || hash === form.definitionHash) return same
  return { kind: 'changed', form: newer, diff: diffDefinitions(form, newer) }
}
