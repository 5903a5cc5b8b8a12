import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { NextIcon } from '../icon.tsx'
import styles from './list-row.module.css'

/** The class of a row that can be pressed as a whole: a router link or a button. */
export function listRowClass(): string {
  return cx(styles.row, styles.link)
}

/** The content of a row: icon or picture, words, and something at its end. */
interface ListRowBodyProps {
  start?: ReactNode
  title: ReactNode
  detail?: ReactNode
  end?: ReactNode
  /** Shows an arrow at the end, for rows that lead somewhere. */
  leads?: boolean | undefined
}

/** The inside of a row, for `<Link className={listRowClass()}>` and similar elements. */
export function ListRowBody({ start, title, detail, end, leads }: ListRowBodyProps) {
  return (
    <>
      {start && <span className={styles.start}>{start}</span>}
      <span className={styles.content}>
        <span className={styles.words}>
          <bdi className={styles.title}>{title}</bdi>
          {detail && <span className={styles.detail}>{detail}</span>}
        </span>
        {end && <span className={styles.end}>{end}</span>}
      </span>
      {leads && (
        <span className={styles.arrow}>
          <NextIcon />
        </span>
      )}
    </>
  )
}

/** A row that is not pressed. Rows belong in a List, in a flush Card. */
export function ListRow(props: ListRowBodyProps) {
  return (
    <div className={styles.row}>
      <ListRowBody {...props} />
    </div>
  )
}

/** A list of rows with lines between them. */
export function List({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}
