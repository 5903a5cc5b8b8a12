import styles from './spinner.module.css'

/** Shows that something is running. With a label it is announced; inside a busy button it needs none. */
export function Spinner({
  label,
  large,
}: {
  label?: string | undefined
  large?: boolean | undefined
}) {
  const ring = <span aria-hidden className={large ? styles.large : styles.small} />
  if (label === undefined) return ring
  return (
    <output className={styles.status}>
      {ring}
      <span className={large ? undefined : 'visually-hidden'}>{label}</span>
    </output>
  )
}
