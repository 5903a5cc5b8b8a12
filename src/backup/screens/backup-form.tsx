import { useState } from 'react'
import { config } from '../../config.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { localDay } from '../../lib/local-time.ts'
import { DownloadLink } from '../../lib/download-link.tsx'
import { backupPassphraseMin } from '../../limits.ts'
import { backup as words } from '../../messages/device/backup.ts'
import { Alert } from '../../ui/status/alert.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { DownloadIcon } from '../../ui/icon.tsx'
import { Stack } from '../../ui/pages/page.tsx'
import { PasswordField } from '../../ui/inputs/password-field.tsx'
import { BackupContents } from './backup-contents.tsx'
import { isGuessable } from '../../lib/is-guessable.ts'
import { useOwner } from './use-owner.ts'

const problemOf = (passphrase: string, repeated: string): string | null => {
  if (passphrase.length < backupPassphraseMin) return words.tooShort
  if (isGuessable(passphrase)) return words.guessable
  return passphrase === repeated ? null : words.differs
}

/** Makes a backup file: asks for a passphrase, prepares the file, and offers it for download. */
export function BackupForm() {
  const { env } = useApp()
  const { db } = useWorkspace()
  const owner = useOwner()
  const [passphrase, setPassphrase] = useState('')
  const [repeated, setRepeated] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [file, setFile] = useState<Blob | null>(null)

  const prepare = async () => {
    const wrong = problemOf(passphrase, repeated)
    setProblem(wrong)
    if (wrong !== null) return
    setBusy(true)
    try {
      const { makeBackup } = await import('../make-backup.ts')
      const parts = { db, owner, appVersion: config.version, now: env.clock.now() }
      setFile(await makeBackup(parts, passphrase))
    } catch {
      setProblem(words.prepareFailed)
    } finally {
      setBusy(false)
    }
  }

  if (file !== null) {
    const day = localDay(env.clock.now())
    const name = `${config.appName.toLowerCase()}-backup-${day}.backup`
    return (
      <Stack>
        <Alert kind="success">{words.ready}</Alert>
        <DownloadLink full variant="secondary" blob={file} fileName={name}>
          <DownloadIcon />
          {words.save}
        </DownloadLink>
      </Stack>
    )
  }
  const shown = { showLabel: words.show, hideLabel: words.hide, autoComplete: 'new-password' }
  const isShort = problem === words.tooShort
  return (
    <Stack>
      <BackupContents />
      <PasswordField
        {...shown}
        label={words.passphrase}
        help={words.passphraseHelp}
        error={isShort ? problem : undefined}
        value={passphrase}
        disabled={isBusy}
        onChange={event => setPassphrase(event.currentTarget.value)}
      />
      <PasswordField
        {...shown}
        label={words.repeat}
        error={isShort ? undefined : problem}
        value={repeated}
        disabled={isBusy}
        onChange={event => setRepeated(event.currentTarget.value)}
      />
      <Button
        full
        variant="secondary"
        icon={<DownloadIcon />}
        busy={isBusy}
        busyText={words.preparing}
        onClick={() => void prepare()}
      >
        {words.prepare}
      </Button>
    </Stack>
  )
}
