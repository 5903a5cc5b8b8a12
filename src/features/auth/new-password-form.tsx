import { type SubmitEvent, useState } from 'react'
import { passwordProblem } from '../../lib/password-problem.ts'
import { passwordMinLength } from '../../limits.ts'
import { login } from '../../messages/account/auth.ts'
import { passwords } from '../../messages/account/passwords.ts'
import { Alert } from '../../ui/status/alert.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { PasswordField } from '../../ui/inputs/password-field.tsx'
import styles from './auth-page.module.css'

/** The words of a form that sets a password. */
interface NewPasswordWords {
  readonly password: string
  readonly confirm: string
  readonly submit: string
  readonly busy: string
}

/** A new password, typed twice (5.6). `onPassword` returns what went wrong, or null. */
export function NewPasswordForm({
  words,
  onPassword,
}: {
  words: NewPasswordWords
  onPassword: (password: string, repeated: string) => Promise<string | null>
}) {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const toggle = { showLabel: login.showPassword, hideLabel: login.hidePassword }

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    const wrong = passwordProblem(password, repeated, passwordMinLength)
    if (wrong === 'mismatch') return setProblem(passwords.mismatch)
    if (wrong === 'short') return setProblem(passwords.short(passwordMinLength))
    setBusy(true)
    setProblem(await onPassword(password, repeated))
    setBusy(false)
  }

  return (
    <form className={styles.form} noValidate onSubmit={event => void handleSubmit(event)}>
      {problem !== null && <Alert kind="error">{problem}</Alert>}
      <PasswordField
        {...toggle}
        label={words.password}
        help={passwords.hint(passwordMinLength)}
        name="new-password"
        autoComplete="new-password"
        enterKeyHint="next"
        value={password}
        onChange={event => {
          setPassword(event.target.value)
          setProblem(null)
        }}
      />
      <PasswordField
        {...toggle}
        label={words.confirm}
        name="confirm-password"
        autoComplete="new-password"
        enterKeyHint="go"
        value={repeated}
        onChange={event => {
          setRepeated(event.target.value)
          setProblem(null)
        }}
      />
      <Button full type="submit" busy={isBusy} busyText={words.busy}>
        {words.submit}
      </Button>
    </form>
  )
}
