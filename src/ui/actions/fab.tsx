import type { ReactNode } from 'react'
import styles from './fab.module.css'
import { AddIcon } from '../icon.tsx'

/** The class of the floating button, for a router link in a `FabPlace`; put `<AddIcon />` inside. */
export function fabClass(): string {
  return styles.fab ?? ''
}

/** Where the floating button floats: over the middle of the tab bar. */
export function FabPlace({ children }: { children: ReactNode }) {
  return (
    <div className={styles.place} data-fab>
      {children}
    </div>
  )
}

/** What the floating plus takes. */
export interface FabProps {
  label: string
  onPress: () => void
}

/** The floating plus: the one thing a surveyor comes to a screen to start. */
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
