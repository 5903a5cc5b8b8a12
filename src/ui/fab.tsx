import { cx } from './cx.ts'
import styles from './fab.module.css'
import { AddIcon } from './icon.tsx'

/** The class of the floating button, for a router link; put `<AddIcon />` and a hidden label inside. */
export function fabClass(aboveTabs = true): string {
  return cx(styles.fab, aboveTabs && styles.aboveTabs)
}

/** What the floating plus takes; `aboveTabs` lifts it over the tab bar. */
export interface FabProps {
  label: string
  onPress: () => void
  aboveTabs?: boolean | undefined
}

/** The floating plus: the one thing a surveyor comes to a screen to start. */
export function Fab({ label, onPress, aboveTabs }: FabProps) {
  return (
    <button
      type="button"
      className={fabClass(aboveTabs)}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <AddIcon />
    </button>
  )
}
