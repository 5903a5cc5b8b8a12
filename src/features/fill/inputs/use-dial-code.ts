import { currentUser } from '../../../../collections/schemas/user-profile.ts'
import { useWorkspace } from '../../../context.tsx'
import { findCountry } from '../../../lib/phone/dial-codes.ts'
import { useLiveDoc } from '../../../lib/hooks/use-live.ts'
import { defaultDialCode } from '../../../limits.ts'

/** The dial code of the surveyor's region, else +91 (5.14). */
export const useDialCode = (): string => {
  const { db } = useWorkspace()
  const user = useLiveDoc(db, 'user_profile', currentUser)
  return findCountry(user?.address ?? '')?.code ?? defaultDialCode
}
