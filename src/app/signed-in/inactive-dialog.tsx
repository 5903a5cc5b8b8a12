import { useApp } from '../../context.tsx'
import { useStream } from '../../lib/hooks/use-stream.ts'
import { inactive } from '../../messages/app/app.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { LockIcon } from '../../ui/icon.tsx'
import styles from '../app.module.css'

/** Blocks a surveyor whose account was deactivated (2.dialogs.2). Ends the session and deletes nothing. */
export function InactiveDialog() {
  const { session } = useApp()
  const now = useStream(session.session$, session.current())
  const isInactive = now.kind === 'signed-in' && !now.user.is_active
  return (
    <Dialog
      open={isInactive}
      role="alertdialog"
      dismissible={false}
      title={inactive.title}
      onClose={session.end}
      icon={
        <span className={styles.blockingIcon}>
          <LockIcon />
        </span>
      }
      actions={
        <Button full onClick={session.end}>
          {inactive.okay}
        </Button>
      }
    >
      <p className={styles.blockingText}>{inactive.message}</p>
      <p className={styles.blockingText}>{inactive.kept}</p>
    </Dialog>
  )
}
