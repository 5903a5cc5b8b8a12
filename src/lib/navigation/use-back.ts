import { useApp } from '../../context.tsx'
import { useNavigate } from './navigation.ts'

/** Goes back to where the surveyor came from, or to `otherwise` when nothing of the app is behind this place. */
export const useBack = (otherwise: string): (() => void) => {
  const { env } = useApp()
  const navigate = useNavigate()
  return () => {
    if (env.address.depth() === 0) void navigate(otherwise, { replace: true })
    else void navigate(-1)
  }
}
