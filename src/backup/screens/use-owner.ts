import { useApp, useWorkspace } from '../../context.tsx'
import type { Owner } from '../make-backup.ts'

/** Whose work is on this device. */
export const useOwner = (): Owner => {
  const { session } = useApp()
  const { userId, env } = useWorkspace()
  const current = session.current()
  const userName = current.kind === 'signed-in' ? current.user.full_name : ''
  return { userId, userName, apiUrl: env.apiUrl() }
}
