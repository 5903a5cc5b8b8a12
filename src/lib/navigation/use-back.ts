import { useApp } from '../../context.tsx'
import { useNavigate } from './navigation.ts'

/** Goes back to the previous screen, or to `otherwise` when the history has no earlier screen of the app. */
export const useBack = (otherwise: string): (() => void) => {
  const { env } = useApp()
  const navigate = useNavigate()
  return () => {
    if (env.address.depth() === 0) void navigate(otherwise, { replace: true })
    else void navigate(-1)
  }
}
