import { useWorkspace } from '../../../context.tsx'
import { useKeyed } from '../../../lib/hooks/use-keyed.ts'
import { held as words } from '../../../messages/interview/held.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { CopyIcon } from '../../../ui/icon.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'
import { questionTitle } from '../texts/spoken.ts'
import { holdFields } from './held-fields.ts'
import styles from './held-mark.module.css'

/** Shows under a question that its answer is held for the next interviews, with a button that stops it. */
export function HeldMark({ field }: { field: CompiledField }) {
  const { db } = useWorkspace()
  const { interview, held } = useFill()
  const isHeld = useKeyed(held, field.fieldId)
  if (!isHeld || field.repeatId !== null) return null
  return (
    <p className={styles.mark}>
      <CopyIcon />
      <bdi>{words.mark}</bdi>
      <Button
        variant="quiet"
        size="s"
        aria-label={words.letGoOf(questionTitle(interview, field))}
        onClick={event => {
          // The button disappears and would take the focus with it.
          const question = event.currentTarget.closest<HTMLElement>('[data-field]')
          question?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
          void holdFields(db, interview.form.id, [field.fieldId], [])
        }}
      >
        <bdi>{words.letGo}</bdi>
      </Button>
    </p>
  )
}
