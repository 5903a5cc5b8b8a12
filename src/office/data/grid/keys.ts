/** A cell of a grid; row -1 is the head. */
export interface Place {
  readonly row: number
  readonly column: number
}

/** How large a grid is, and its window. */
interface Size {
  readonly rows: number
  readonly columns: number
  readonly pageRows: number
  readonly isRightToLeft: boolean
}

/** A key with those that are held. */
interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** Where a key leads from a cell, as the keys of grids usually do; null for a key that does not move. */
export const moved = ({ row, column }: Place, pressed: Key, size: Size): Place | null => {
  const isFar = pressed.ctrlKey || pressed.metaKey
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1]
  const aside = (by: number): Place => {
    const forward = size.isRightToLeft ? -by : by
    const end = forward > 0 ? lastColumn : 0
    return {
      row,
      column: isFar ? end : Math.min(lastColumn, Math.max(0, column + forward)),
    }
  }
  const to = (next: number): Place => ({ row: Math.min(lastRow, Math.max(-1, next)), column })
  switch (pressed.key) {
    case 'ArrowRight':
      return aside(1)
    case 'ArrowLeft':
      return aside(-1)
    case 'ArrowDown':
      return to(isFar ? lastRow : row + 1)
    case 'ArrowUp':
      return to(isFar ? 0 : row - 1)
    case 'PageDown':
      return to(row + size.pageRows)
    case 'PageUp':
      return to(Math.max(0, row - size.pageRows))
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 }
    case 'End':
      return { row: isFar ? lastRow : row, column: lastColumn }
    default:
      return null
  }
}
