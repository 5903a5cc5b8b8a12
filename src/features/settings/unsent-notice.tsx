import { useEffect, useRef, useState } from 'react'
import { useApp, useWorkspace } from '../../context.tsx'
import { DownloadLink } from '../../lib/download-link.tsx'
import { unsentLines, unsentWords as words } from '../../messages/settings.ts'
import { backupOf } from '../../session/backup.ts'
import { useUnsent } from '../../session/unsent.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './unsent-notice.module.css'

/**
 * What a destroying dialog must show before it may destroy: how much no server has, after an attempt to send
 * it, and a backup of it (decisions 3).
 */
export function UnsentNotice() {
  const unsent = useUnsent()
  const isSyncing = useSyncAttempt((unsent?.submissions ?? 0) > 0)
  if (unsent === null) return <Spinner label={words.counting} />
  const lines = unsentLines(unsent)
  if (lines.length === 0) return <Alert kind="success">{words.none}</Alert>
  return (
    <>
      <Alert kind="warning" title={words.intro}>
        <ul>
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {isSyncing && <Spinner label={words.syncing} />}
      </Alert>
      <Backup />
    </>
  )
}

/** Tries once to send what is pending, when there is a network; gives back whether it is trying. */
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

function Backup() {
  const { env } = useApp()
  const { db } = useWorkspace()
  const [file, setFile] = useState<Blob | null>(null)
  const [isBusy, setBusy] = useState(false)
  const prepare = async () => {
    setBusy(true)
    try {
      setFile(await backupOf(db, env.clock.now()))
    } finally {
      setBusy(false)
    }
  }
  const day = new Date(env.clock.now()).toISOString().slice(0, 10)
  return (
    <div className={styles.backup}>
      {file === null ? (
        <Button
          full
          variant="secondary"
          icon={<DownloadIcon />}
          busy={isBusy}
          busyText={words.preparing}
          onClick={() => void prepare()}
        >
          {words.prepareBackup}
        </Button>
      ) : (
        <DownloadLink full variant="secondary" blob={file} fileName={`unsent-${day}.json`}>
          <DownloadIcon />
          {words.saveBackup}
        </DownloadLink>
      )}
    </div>
  )
}
