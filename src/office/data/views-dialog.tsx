import { type FormEvent, useState } from 'react'
import type { SavedView } from '../../../replication/wire/office/answers.ts'
import { Button } from '../../ui/actions/button.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DeleteIcon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import type { FailureKind, Result } from '../office-api.ts'
import { useOffice } from '../office-context.tsx'
import { Reading } from '../parts/reading.tsx'
import { useRead } from '../parts/use-read.ts'
import type { Address } from './address.ts'
import styles from './data.module.css'

/** The views that the account keeps: opens one, keeps the one that is shown, or forgets one. */
export function ViewsDialog({
  id,
  address,
  kept,
  onChange,
  onClose,
}: {
  id: string
  address: Address
  /** The views after the last change; null before any. */
  kept: readonly SavedView[] | null
  onChange: (views: readonly SavedView[]) => void
  onClose: () => void
}) {
  const { ask, words } = useOffice()
  const { views } = words
  const read = useRead('views', { id })
  const [name, setName] = useState('')
  const [failed, setFailed] = useState<FailureKind | null>(null)
  const show = (result: Result<readonly SavedView[]>) => {
    setFailed(result.ok ? null : result.failure.kind)
    if (result.ok) onChange(result.data)
    return result.ok
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    const body = { name, address: address.view() }
    if (show(await ask('viewSave', { id, body }))) setName('')
  }
  return (
    <Dialog open title={views.title} onClose={onClose} closeLabel={words.close}>
      <Reading read={read}>
        {stored => {
          const list = kept ?? stored
          return list.length === 0 ? (
            <p>{views.none}</p>
          ) : (
            <ul className={styles.list}>
              {list.map(view => (
                <li key={view.name} className={styles.listed}>
                  <Button
                    variant="quiet"
                    size="s"
                    onClick={() => {
                      address.open(view.address)
                      onClose()
                    }}
                  >
                    <bdi>{view.name}</bdi>
                  </Button>
                  <IconButton
                    label={views.remove(view.name)}
                    icon={<DeleteIcon />}
                    onClick={() =>
                      void ask('viewDelete', { id, body: { name: view.name } }).then(show)
                    }
                  />
                </li>
              ))}
            </ul>
          )
        }}
      </Reading>
      <form className={styles.save} onSubmit={event => void save(event)}>
        <TextField
          label={views.name}
          help={views.why}
          maxLength={100}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" size="s" softDisabled={name.trim() === ''}>
          {views.save}
        </Button>
      </form>
      {failed && <Alert kind="error">{words.failures[failed]}</Alert>}
    </Dialog>
  )
}
