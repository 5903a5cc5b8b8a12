import { updateProfile, type ProfileOutcome } from '../../../replication/update-profile.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { toDataUrl } from '../../lib/base64.ts'
import { useToaster } from '../../lib/toaster.ts'
import { profile as words } from '../../messages/profile.ts'
import type { ProfileFields } from './changes.ts'

/** Saves what was changed of the profile and says how it goes (8.45); false when the server refused it. */
export const useSaveProfile = (): ((
  changed: Partial<ProfileFields>,
  picture: Blob | null,
) => Promise<boolean>) => {
  const { session } = useApp()
  const workspace = useWorkspace()
  const toaster = useToaster()

  const save = async (
    changed: Partial<ProfileFields>,
    picture: Blob | null,
  ): Promise<ProfileOutcome> => {
    const now = session.current()
    if (now.kind === 'signed-in' && !now.user.is_active) throw new Error(words.inactive)
    const outcome = await updateProfile(workspace, {
      ...changed,
      ...(picture === null ? {} : { profile_image_local: await toDataUrl(picture) }),
    })
    if (outcome.kind !== 'refused') return outcome
    toaster.info(words.inRecovery)
    throw new Error(outcome.message || words.failed)
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
    } catch {
      // The toast has said it; what was typed stays in the form.
      return false
    }
  }
}

const savedText = ({ kind }: ProfileOutcome): string => {
  switch (kind) {
    case 'updated':
    case 'refused':
      return words.updated
    case 'saved':
      return words.savedOffline
    case 'unsent':
      return words.unsent
  }
}
