import { type FormEvent, useState } from 'react'
import type { Account } from '../../../replication/wire/office/answers.ts'
import { Button } from '../../ui/actions/button.tsx'
import { PasswordField } from '../../ui/inputs/password-field.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import type { Failure } from '../office-api.ts'
import { useOffice } from '../office-context.tsx'
import type { Words } from '../words/words.ts'
import { Entrance } from './entrance-frame.tsx'
import styles from './entrance.module.css'

const problemOf = ({ kind, code }: Failure, words: Words): string => {
  if (code === 'code_required') return words.entrance.codeNeeded
  if (code === 'code_wrong') return words.entrance.codeWrong
  return kind === 'invalid' ? words.entrance.wrong : words.failures[kind]
}

/** Signs in: with the password, and where the account has one, with a code. */
export function SignIn({
  isMade,
  onEnter,
}: {
  isMade: boolean
  onEnter: (account: Account) => void
}) {
  const { ask, words } = useOffice()
  const [given, setGiven] = useState({ email: '', password: '', code: '' })
  const [asksForCode, setAsksForCode] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const result = await ask('signIn', { body: given })
    setBusy(false)
    if (result.ok) return onEnter(result.data)
    if (result.failure.code === 'code_required') setAsksForCode(true)
    setFailure(result.failure)
  }
  const { entrance } = words
  return (
    <Entrance title={entrance.title}>
      {isMade && <Alert kind="success">{words.first.made}</Alert>}
      <form className={styles.form} onSubmit={event => void submit(event)}>
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
          autoComplete="current-password"
          value={given.password}
          onChange={({ target }) => setGiven({ ...given, password: target.value })}
        />
        {asksForCode && (
          <TextField
            label={entrance.code}
            autoComplete="one-time-code"
            value={given.code}
            onChange={({ target }) => setGiven({ ...given, code: target.value })}
          />
        )}
        {failure && <Alert kind="error">{problemOf(failure, words)}</Alert>}
        <Button type="submit" full busy={isBusy}>
          {entrance.submit}
        </Button>
      </form>
      <p className={styles.quiet}>{entrance.surveyors}</p>
    </Entrance>
  )
}
