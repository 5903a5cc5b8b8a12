import { useEffect, useState } from 'react'
import type { Failure } from '../../../replication/http/failure.ts'
import { useApp } from '../../context.tsx'
import { Link, useSearchParams } from '../../lib/navigation/navigation.ts'
import { resetPassword as words } from '../../messages/account/passwords.ts'
import { common } from '../../messages/app/common.ts'
import { failureText } from '../../messages/app/failure.ts'
import { href } from '../../routes.ts'
import { Alert } from '../../ui/status/alert.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { Spinner } from '../../ui/status/spinner.tsx'
import { AuthPage } from './auth-page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/**
 *   checking ──► usable ──► done
 *     ▲   ├────► invalid: the server does not know the token
 *     └───┴────► unchecked: the server could not be asked
 */
type Step =
  | { readonly kind: 'checking' }
  | { readonly kind: 'invalid' | 'unchecked'; readonly why: string }
  | { readonly kind: 'usable' }
  | { readonly kind: 'done' }

/** Sets a new password through the link of an e-mail (2.reset-password, 8.11, 8.12). */
export function ResetPasswordScreen() {
  const { api } = useApp()
  const [query] = useSearchParams()
  const token = query.get('token')?.trim() ?? ''
  const [step, setStep] = useState<Step>(
    token === '' ? { kind: 'invalid', why: words.missing } : { kind: 'checking' },
  )

  useEffect(() => {
    if (token === '' || step.kind !== 'checking') return undefined
    let isHere = true
    void api.passwordResetVerify(token).then(verified => {
      if (!isHere) return
      setStep(verified.ok ? { kind: 'usable' } : notUsable(verified.failure))
    })
    return () => {
      isHere = false
    }
  }, [api, token, step.kind])

  const reset = async (password: string, repeated: string): Promise<string | null> => {
    if (token === '') return words.emptyToken
    const done = await api.passwordReset({ token, password, confirm_password: repeated })
    if (!done.ok) return failureText(done.failure, words.failed)
    setStep({ kind: 'done' })
    return null
  }

  switch (step.kind) {
    case 'checking':
      return (
        <AuthPage title={words.title}>
          <Spinner large label={words.verifying} />
        </AuthPage>
      )
    case 'unchecked':
      return (
        <AuthPage title={words.title}>
          <Alert kind="warning">{words.unchecked(step.why)}</Alert>
          <Button full onClick={() => setStep({ kind: 'checking' })}>
            {common.tryAgain}
          </Button>
        </AuthPage>
      )
    case 'invalid':
      return (
        <AuthPage title={words.title}>
          <Alert kind="error">{step.why}</Alert>
          <Link className={buttonClass({ full: true })} to={href('forgotPassword')}>
            {words.requestNew}
          </Link>
        </AuthPage>
      )
    case 'usable':
      return (
        <AuthPage title={words.title}>
          <NewPasswordForm words={{ ...words, password: words.newPassword }} onPassword={reset} />
        </AuthPage>
      )
    case 'done':
      return (
        <AuthPage title={words.doneTitle} subtitle={words.doneMessage}>
          <Link className={buttonClass({ full: true })} to={href('login')}>
            {words.backToLogin}
          </Link>
        </AuthPage>
      )
  }
}

/** Only the server's answer makes a token invalid; a failed request does not (8.11). */
const notUsable = (failure: Failure): Step => {
  switch (failure.kind) {
    case 'permanent':
    case 'unauthorized':
      return { kind: 'invalid', why: failureText(failure, words.invalid) }
    case 'offline':
    case 'temporary':
    case 'malformed':
      return { kind: 'unchecked', why: failureText(failure) }
  }
}
