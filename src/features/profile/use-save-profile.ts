import { toDataUrl } from '../../../collections/storage/base64.ts'
import { updateProfile, type ProfileOutcome } from '../../../replication/update-profile.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { useToaster } from '../../lib/toaster.ts'
import { reasonText } from '../../messages/app/failure.ts'
import { profile as words } from '../../messages/account/profile.ts'
import type { ProfileFields } from './changes.ts'

/** Saves the changed fields and shows the outcome (8.45); false when the server refused them. */
export const useSaveProfile = (): ((
  changed: Partial<ProfileFields>,
  picture: Blob | null,
) => Promise<boolean>) => {
  const { session } = useApp()
  const workspace = useWorkspace()
  const toaster = useToaster()

  const save = async (changed: Partial<ProfileFields>, picture: Blob | null): Promise<Saved> => {
    const now = session.current()
    if (now.kind === 'signed-in' && !now.user.is_active) throw new Error(words.inactive)
    const outcome = await updateProfile(workspace, {
      ...changed,
      ...(picture === null ? {} : { profile_image_local: await toDataUrl(picture) }),
    })
    switch (outcome.kind) {
      case 'refused':
        toaster.info(words.inRecovery)
        throw new Error(outcome.message || words.failed)
      case 'unsent':
        throw new Unsent(words.unsent(reasonText(outcome.message) || words.failed))
      case 'updated':
      case 'saved':
      case 'sending':
        return outcome
    }
  }

  return async (changed, picture) => {
    const error = (reason: unknown) => (reason instanceof Error ? reason.message : words.failed)
    try {
      await toaster.promise(save(changed, picture), {
        pending: words.updating,
        success: savedText,
        error,
      })
      return true
    } catch (reason) {
      // The toast has shown the reason. Refused values stay in the form.
      return reason instanceof Unsent
    }
  }
}

/** Thrown when the server could not accept the change now; the device keeps it. */
class Unsent extends Error {}

type Saved = Exclude<ProfileOutcome, { kind: 'refused' | 'unsent' }>

const savedText = ({ kind }: Saved): string => {
  switch (kind) {
    case 'updated':
      return words.updated
    case 'saved':
      return words.savedOffline
    case 'sending':
      return words.sending
  }
}
