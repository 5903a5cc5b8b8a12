/* The only door to @tanstack/react-table: which columns there are, in which order, and how wide. */
import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useEffect, useMemo, useState } from 'react'
import type { SubmissionTable } from '../../../../replication/wire/office/answers.ts'
import type { Address } from '../address.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnSizingFeature,
  columnResizingFeature,
})

/** A column of the grid: of the row itself, or of the form. */
export interface GridColumn {
  readonly id: string
  readonly name: string
  /** The answers' column, and its place among the cells of a row; null for a column of the row itself. */
  readonly answer: { readonly at: number; readonly type: string; readonly isNumber: boolean } | null
}

/** The columns of every row, which always come first. */
export const ownColumns = ['received_at', 'surveyor'] as const

const usualWidth = 180
/** A moment in the longest of the languages. */
const momentWidth = 210
const leastWidth = 80
const mostWidth = 800
const noRows: readonly object[] = []

const usualWidthOf = (id: string): number => (id === 'received_at' ? momentWidth : usualWidth)

/** The columns of the form that are shown, in their order: those that the address names, or all. */
export const shownIds = (
  address: Address,
  columns: SubmissionTable['columns'],
): readonly string[] => {
  const known = new Set(columns.map(({ id }) => id))
  const chosen = address.of('columns')
  if (chosen === '') return [...known]
  return chosen.split(',').filter(id => known.has(id))
}

const widthsIn = (text: string): Record<string, number> =>
  Object.fromEntries(
    text.split(',').flatMap(part => {
      const [, id = '', width = ''] = /^(.+)~(\d{2,4})$/.exec(part) ?? []
      return id === '' ? [] : [[id, Number(width)]]
    }),
  )

const widthsText = (widths: Readonly<Record<string, number>>): string =>
  Object.entries(widths)
    .map(([id, width]) => `${id}~${Math.round(width)}`)
    .join(',')

/** The columns as they are shown. Their order and widths are in the address. */
export const useColumns = (
  columns: readonly GridColumn[],
  shown: readonly string[],
  address: Address,
  isRightToLeft: boolean,
) => {
  const kept = address.of('widths')
  const [sizing, setSizing] = useState(() => ({ kept, widths: widthsIn(kept) }))
  // Another view has other widths.
  if (sizing.kept !== kept) setSizing({ kept, widths: widthsIn(kept) })
  const defined = useMemo(
    () =>
      columns.map(({ id }) => ({
        id,
        size: usualWidthOf(id),
        minSize: leastWidth,
        maxSize: mostWidth,
      })),
    [columns],
  )
  const order = useMemo(() => [...ownColumns, ...shown], [shown])
  const visibility = useMemo(() => {
    const isShown = new Set(order)
    return Object.fromEntries(columns.map(({ id }) => [id, isShown.has(id)]))
  }, [columns, order])
  const table = useTable({
    features,
    columns: defined,
    data: noRows,
    columnResizeMode: 'onChange',
    columnResizeDirection: isRightToLeft ? 'rtl' : 'ltr',
    state: { columnOrder: order, columnVisibility: visibility, columnSizing: sizing.widths },
    onColumnSizingChange: change =>
      setSizing(before => ({
        ...before,
        widths: typeof change === 'function' ? change(before.widths) : change,
      })),
  })
  const isResizing = table.state.columnResizing.isResizingColumn !== false
  const text = widthsText(sizing.widths)
  const { change } = address
  useEffect(() => {
    if (!isResizing && text !== kept) change({ widths: text })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the address is another at each change of it
  }, [isResizing, text, kept])
  const byId = new Map(columns.map(column => [column.id, column]))
  const [group] = table.getHeaderGroups()
  return {
    heads: (group?.headers ?? []).flatMap(header => {
      const column = byId.get(header.id)
      const width = header.getSize()
      return column === undefined ? [] : [{ column, width, resize: header.getResizeHandler() }]
    }),
    widen: (id: string, by: number): void =>
      setSizing(before => {
        const width = (before.widths[id] ?? usualWidthOf(id)) + by
        const within = Math.min(mostWidth, Math.max(leastWidth, width))
        return { ...before, widths: { ...before.widths, [id]: within } }
      }),
  }
}

/** A column with its width, as the grid shows it. */
export type Head = ReturnType<typeof useColumns>['heads'][number]
