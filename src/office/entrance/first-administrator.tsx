import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { PasswordField } from '../../ui/inputs/password-field.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { useOffice } from '../office-context.tsx'
import { Entrance } from './entrance-frame.tsx'
import styles from './entrance.module.css'

const shortest = 8

/** Makes the first administrator, by the link that the server has printed. */
export function FirstAdministrator({ token, onMade }: { token: string; onMade: () => void }) {
  const { ask, words } = useOffice()
  const { entrance, first } = words
  const [given, setGiven] = useState({ name: '', email: '', password: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if ([...given.password].length < shortest) return setProblem(first.short)
    setBusy(true)
    const result = await ask('first', { body: { ...given, token } })
    setBusy(false)
    if (result.ok) return onMade()
    const { kind } = result.failure
    setProblem(kind === 'invalid' ? first.ended : words.failures[kind])
  }
  return (
    <Entrance title={first.title}>
      <form className={styles.form} onSubmit={event => void submit(event)}>
        <TextField
          label={first.name}
          autoComplete="name"
          value={given.name}
          onChange={({ target }) => setGiven({ ...given, name: target.value })}
        />
        <TextField
          label={entrance.email}
          type="email"
          autoComplete="username"
          value={given.email}
          onChange={({ target }) => setGiven({ ...given, email: target.value })}
        />
        <PasswordField
          label={entrance.password}
          showLabel={entrance.show}
          hideLabel={entrance.hide}
          autoComplete="new-password"
          value={given.password}
          onChange={({ target }) => setGiven({ ...given, password: target.value })}
        />
        {problem && <Alert kind="error">{problem}</Alert>}
        <Button
          type="submit"
          full
          busy={isBusy}
          disabled={given.name.trim() === '' || given.email.trim() === ''}
        >
          {first.submit}
        </Button>
      </form>
    </Entrance>
  )
}
