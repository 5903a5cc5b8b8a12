import styles from '../app.module.css'

/** The error's technical text, for a surveyor who reads it out to support on the phone. */
export function ErrorDetails({ label, error }: { label: string; error: unknown }) {
  return (
    <details className={styles.details}>
      <summary>{label}</summary>
      <pre>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</pre>
    </details>
  )
}
