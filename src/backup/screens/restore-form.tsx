import { useState } from 'react'
import { useApp, useWorkspace } from '../../context.tsx'
import { backup as words, restoredText, restoreFailureText } from '../../messages/device/backup.ts'
import { Alert } from '../../ui/status/alert.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FileIcon, UploadIcon } from '../../ui/icon.tsx'
import { Stack } from '../../ui/pages/page.tsx'
import { PasswordField } from '../../ui/inputs/password-field.tsx'
import type { Restored, RestoreFailure } from '../restore/restore-backup.ts'
import styles from './restore-form.module.css'
import { useOwner } from './use-owner.ts'

type Outcome =
  | { readonly kind: 'restored'; readonly restored: Restored }
  | { readonly kind: 'refused'; readonly failure: RestoreFailure }
  | { readonly kind: 'failed'; readonly text: string }

/** Restores a backup file. The restored work is sent automatically, like any unsent work. */
export function RestoreForm() {
  const { env } = useApp()
  const { db, sync } = useWorkspace()
  const owner = useOwner()
  const [file, setFile] = useState<File | null>(null)
  const [passphrase, setPassphrase] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const restore = async (isForeignAllowed: boolean) => {
    if (file === null) return setOutcome({ kind: 'failed', text: words.chooseFile })
    setBusy(true)
    setOutcome(null)
    try {
      const { restoreBackup } = await import('../restore/restore-backup.ts')
      const parts = { db, owner, now: env.clock.now(), isForeignAllowed }
      const result = await restoreBackup(parts, file, passphrase)
      setOutcome(
        result.ok
          ? { kind: 'restored', restored: result.value }
          : { kind: 'refused', failure: result.failure },
      )
      if (result.ok) void sync.runIfAutomatic()
    } catch {
      setOutcome({ kind: 'failed', text: words.restoreFailed })
    } finally {
      setBusy(false)
    }
  }

  const isForeign = outcome?.kind === 'refused' && outcome.failure.kind === 'other-user'
  return (
    <Stack>
      <label className={cx(buttonClass({ variant: 'secondary', full: true }), styles.pick)}>
        <input
          type="file"
          className="visually-hidden"
          aria-label={words.file}
          disabled={isBusy}
          onChange={event => {
            setFile(event.currentTarget.files?.[0] ?? null)
            setOutcome(null)
          }}
        />
        <FileIcon />
        {file === null ? words.choose : file.name}
      </label>
      <PasswordField
        label={words.passphrase}
        showLabel={words.show}
        hideLabel={words.hide}
        autoComplete="off"
        value={passphrase}
        disabled={isBusy}
        onChange={event => setPassphrase(event.currentTarget.value)}
      />
      {outcome !== null && <OutcomeAlert outcome={outcome} />}
      <Button
        full
        icon={<UploadIcon />}
        busy={isBusy}
        busyText={words.restoring}
        onClick={() => void restore(isForeign)}
      >
        {isForeign ? words.restoreAnyway : words.restoreNow}
      </Button>
    </Stack>
  )
}

function OutcomeAlert({ outcome }: { outcome: Outcome }) {
  switch (outcome.kind) {
    case 'restored':
      return <Alert kind="success">{restoredText(outcome.restored)}</Alert>
    case 'refused':
      return (
        <Alert kind={outcome.failure.kind === 'other-user' ? 'warning' : 'error'}>
          {restoreFailureText(outcome.failure)}
        </Alert>
      )
    case 'failed':
      return <Alert kind="error">{outcome.text}</Alert>
  }
}
