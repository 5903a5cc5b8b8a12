import { type FormEvent, useState } from 'react'
import type { Account } from '../../../replication/wire/office/answers.ts'
import { Button } from '../../ui/actions/button.tsx'
import { PasswordField } from '../../ui/inputs/password-field.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { useOffice } from '../office-context.tsx'
import styles from './entrance.module.css'

/** Changes the password of the signed-in account. */
export function PasswordForm({ onChanged }: { onChanged: (account: Account) => void }) {
  const { ask, words } = useOffice()
  const { entrance, password } = words
  const [given, setGiven] = useState({ old_password: '', new_password: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const result = await ask('passwordChange', { body: given })
    setBusy(false)
    if (result.ok) {
      setProblem(null)
      setGiven({ old_password: '', new_password: '' })
      return onChanged(result.data)
    }
    const { kind } = result.failure
    setProblem(kind === 'invalid' ? password.wrong : words.failures[kind])
  }
  const toggle = { showLabel: entrance.show, hideLabel: entrance.hide }
  return (
    <form className={styles.form} onSubmit={event => void submit(event)}>
      <PasswordField
        {...toggle}
        label={password.old}
        autoComplete="current-password"
        value={given.old_password}
        onChange={({ target }) => setGiven({ ...given, old_password: target.value })}
      />
      <PasswordField
        {...toggle}
        label={password.next}
        autoComplete="new-password"
        value={given.new_password}
        onChange={({ target }) => setGiven({ ...given, new_password: target.value })}
      />
      {problem && <Alert kind="error">{problem}</Alert>}
      <Button type="submit" busy={isBusy}>
        {password.submit}
      </Button>
    </form>
  )
}
