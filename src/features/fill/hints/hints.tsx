import { useEffect } from 'react'
import { useStream } from '../../../lib/hooks/use-stream.ts'
import { hints as words } from '../../../messages/interview/hints.ts'
import { Alert } from '../../../ui/status/alert.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'
import { nothingHinted } from './hint-look.ts'
import { HintRow } from './hint-row.tsx'
import styles from './hints.module.css'
import { reasonSlot } from './reasons.ts'

/** Shows what may deserve a second look, at the end of an interview that can be submitted. It blocks nothing. */
export function Hints({ onGoTo }: { onGoTo: (field: CompiledField) => void }) {
  const { look } = useFill()
  const { hints, reasons } = useStream(look.hinted$, nothingHinted)
  useEffect(() => look.follow(), [look])
  if (hints.length === 0) return null
  return (
    <Alert kind="info" title={words.title}>
      <ul className={styles.list}>
        {hints.map(hint => {
          const { id } = reasonSlot(hint)
          return <HintRow key={id} hint={hint} reason={reasons.get(id) ?? ''} onGoTo={onGoTo} />
        })}
      </ul>
      {words.goOn}
    </Alert>
  )
}
