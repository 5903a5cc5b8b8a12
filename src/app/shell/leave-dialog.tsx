import { useBlocker } from '../../lib/navigation/navigation.ts'
import { useLeaveGuard } from '../../lib/navigation/leave-guard.tsx'
import { leaving } from '../../messages/app/app.ts'
import { confirmWords } from '../../messages/app/common.ts'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import styles from '../app.module.css'
import { screenKey } from '../routing/screen-key.ts'

/**
 * Asks before a navigation would leave unsaved changes, be it by tab, header or back (2.shell.4). 'Keep as draft' also
 * leaves, and loses nothing (decisions 3).
 */
export function LeaveDialog() {
  const guard = useLeaveGuard()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      screenKey(currentLocation) !== screenKey(nextLocation) &&
      (guard.current()?.isDirty() ?? false),
  )

  const leave = async (how: 'discard' | 'keep') => {
    await guard.current()?.[how]()
    // Without a guard this navigation and the next go through.
    guard.set(null)
    blocker.proceed?.()
  }

  return (
    <Confirm
      open={blocker.state === 'blocked'}
      type="danger"
      title={leaving.title}
      message={leaving.message}
      words={confirmWords}
      onConfirm={() => leave('discard')}
      onCancel={() => blocker.reset?.()}
      other={{ label: leaving.keep, onPress: () => void leave('keep') }}
    >
      <p className={styles.leavingText}>{leaving.kept}</p>
    </Confirm>
  )
}
