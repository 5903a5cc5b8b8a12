import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import styles from './parts.module.css'

/** One column: its head, and the cell of a row. */
export interface TableColumn<Row> {
  readonly key: string
  readonly head: ReactNode
  readonly renderCell: (row: Row) => ReactNode
  readonly isNumber?: boolean | undefined
  /** How the table is sorted by this column; absent when it is not. */
  readonly sorted?: 'ascending' | 'descending' | undefined
}

/** The properties of a table; the first column names its row. */
interface TableProps<Row> {
  readonly caption: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** A table that scrolls within its own frame, by keyboard too. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    // What scrolls must be reachable by keyboard. A section with a name would be a second landmark of its heading.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div className={styles.frame} role="group" tabIndex={0} aria-label={caption}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, head, isNumber, sorted }) => (
              <th
                key={key}
                scope="col"
                className={cx(isNumber && styles.number)}
                aria-sort={sorted}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ key, renderCell, isNumber }, at) => {
                const Cell = at === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={key}
                    scope={at === 0 ? 'row' : undefined}
                    className={cx(isNumber && styles.number)}
                  >
                    {renderCell(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
