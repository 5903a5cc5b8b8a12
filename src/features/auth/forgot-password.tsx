import { useForm, useSelector } from '@tanstack/react-form'
import * as v from 'valibot'
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

const address = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(() => words.required),
  v.check(isEmail, () => words.invalid),
)

/** Asks for a reset link (2.forgot-password, 5.5, 8.10). */
export function ForgotPasswordScreen() {
  const { api } = useApp()
  const navigate = useNavigate()
  const alert = useBriefAlert()

  const form = useForm({
    defaultValues: { email: '' },
    onSubmit: async ({ value }) => {
      const sent = await api.passwordForgot(value.email.trim())
      if (!sent.ok) return alert.show(failureText(sent.failure, words.failed))
      const state: LoginState = { message: words.sent }
      await navigate(href('login'), { state })
    },
  })
  const isBusy = useSelector(form.store, state => state.isSubmitting)

  return (
    <AuthPage title={words.title} subtitle={words.subtitle}>
      {alert.text !== null && <Alert kind="error">{alert.text}</Alert>}
      <form
        className={styles.form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void form.handleSubmit()
        }}
      >
        <form.Field
          name="email"
          validators={{ onSubmit: address }}
          listeners={{ onChange: alert.hide }}
        >
          {field => (
            <TextField
              label={words.email}
              type="email"
              name="email"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="send"
              error={field.state.meta.errors[0]?.message}
              value={field.state.value}
              onChange={event => field.handleChange(event.target.value)}
            />
          )}
        </form.Field>
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
