import { useLayoutEffect } from 'react'
import { LockScreen } from '../../lock/screens/lock-screen.tsx'
import { lock as words } from '../../messages/account/lock.ts'
import { useArrivalMemory } from '../routing/arrival-memory.tsx'
import styles from '../app.module.css'

/** The lock in place of every screen, so that none of them is in the page. */
export function Locked({ database }: { database: string }) {
  const memory = useArrivalMemory()
  // The screen after it counts as another one, and gets the focus.
  useLayoutEffect(() => void memory?.arriveAt('lock'), [memory])
  return (
    <main id="content" tabIndex={-1} className={styles.screen}>
      <title>{words.title}</title>
      <LockScreen database={database} />
    </main>
  )
}
