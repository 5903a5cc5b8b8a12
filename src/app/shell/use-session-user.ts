import type { User } from '../../../replication/wire/answers.ts'
import { useApp } from '../../context.tsx'

/** The surveyor of the session, which is known before anything is read from the database; null without a session. */
export const useSessionUser = (): User | null => {
  const session = useApp().session.current()
  return session.kind === 'signed-in' ? session.user : null
}
