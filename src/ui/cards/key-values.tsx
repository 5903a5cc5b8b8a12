import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './key-values.module.css'

/** One line: a name and its value. */
interface KeyValue {
  key: string
  name: ReactNode
  value: ReactNode
  icon?: ReactNode
}

/** Facts about one thing. `stacked` puts long values below their names (answers of a submission). */
export function KeyValues({
  items,
  stacked,
}: {
  items: readonly KeyValue[]
  stacked?: boolean | undefined
}) {
  return (
    <dl className={cx(styles.list, stacked && styles.stacked)}>
      {items.map(item => (
        <div key={item.key} className={styles.item}>
          <dt className={styles.name}>
            {item.icon}
            {item.name}
          </dt>
          <dd className={styles.value}>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
