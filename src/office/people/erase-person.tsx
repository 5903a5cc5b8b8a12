import { type FormEvent, useState } from 'react'
import type { PersonRecord } from '../../../replication/wire/office/people-calls.ts'
import { Button } from '../../ui/actions/button.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import type { FailureKind } from '../office-api.ts'
import { useOffice } from '../office-context.tsx'
import { useReread } from '../parts/use-read.ts'
import styles from './people.module.css'

/** Names what goes with a surveyor, and erases them once their address was typed. */
export function ErasePerson({
  record: { id, email, work },
  waiting,
  onCancel,
  onErased,
}: {
  record: PersonRecord
  waiting: number
  onCancel: () => void
  onErased: () => void
}) {
  const { ask, words } = useOffice()
  const { person } = words
  const reread = useReread()
  const [typed, setTyped] = useState('')
  const [failed, setFailed] = useState<FailureKind | null>(null)
  const [isBusy, setBusy] = useState(false)
  const erase = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const result = await ask('personErase', { id, body: { email: typed } })
    setBusy(false)
    if (!result.ok) return setFailed(result.failure.kind)
    onErased()
    void reread()
  }
  return (
    <form className={styles.fields} onSubmit={event => void erase(event)}>
      <Alert kind="warning" title={person.eraseTitle}>
        <p>
          <bdi>{email}</bdi>
        </p>
        <p>{person.eraseWhat(work.submissions, work.files, work.cases)}</p>
        {waiting > 0 && <p>{person.eraseWaiting(waiting)}</p>}
        <p>{person.eraseInstead}</p>
      </Alert>
      <TextField
        label={person.eraseType(email)}
        value={typed}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
      {failed && <Alert kind="error">{words.failures[failed]}</Alert>}
      <Button
        type="submit"
        full
        variant="danger"
        busy={isBusy}
        disabled={typed.trim().toLowerCase() !== email}
      >
        {person.eraseForGood}
      </Button>
      <Button full variant="quiet" disabled={isBusy} onClick={onCancel}>
        {words.people.cancel}
      </Button>
    </form>
  )
}
