import { useForm, useSelector } from '@tanstack/react-form'
import { useState } from 'react'
import type { UserProfileDoc } from '../../../collections/schemas/user-profile.ts'
import { config } from '../../config.ts'
import { useApp } from '../../context.tsx'
import { findCountry } from '../../lib/phone/dial-codes.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { PhoneField } from '../../lib/phone/phone-field.tsx'
import { useToaster } from '../../lib/toaster.ts'
import { useObjectUrl } from '../../lib/hooks/use-object-url.ts'
import { useOnline } from '../../lib/hooks/use-online.ts'
import { defaultDialCode, phoneMaxDigits } from '../../limits.ts'
import { countryText } from '../../messages/locale.ts'
import { profile as words } from '../../messages/account/profile.ts'
import { href } from '../../routes.ts'
import { Alert } from '../../ui/status/alert.tsx'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { Stack } from '../../ui/pages/page.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { changedFields, profileSchema, typedName, type ProfileFields } from './changes.ts'
import { PicturePicker } from './picture-picker.tsx'
import { useAskBeforeLeaving } from './use-ask-before-leaving.ts'
import { useSaveProfile } from './use-save-profile.ts'

/** The form of the profile; fields that only the server may change are shown read-only (5.20). */
export function ProfileForm({ user, onSaved }: { user: UserProfileDoc; onSaved: () => void }) {
  const { env } = useApp()
  const toaster = useToaster()
  const isOnline = useOnline(env.network)
  const save = useSaveProfile()
  // Kept to find the fields that were edited here. Only these are sent, because the profile may change elsewhere
  // meanwhile.
  const [opened, setOpened] = useState<ProfileFields>(user)
  const [picture, setPicture] = useState<Blob | null>(null)
  const pictureUrl = useObjectUrl(picture)
  const form = useForm({
    defaultValues: opened,
    validators: { onChange: profileSchema },
    onSubmit: async () => {
      if (!isChanged) return toaster.info(words.unchanged)
      if (!(await save(changed, picture))) return
      // So that leaving the screen asks nothing.
      setOpened({ ...opened, ...changed })
      setPicture(null)
      onSaved()
    },
  })
  const changed = changedFields(
    useSelector(form.store, state => state.values),
    opened,
  )
  const isChanged = picture !== null || Object.keys(changed).length > 0
  const isBusy = useSelector(form.store, state => state.isSubmitting)
  const isChecked = useSelector(form.store, state => state.submissionAttempts > 0)
  useAskBeforeLeaving(isChanged && !isBusy)

  return (
    <Stack gap="l">
      <PicturePicker
        name={`${user.first_name} ${user.last_name}`.trim() || user.email}
        sources={[pictureUrl, user.profile_image_local, user.profile_image, config.defaultAvatar]}
        onPicture={setPicture}
      />
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void form.handleSubmit()
        }}
      >
        <Stack gap="l">
          <form.Field name="first_name">
            {field => (
              <TextField
                label={words.firstName}
                name="given-name"
                autoComplete="given-name"
                help={words.namesHint}
                value={field.state.value}
                error={isChecked && field.state.meta.errors[0]?.message}
                onChange={event => field.handleChange(typedName(event.target.value))}
              />
            )}
          </form.Field>
          <form.Field name="last_name">
            {field => (
              <TextField
                label={words.lastName}
                name="family-name"
                autoComplete="family-name"
                value={field.state.value}
                onChange={event => field.handleChange(typedName(event.target.value))}
              />
            )}
          </form.Field>
          <form.Field name="phone_number">
            {field => (
              <PhoneField
                label={words.phone}
                name="tel"
                autoComplete="tel"
                codeLabel={words.dialCode}
                countryText={(iso, code) => words.countryAndCode(countryText(iso), code)}
                value={field.state.value}
                defaultCode={findCountry(user.address)?.code ?? defaultDialCode}
                maxDigits={phoneMaxDigits}
                error={isChecked && field.state.meta.errors[0]?.message}
                onChange={field.handleChange}
              />
            )}
          </form.Field>
          <TextField label={words.email} help={words.readOnly} readOnly value={user.email} />
          <TextField label={words.region} help={words.readOnly} readOnly value={user.address} />
          {!isOnline && <Alert kind="info">{words.offlineHint}</Alert>}
          {isOnline && user.syncStatus === 'pending' && !isBusy && (
            <Alert kind="info">{words.pending}</Alert>
          )}
          <Button full type="submit" busy={isBusy} busyText={words.saving}>
            {words.save}
          </Button>
          <Link
            to={href('changePassword')}
            className={buttonClass({ variant: 'quiet', full: true })}
          >
            {words.changePassword}
          </Link>
        </Stack>
      </form>
    </Stack>
  )
}
