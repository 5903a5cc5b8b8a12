import { type SubmitEvent, useState } from 'react'
import { useApp } from '../../context.tsx'
import { isEmail } from '../../lib/is-email.ts'
import { Link, useNavigate } from '../../lib/navigation/navigation.ts'
import { forgotPassword as words } from '../../messages/account/passwords.ts'
import { failureText } from '../../messages/app/failure.ts'
import { href } from '../../routes.ts'
import type { LoginState } from '../../session/login-state.ts'
import { Alert } from '../../ui/status/alert.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { AuthPage } from './auth-page.tsx'
import styles from './auth-page.module.css'
import { useBriefAlert } from './use-brief-alert.ts'

/** Asks for a reset link (2.forgot-password, 5.5, 8.10). */
export function ForgotPasswordScreen() {
  const { api } = useApp()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const alert = useBriefAlert()

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    const address = email.trim()
    if (address === '') return setProblem(words.required)
    if (!isEmail(address)) return setProblem(words.invalid)
    setBusy(true)
    const sent = await api.passwordForgot(address)
    setBusy(false)
    if (!sent.ok) return alert.show(failureText(sent.failure, words.failed))
    const state: LoginState = { message: words.sent }
    await navigate(href('login'), { state })
  }

  return (
    <AuthPage title={words.title} subtitle={words.subtitle}>
      {alert.text !== null && <Alert kind="error">{alert.text}</Alert>}
      <form className={styles.form} noValidate onSubmit={event => void handleSubmit(event)}>
        <TextField
          label={words.email}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="send"
          value={email}
          error={problem}
          onChange={event => {
            setEmail(event.target.value)
            setProblem(undefined)
            alert.hide()
          }}
        />
        <Button full type="submit" busy={isBusy} busyText={words.busy}>
          {words.submit}
        </Button>
      </form>
      <p className={styles.foot}>
        <Link className={styles.link} to={href('login')}>
          {words.back}
        </Link>
      </p>
    </AuthPage>
  )
}
