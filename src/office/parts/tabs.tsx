import { NavLink } from '../../lib/navigation/navigation.ts'
import styles from './parts.module.css'

/** Leads from one part of a screen to another, each with an address of its own. `at` is the address below the page's. */
export function Tabs({
  label,
  links,
}: {
  label: string
  links: readonly { readonly at: string; readonly name: string }[]
}) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {links.map(({ at, name }) => (
        <NavLink key={at} to={at} end className={styles.tab ?? ''}>
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
