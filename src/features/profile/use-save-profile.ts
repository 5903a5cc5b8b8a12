import { keepPicture, keepUser } from '../../../replication/pull-account.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { toDataUrl } from '../../lib/base64.ts'
import { useToaster } from '../../lib/toaster.ts'
import { failureText } from '../../messages/failure.ts'
import { profile as words } from '../../messages/profile.ts'
import { trimmedFields, type ProfileFields } from './changes.ts'

/** Sends the profile and keeps what the server made of it; says how it goes (8.45). False when it failed. */
export const useSaveProfile = (): ((
  fields: ProfileFields,
  picture: Blob | null,
) => Promise<boolean>) => {
  const { session } = useApp()
  const { api, db } = useWorkspace()
  const toaster = useToaster()

  const save = async (fields: ProfileFields, picture: Blob | null): Promise<void> => {
    const now = session.current()
    if (now.kind === 'signed-in' && !now.user.is_active) throw new Error(words.inactive)
    const saved = await api.accountUpdate(trimmedFields(fields), picture)
    if (!saved.ok) throw new Error(failureText(saved.failure, words.failed))
    await keepUser(db, saved.value)
    if (picture !== null) await keepPicture(db, await toDataUrl(picture))
    await session.update(saved.value)
  }

  return async (fields, picture) => {
    const error = (reason: unknown) => (reason instanceof Error ? reason.message : words.failed)
    try {
      await toaster.promise(save(fields, picture), {
        pending: words.updating,
        success: words.updated,
        error,
      })
      return true
    } catch {
      // The toast has said it; what was typed stays in the form.
      return false
    }
  }
}
