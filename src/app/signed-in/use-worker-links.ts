import { useEffect } from 'react'
import { filter } from 'rxjs'
import { useApp } from '../../context.tsx'
import { useNavigate } from '../../lib/navigation/navigation.ts'
import { isMessage, openSync } from '../../lib/worker/messages.ts'
import { href } from '../../routes.ts'

/** Opens Sync when a notification is tapped (2.shell.5), after a question if a half-filled form is open. */
export const useWorkerLinks = (): void => {
  const { env } = useApp()
  const navigate = useNavigate()
  useEffect(() => {
    const pressed = env.workerMessages$.pipe(filter(message => isMessage(message, openSync)))
    const subscription = pressed.subscribe(() => void navigate(href('sync')))
    return () => subscription.unsubscribe()
  }, [env, navigate])
}
