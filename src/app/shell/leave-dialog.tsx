import { useEffect, useState } from 'react'
import { useHistory } from '../../lib/navigation/history-router.tsx'
import { useLeaveGuard } from '../../lib/navigation/leave-guard.tsx'
import { leaving } from '../../messages/app/app.ts'
import { confirmWords } from '../../messages/app/common.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import styles from '../app.module.css'
import { screenKey } from '../routing/screen-key.ts'

/**
 * Asks before a navigation (tab, header or back) leaves unsaved changes (2.shell.4). 'Keep as draft' also leaves, and
 * loses nothing (decisions 3).
 */
export function LeaveDialog() {
  const guard = useLeaveGuard()
  const history = useHistory()
  const [held, setHeld] = useState<{ readonly goOn: () => void } | null>(null)
  const [isFailed, setFailed] = useState(false)
  useEffect(
    () =>
      history.hold({
        isHeld: (from, to) =>
          screenKey(from) !== screenKey(to) && (guard.current()?.isDirty() ?? false),
        onHeld: goOn => {
          setFailed(false)
          setHeld({ goOn })
        },
      }),
    [guard, history],
  )

  const hasDraft = Boolean(guard.current()?.keep)

  const leave = async (how: 'discard' | 'keep') => {
    try {
      await guard.current()?.[how]?.()
    } catch {
      return setFailed(true)
    }
    // Removes the guard, so that this navigation and the next go through.
    guard.set(null)
    setHeld(null)
    held?.goOn()
  }

  return (
    <Confirm
      open={held !== null}
      type="danger"
      title={leaving.title}
      message={leaving.message}
      words={confirmWords}
      onConfirm={() => leave('discard')}
      onCancel={() => setHeld(null)}
      other={hasDraft ? { label: leaving.keep, onPress: () => void leave('keep') } : undefined}
    >
      {hasDraft && <p className={styles.leavingText}>{leaving.kept}</p>}
      {isFailed && (
        <p role="alert" className={styles.leavingText}>
          {leaving.failed}
        </p>
      )}
    </Confirm>
  )
}
