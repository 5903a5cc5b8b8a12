import type { ReactNode } from 'react'
import styles from './fab.module.css'
import { AddIcon } from '../icon.tsx'

/** The class of the floating button, for a router link in a `FabPlace`; put `<AddIcon />` inside. */
export function fabClass(): string {
  return styles.fab ?? ''
}

/** Places the floating button over the middle of the tab bar. */
export function FabPlace({ children }: { children: ReactNode }) {
  return (
    <div className={styles.place} data-fab>
      {children}
    </div>
  )
}

interface FabProps {
  label: string
  onPress: () => void
}

/** The floating plus button: starts the main action of a screen. */
export function Fab({ label, onPress }: FabProps) {
  return (
    <FabPlace>
      <button
        type="button"
        className={fabClass()}
        aria-label={label}
        title={label}
        onClick={onPress}
      >
        <AddIcon />
      </button>
    </FabPlace>
  )
}
