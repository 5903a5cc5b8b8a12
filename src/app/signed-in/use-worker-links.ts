import { useEffect } from 'react'
import { filter } from 'rxjs'
import { useApp } from '../../context.tsx'
import { useNavigate } from '../../lib/navigation/navigation.ts'
import { isMessage, openSync } from '../../pwa/messages.ts'
import { href } from '../../routes.ts'

/** Opens the address of a tapped notification (2.shell.5); a half-filled form asks before it is left. */
export const useWorkerLinks = (): void => {
  const { env } = useApp()
  const navigate = useNavigate()
  useEffect(() => {
    const pressed = env.workerMessages$.pipe(filter(message => isMessage(message, openSync)))
    const subscription = pressed.subscribe(() => void navigate(href('sync')))
    return () => subscription.unsubscribe()
  }, [env, navigate])
}
