import { useLocation, useNavigate } from './navigation.ts'

/** The key of the first place in the tab's history: there is nothing of ours behind it. */
const firstKey = 'default'

/** Goes back to where the surveyor came from, or to `otherwise` when the app was opened right here. */
export const useBack = (otherwise: string): (() => void) => {
  const navigate = useNavigate()
  const { key } = useLocation()
  return () => {
    if (key === firstKey) void navigate(otherwise, { replace: true })
    else void navigate(-1)
  }
}
