import { NavLink } from '../../lib/navigation/navigation.ts'
import { useOffice } from '../office-context.tsx'
import styles from './parts.module.css'

/** Leads from one part of a form to another. */
export function FormLinks({ id }: { id: string }) {
  const { form } = useOffice().words
  const at = `/forms/${encodeURIComponent(id)}`
  return (
    <nav aria-label={form.views} className={styles.tabs}>
      <NavLink to={at} end className={styles.tab ?? ''}>
        {form.overview}
      </NavLink>
      <NavLink to={`${at}/data`} className={styles.tab ?? ''}>
        {form.submissions}
      </NavLink>
    </nav>
  )
}
