import type { PasswordChangeRequest } from '../../../replication/wire/requests.ts'
import { useApp } from '../../context.tsx'
import { useToaster } from '../../lib/toaster.ts'
import { fieldFailureText } from '../../messages/app/failure.ts'
import { changePassword as words, profile } from '../../messages/account/profile.ts'

/** Changes the password and shows the outcome; false when it failed (5.7, 5.8, 8.46). */
export const useChangePassword = (): ((request: PasswordChangeRequest) => Promise<boolean>) => {
  const { api, session, vault } = useApp()
  const toaster = useToaster()

  const change = async (request: PasswordChangeRequest): Promise<void> => {
    const now = session.current()
    if (now.kind === 'signed-in' && !now.user.is_active) throw new Error(profile.inactive)
    const answer = await api.passwordChange(request)
    if (!answer.ok) throw new Error(fieldFailureText(answer.failure, words.failed))
    // 'Remember me' would otherwise offer the old password.
    const remembered = await session.remembered()
    if (remembered !== null) {
      const { email } = remembered
      await vault.write('rememberMeData', { email, password: request.new_password })
    }
  }

  return async request => {
    const error = (reason: unknown) => (reason instanceof Error ? reason.message : words.failed)
    try {
      await toaster.promise(change(request), {
        pending: words.updating,
        success: words.updated,
        error,
      })
      return true
    } catch {
      return false
    }
  }
}
