import { useForm, useSelector } from '@tanstack/react-form'
import { firstProblem, newPassword } from '../../lib/new-password.ts'
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
  const toggle = { showLabel: login.showPassword, hideLabel: login.hidePassword }
  const form = useForm({
    defaultValues: { password: '', repeated: '' },
    validators: { onSubmit: firstProblem(newPassword(passwords)) },
    onSubmit: async ({ value, formApi }) => {
      const problem = await onPassword(value.password, value.repeated)
      formApi.setErrorMap({ onSubmit: { form: problem, fields: {} } })
    },
  })
  const problem = useSelector(form.store, state => state.errorMap.onSubmit)
  const isBusy = useSelector(form.store, state => state.isSubmitting)

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void form.handleSubmit()
      }}
    >
      {problem !== undefined && <Alert kind="error">{problem}</Alert>}
      <form.Field name="password">
        {field => (
          <PasswordField
            {...toggle}
            label={words.password}
            help={passwords.hint(passwordMinLength)}
            name="new-password"
            autoComplete="new-password"
            enterKeyHint="next"
            value={field.state.value}
            onChange={event => field.handleChange(event.target.value)}
          />
        )}
      </form.Field>
      <form.Field name="repeated">
        {field => (
          <PasswordField
            {...toggle}
            label={words.confirm}
            name="confirm-password"
            autoComplete="new-password"
            enterKeyHint="go"
            value={field.state.value}
            onChange={event => field.handleChange(event.target.value)}
          />
        )}
      </form.Field>
      <Button full type="submit" busy={isBusy} busyText={words.busy}>
        {words.submit}
      </Button>
    </form>
  )
}
