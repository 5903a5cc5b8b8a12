import { useApp } from '../../context.tsx'
import { useToaster } from '../../lib/toaster.ts'
import { setPassword as words } from '../../messages/account/passwords.ts'
import { fieldFailureText } from '../../messages/app/failure.ts'
import { Button } from '../../ui/actions/button.tsx'
import { AuthPage } from './auth-page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** Replaces a temporary password, at the first login or after a reset (2.set-password-first-login, 5.6, 8.13). */
export function SetPasswordScreen() {
  const { api, session } = useApp()
  const toaster = useToaster()

  const set = async (password: string, repeated: string): Promise<string | null> => {
    const now = session.current()
    const token = session.token()
    if (token === null || now.kind !== 'signed-in') return words.noToken
    const done = await api.passwordSet({
      token,
      new_password: password,
      new_password_confirmation: repeated,
    })
    if (!done.ok) return fieldFailureText(done.failure, words.failed)
    toaster.success(words.done)
    // The guard leads on from here; the account is read again when the workspace opens.
    await session.update({ ...now.user, is_first_login: false })
    return null
  }

  return (
    <AuthPage title={words.title} subtitle={words.subtitle}>
      <NewPasswordForm words={words} onPassword={set} />
      <Button full variant="quiet" onClick={session.end}>
        {words.signOut}
      </Button>
    </AuthPage>
  )
}
