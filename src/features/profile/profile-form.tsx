import { type SubmitEvent, useState } from 'react'
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
import { changedFields, profileProblems, typedName, type ProfileFields } from './changes.ts'
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
  const [fields, setFields] = useState(opened)
  const [picture, setPicture] = useState<Blob | null>(null)
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const pictureUrl = useObjectUrl(picture)
  const problems = isChecked ? profileProblems(fields) : {}
  const set = (typed: Partial<ProfileFields>) => setFields({ ...fields, ...typed })
  const changed = changedFields(fields, opened)
  const isChanged = picture !== null || Object.keys(changed).length > 0
  useAskBeforeLeaving(isChanged && !isBusy)

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(profileProblems(fields)).length > 0) return
    if (!isChanged) return toaster.info(words.unchanged)
    setBusy(true)
    const isSaved = await save(changed, picture)
    setBusy(false)
    if (!isSaved) return
    // So that leaving the screen asks nothing.
    setOpened({ ...opened, ...changed })
    setPicture(null)
    onSaved()
  }

  return (
    <Stack gap="l">
      <PicturePicker
        name={`${user.first_name} ${user.last_name}`.trim() || user.email}
        sources={[pictureUrl, user.profile_image_local, user.profile_image, config.defaultAvatar]}
        onPicture={setPicture}
      />
      <form noValidate onSubmit={event => void handleSubmit(event)}>
        <Stack gap="l">
          <TextField
            label={words.firstName}
            name="given-name"
            autoComplete="given-name"
            help={words.namesHint}
            value={fields.first_name}
            error={problems.first_name}
            onChange={event => set({ first_name: typedName(event.target.value) })}
          />
          <TextField
            label={words.lastName}
            name="family-name"
            autoComplete="family-name"
            value={fields.last_name}
            onChange={event => set({ last_name: typedName(event.target.value) })}
          />
          <PhoneField
            label={words.phone}
            name="tel"
            autoComplete="tel"
            codeLabel={words.dialCode}
            countryText={(iso, code) => words.countryAndCode(countryText(iso), code)}
            value={fields.phone_number}
            defaultCode={findCountry(user.address)?.code ?? defaultDialCode}
            maxDigits={phoneMaxDigits}
            error={problems.phone_number}
            onChange={phone_number => set({ phone_number })}
          />
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
