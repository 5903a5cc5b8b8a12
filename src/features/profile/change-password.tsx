import { useForm, useSelector } from '@tanstack/react-form'
import { useState } from 'react'
import * as v from 'valibot'
import { useApp } from '../../context.tsx'
import { firstProblem, newPassword } from '../../lib/new-password.ts'
import { useBack } from '../../hooks/use-back.ts'
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

const passwordChange = () =>
  v.intersect([
    v.object({
      old: v.pipe(
        v.string(),
        v.nonEmpty(() => words.oldRequired),
      ),
    }),
    newPassword(words),
  ])

/** Changes the password (2.profile.3, 5.7, 8.46). */
export function ChangePasswordScreen() {
  const { env } = useApp()
  const back = useBack(href('profile'))
  const isOnline = useOnline(env.network)
  const change = useChangePassword()
  const toggle = { showLabel: words.show, hideLabel: words.hide }
  const [isChanged, setChanged] = useState(false)
  const form = useForm({
    defaultValues: { old: '', password: '', repeated: '' },
    validators: { onSubmit: firstProblem(passwordChange()) },
    onSubmit: async ({ value: { old, password, repeated } }) => {
      const isDone = await change({
        old_password: old,
        new_password: password,
        confirm_password: repeated,
      })
      // The toast has shown the reason (8.46).
      if (!isDone) return
      setChanged(true)
      back()
    },
  })
  const problem = useSelector(form.store, state => state.errorMap.onSubmit)
  const isTyped = useSelector(form.store, state => !state.isDefaultValue)
  // Busy to the end, so that leaving the screen asks nothing.
  const isBusy = useSelector(form.store, state => state.isSubmitting) || isChanged
  useAskBeforeLeaving(isTyped && !isBusy)

  return (
    <>
      <PageHeader title={words.title} back={{ label: common.back, onPress: back }} />
      <PageBody under="tabs">
        <form
          noValidate
          onSubmit={event => {
            event.preventDefault()
            void form.handleSubmit()
          }}
        >
          <Stack gap="l">
            {problem !== undefined && <Alert kind="error">{problem}</Alert>}
            <form.Field name="old">
              {field => (
                <PasswordField
                  {...toggle}
                  label={words.oldPassword}
                  name="current-password"
                  autoComplete="current-password"
                  value={field.state.value}
                  onChange={event => field.handleChange(event.target.value)}
                />
              )}
            </form.Field>
            <form.Field name="password">
              {field => (
                <PasswordField
                  {...toggle}
                  label={words.newPassword}
                  help={words.hint(passwordMinLength)}
                  name="new-password"
                  autoComplete="new-password"
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
                  value={field.state.value}
                  onChange={event => field.handleChange(event.target.value)}
                />
              )}
            </form.Field>
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
