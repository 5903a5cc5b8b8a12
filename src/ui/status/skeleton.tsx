import { cx } from '../cx.ts'
import styles from './skeleton.module.css'

/** The properties of a skeleton: how many lines, cards, tiles or buttons. */
interface SkeletonProps {
  shape: 'lines' | 'card' | 'tile' | 'button'
  count?: number | undefined
  /** Read aloud once; give it to only one skeleton of a screen. */
  label?: string | undefined
}

/** Shows the shape of content that is loading. */
export function Skeleton({ shape, count = 1, label }: SkeletonProps) {
  const places = Array.from({ length: count }, (_, place) => place)
  return (
    <div
      role={label === undefined ? undefined : 'status'}
      data-skeleton
      className={cx(styles.skeleton, styles[shape])}
    >
      {label !== undefined && <span className="visually-hidden">{label}</span>}
      {places.map(place => (
        <SkeletonPiece key={place} shape={shape} />
      ))}
    </div>
  )
}

function SkeletonPiece({ shape }: Pick<SkeletonProps, 'shape'>) {
  if (shape === 'lines' || shape === 'button') return <span aria-hidden className={styles.line} />
  return (
    <span aria-hidden className={styles.box}>
      <span className={styles.line} />
      <span className={styles.line} />
      {shape === 'card' && <span className={styles.line} />}
    </span>
  )
}
