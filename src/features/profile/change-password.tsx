import { type SubmitEvent, useState } from 'react'
import { useApp } from '../../context.tsx'
import { passwordProblem } from '../../lib/password-problem.ts'
import { useBack } from '../../lib/navigation/use-back.ts'
import { useOnline } from '../../lib/hooks/use-online.ts'
import { passwordMinLength } from '../../limits.ts'
import { common } from '../../messages/app/common.ts'
import { changePassword as words } from '../../messages/account/profile.ts'
import { href } from '../../routes.ts'
import { Alert } from '../../ui/status/alert.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { PageHeader } from '../../ui/pages/page-header.tsx'
import { PageBody, Stack } from '../../ui/pages/page.tsx'
import { PasswordField } from '../../ui/inputs/password-field.tsx'
import { useAskBeforeLeaving } from './use-ask-before-leaving.ts'
import { useChangePassword } from './use-change-password.ts'

/** Changes the password (2.profile.3, 5.7, 8.46). */
export function ChangePasswordScreen() {
  const { env } = useApp()
  const back = useBack(href('profile'))
  const isOnline = useOnline(env.network)
  const change = useChangePassword()
  const toggle = { showLabel: words.show, hideLabel: words.hide }
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useAskBeforeLeaving(old + password + repeated !== '' && !isBusy)

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (old === '') return setProblem(words.oldRequired)
    const wrong = passwordProblem(password, repeated, passwordMinLength)
    if (wrong === 'mismatch') return setProblem(words.mismatch)
    if (wrong === 'short') return setProblem(words.short(passwordMinLength))
    setBusy(true)
    const isChanged = await change({
      old_password: old,
      new_password: password,
      confirm_password: repeated,
    })
    // Still busy, so that leaving the screen asks nothing.
    if (isChanged) return back()
    // The toast has shown the reason (8.46).
    setBusy(false)
  }

  const typed = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value)
    setProblem(null)
  }

  return (
    <>
      <PageHeader title={words.title} back={{ label: common.back, onPress: back }} />
      <PageBody under="tabs">
        <form noValidate onSubmit={event => void handleSubmit(event)}>
          <Stack gap="l">
            {problem !== null && <Alert kind="error">{problem}</Alert>}
            <PasswordField
              {...toggle}
              label={words.oldPassword}
              name="current-password"
              autoComplete="current-password"
              value={old}
              onChange={typed(setOld)}
            />
            <PasswordField
              {...toggle}
              label={words.newPassword}
              help={words.hint(passwordMinLength)}
              name="new-password"
              autoComplete="new-password"
              value={password}
              onChange={typed(setPassword)}
            />
            <PasswordField
              {...toggle}
              label={words.confirm}
              name="confirm-password"
              autoComplete="new-password"
              value={repeated}
              onChange={typed(setRepeated)}
            />
            {!isOnline && <Alert kind="info">{words.offlineHint}</Alert>}
            <Button full type="submit" disabled={!isOnline} busy={isBusy} busyText={words.busy}>
              {words.submit}
            </Button>
          </Stack>
        </form>
      </PageBody>
    </>
  )
}
