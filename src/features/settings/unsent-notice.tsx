import { useEffect, useRef, useState } from 'react'
import { useApp, useWorkspace } from '../../context.tsx'
import { backup as words } from '../../messages/device/backup.ts'
import { countNotArrived } from '../../../collections/waiting-forms.ts'
import { unsentLines, unsentWords } from '../../messages/account/settings.ts'
import { BackupForm } from '../../backup/screens/backup-form.tsx'
import { useUnsent } from '../../hooks/unsent.ts'
import { Alert } from '../../ui/status/alert.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { DownloadIcon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/status/spinner.tsx'
import styles from './unsent-notice.module.css'

/**
 * Part of each dialog that would destroy work: tries to send the unsent work, counts what remains, and offers a backup
 * of it (decisions 3).
 */
export function UnsentNotice() {
  const unsent = useUnsent()
  const isSyncing = useSyncAttempt(unsent !== null && countNotArrived(unsent.notArrived) !== 0)
  if (unsent === null) return <Spinner label={unsentWords.counting} />
  const lines = unsentLines(unsent)
  if (lines.length === 0) return <Alert kind="success">{unsentWords.none}</Alert>
  return (
    <>
      <Alert kind="warning" title={unsentWords.intro}>
        <ul>
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {isSyncing && <Spinner label={unsentWords.syncing} />}
      </Alert>
      <Backup />
    </>
  )
}

/** Tries once to send pending work if there is a network; returns whether it is still trying. */
const useSyncAttempt = (isNeeded: boolean): boolean => {
  const { env } = useApp()
  const { sync } = useWorkspace()
  const [isTrying, setTrying] = useState(false)
  const hasTried = useRef(false)
  useEffect(() => {
    if (!isNeeded || hasTried.current || !env.network.isOnline()) return
    hasTried.current = true
    const attempt = async () => {
      setTrying(true)
      await sync.run({ all: true })
      setTrying(false)
    }
    void attempt()
  }, [env, isNeeded, sync])
  return isTrying
}

/** Offers a backup; its form opens on request, because the dialog's question comes first. */
function Backup() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.backup}>
      {isOpen ? (
        <BackupForm />
      ) : (
        <Button full variant="secondary" icon={<DownloadIcon />} onClick={() => setOpen(true)}>
          {words.make}
        </Button>
      )}
    </div>
  )
}
