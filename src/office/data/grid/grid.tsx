/* The only door to @tanstack/react-virtual. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows of a table cannot be placed where the window is */
/* oxlint-disable react/incompatible-library -- its functions are called in this component alone */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { LowerIcon, RaiseIcon } from '../../../ui/icon.tsx'
import { cx } from '../../../ui/cx.ts'
import type { Head } from './columns.ts'
import styles from './grid.module.css'
import { moved, type Place } from './keys.ts'
import type { Row } from './use-rows.ts'

const rowHeight = 44
const headHeight = 44
const widenBy = 20

/** The properties of a grid. */
interface GridProps {
  readonly label: string
  readonly loading: string
  readonly resizeLabel: string
  readonly total: number
  readonly heads: readonly Head[]
  readonly isRightToLeft: boolean
  readonly sorted: { readonly id: string; readonly isDescending: boolean }
  readonly rowAt: (index: number) => Row | null
  readonly renderCell: (row: Row, head: Head, index: number) => ReactNode
  /** Called with the first and the last row that are needed. */
  readonly onRange: (first: number, last: number) => void
  readonly onSort: (id: string) => void
  readonly onOpen: (row: Row, index: number, head: Head) => void
  readonly onWiden: (id: string, by: number) => void
  readonly onMove: (id: string, by: number) => void
}

/**
 * A grid of any number of rows and columns, of which only those in its window are in the page. It is one stop of the
 * keyboard, whose arrows then move from cell to cell.
 */
export function Grid(props: GridProps) {
  const { label, total, heads, isRightToLeft, rowAt, onRange } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const [isKeyboard, setKeyboard] = useState(false)
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
  })
  const columns = useVirtualizer({
    horizontal: true,
    isRtl: isRightToLeft,
    count: heads.length,
    getScrollElement: () => frame.current,
    estimateSize: at => heads[at]?.width ?? 0,
    overscan: 2,
    // A sticky first column would cover the one that is moved to.
    scrollPaddingStart: heads[0]?.width ?? 0,
  })
  const widths = heads.map(({ width }) => width).join()
  useEffect(() => columns.measure(), [columns, widths])
  const rowItems = rows.getVirtualItems()
  const [first, last] = [rowItems[0]?.index ?? 0, rowItems.at(-1)?.index ?? 0]
  useEffect(() => onRange(first, last), [onRange, first, last])
  const columnItems = columns.getVirtualItems().filter(({ index }) => index < heads.length)
  // The first column stays in view, so it is there even when its place is not.
  const shown = columnItems.some(({ index }) => index === 0)
    ? columnItems
    : [{ index: 0, start: 0 }, ...columnItems]
  const at = {
    row: Math.min(place.row, total - 1),
    column: Math.min(place.column, heads.length - 1),
  }
  const idOf = (row: number, column: number) => `${id}-${row}-${column}`

  const go = (next: Place): void => {
    setPlace(next)
    if (next.row >= 0) rows.scrollToIndex(next.row)
    if (next.column > 0) columns.scrollToIndex(next.column)
    else columns.scrollToOffset(0)
  }
  const press = (event: KeyboardEvent): void => {
    // A link or a handle within is pressed by its own keys.
    if (event.target !== frame.current) return
    setKeyboard(true)
    const head = heads[at.column]
    const isHead = at.row < 0
    const arrow = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const forward = isRightToLeft ? -arrow : arrow
    if (head !== undefined && arrow !== 0 && (event.altKey || event.shiftKey)) {
      event.preventDefault()
      if (event.shiftKey) props.onWiden(head.column.id, forward * widenBy)
      else {
        props.onMove(head.column.id, forward)
        go({ ...at, column: Math.min(heads.length - 1, Math.max(0, at.column + forward)) })
      }
      return
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const row = isHead ? null : rowAt(at.row)
      if (isHead && head !== undefined) props.onSort(head.column.id)
      else if (row !== null && head !== undefined) props.onOpen(row, at.row, head)
      return
    }
    const pageRows = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 2)
    const size = { rows: total, columns: heads.length, pageRows, isRightToLeft }
    const next = moved(at, event, size)
    if (next === null) return
    event.preventDefault()
    go(next)
  }

  const cellStyle = (index: number, start: number) => ({
    inlineSize: heads[index]?.width,
    ...(index === 0 ? {} : { insetInlineStart: start }),
  })
  const cellClass = (index: number, row: number) =>
    cx(
      styles.cell,
      index === 0 && styles.first,
      heads[index]?.column.answer?.isNumber && styles.number,
      isKeyboard && at.row === row && at.column === index && styles.active,
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a grid is one control
    <div
      ref={frame}
      role="grid"
      tabIndex={0}
      className={styles.frame}
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={heads.length}
      aria-activedescendant={idOf(at.row, at.column)}
      onKeyDown={press}
      onPointerDown={() => setKeyboard(false)}
    >
      <div
        role="presentation"
        className={styles.sheet}
        style={{ blockSize: rows.getTotalSize(), inlineSize: columns.getTotalSize() }}
      >
        <div role="row" aria-rowindex={1} className={styles.head}>
          {shown.map(({ index, start }) => {
            const head = heads[index]
            if (head === undefined) return null
            const isSorted = props.sorted.id === head.column.id
            const direction = props.sorted.isDescending ? 'descending' : 'ascending'
            return (
              <div
                key={head.column.id}
                id={idOf(-1, index)}
                role="columnheader"
                aria-colindex={index + 1}
                aria-sort={isSorted ? direction : undefined}
                className={cellClass(index, -1)}
                style={cellStyle(index, start)}
              >
                <button
                  type="button"
                  tabIndex={-1}
                  className={styles.sort}
                  onClick={() => props.onSort(head.column.id)}
                  title={head.column.name}
                >
                  <bdi dir="auto" className={styles.name}>
                    {head.column.name}
                  </bdi>
                  {isSorted && (props.sorted.isDescending ? <LowerIcon /> : <RaiseIcon />)}
                </button>
                {/* The keyboard has Shift with an arrow instead. */}
                <span
                  aria-hidden
                  title={props.resizeLabel}
                  className={styles.handle}
                  onMouseDown={head.resize}
                  onTouchStart={head.resize}
                />
              </div>
            )
          })}
        </div>
        {rowItems.map(({ index: row, start: top }) => {
          const data = rowAt(row)
          return (
            <div
              key={row}
              role="row"
              aria-rowindex={row + 2}
              aria-busy={data === null}
              className={styles.row}
              style={{ transform: `translateY(${top}px)` }}
            >
              {shown.map(({ index, start }) => {
                const head = heads[index]
                return (
                  head !== undefined && (
                    <div
                      key={head.column.id}
                      id={idOf(row, index)}
                      role={index === 0 ? 'rowheader' : 'gridcell'}
                      aria-colindex={index + 1}
                      className={cellClass(index, row)}
                      style={cellStyle(index, start)}
                    >
                      {data === null ? (
                        <span className={styles.waiting}>{index === 0 ? props.loading : ''}</span>
                      ) : (
                        props.renderCell(data, head, row)
                      )}
                    </div>
                  )
                )
              })}
            </div>
          )
        })}
      </div>
    </div>
  )
}
