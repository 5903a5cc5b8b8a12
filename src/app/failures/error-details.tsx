import styles from '../app.module.css'

/** What went wrong in the machine's own words, for those who are asked to read it out on the phone. */
export function ErrorDetails({ label, error }: { label: string; error: unknown }) {
  return (
    <details className={styles.details}>
      <summary>{label}</summary>
      <pre>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</pre>
    </details>
  )
}
