import {
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import {
  pageRows,
  visibleSubmissions,
  type PageKey,
  type SubmissionFilter,
} from '../../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useAreNamed } from '../../../interviews/use-are-named.ts'
import { useLive } from '../../../lib/hooks/use-live.ts'
import { useNear } from '../../../lib/hooks/use-near.ts'
import { common } from '../../../messages/app/common.ts'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { useWorkspace } from '../../../context.tsx'
import { nextKey, rowsBehind, withNextKey } from './pages.ts'

/** How many more rows of the first page each step shows, because a slow phone needs a third of a second for fifty. */
const rowsInStep = 10

/** The estimated height of a row, for pages that were never shown. */
const rowPx = 80

/** Shows rows of a list, the newest first; `after` is the row before them, null at the beginning. */
export type RenderRows = (docs: readonly SubmissionDoc[], after: PageKey | null) => ReactNode

interface Pages {
  readonly filter: SubmissionFilter
  readonly renderRows: RenderRows
  /** Called each time the rows of a page were read and shown. */
  readonly onShown?: () => void
  /** The entry of the history; when it is shown again, every page is where it was. */
  readonly visit?: string
}

/** The pages of a list that was left. */
interface LeftPages {
  readonly keys: readonly (PageKey | null)[]
  readonly heightsPx: readonly number[]
}

/** By database, because an entry of the history can outlive a surveyor; then by entry and filter. */
const leftPages = new WeakMap<object, Map<string, LeftPages>>()

/**
 * A list of any length: pages of 50 rows, each a live query that begins after the last row of the page before. Only
 * pages near the window read and hold rows; the others keep their height.
 */
export function SubmissionPages(pages: Pages) {
  const { db } = useWorkspace()
  const place = pages.visit === undefined ? null : `${pages.visit} ${JSON.stringify(pages.filter)}`
  const [left] = useState(() => (place === null ? undefined : leftPages.get(db)?.get(place)))
  const [keys, setKeys] = useState<readonly (PageKey | null)[]>(left?.keys ?? [null])
  const list = useRef<HTMLDivElement>(null)
  const keep = useEffectEvent((heightsPx: readonly number[]) => {
    if (place === null) return
    const known = leftPages.get(db) ?? new Map<string, LeftPages>()
    leftPages.set(db, known.set(place, { keys, heightsPx }))
  })
  useLayoutEffect(() => {
    const there = list.current?.children ?? []
    // When the list is left.
    return () => keep(Array.from(there, page => page.getBoundingClientRect().height))
  }, [])
  const tellNext = useCallback(
    (index: number, next: PageKey | null) => setKeys(known => withNextKey(known, index, next)),
    [],
  )
  return (
    <div ref={list}>
      {keys.map((after, index) => (
        <Page
          key={after === null ? 'first' : index}
          {...pages}
          after={after}
          index={index}
          leftPx={left?.heightsPx[index] ?? null}
          tellNext={tellNext}
        />
      ))}
    </div>
  )
}

interface PageParts extends Pages {
  /** The height when the list was left; null when it was not. */
  readonly leftPx: number | null
  readonly after: PageKey | null
  readonly index: number
  readonly tellNext: (index: number, next: PageKey | null) => void
}

function Page(parts: PageParts) {
  const { leftPx, index } = parts
  const { ref, isNear, heightPx } = useNear(index === 0 && leftPx === null, leftPx)
  return (
    <div ref={ref} style={isNear ? undefined : { blockSize: `${heightPx ?? rowPx * pageRows}px` }}>
      {isNear && <Rows {...parts} heightPx={heightPx} />}
    </div>
  )
}

function Rows({
  filter,
  renderRows,
  onShown,
  after,
  index,
  tellNext,
  heightPx,
}: PageParts & { readonly heightPx: number | null }) {
  const { docs, isFirstRead } = useLive(visibleSubmissions(filter, pageRows, after))
  const areNamed = useAreNamed(docs)
  const isReading = isFirstRead || !areNamed
  const rows = rowsBehind(docs, after)
  const shown = useSteps(!isReading, index === 0 ? rowsInStep : pageRows, rows.length)
  const isWhole = !isReading && shown >= rows.length
  useEffect(() => {
    if (!isWhole) return
    tellNext(index, nextKey(docs, after, pageRows))
    onShown?.()
  }, [docs, isWhole, after, index, tellNext, onShown])
  // Until its rows are shown again the page keeps its height, because what is below would move up and down.
  const reserved = isWhole || heightPx === null ? undefined : { minBlockSize: `${heightPx}px` }
  return (
    <div style={reserved}>
      {isReading && <Skeleton shape="card" count={4} label={common.loading} />}
      {!isReading && rows.length > 0 && renderRows(rows.slice(0, shown), after)}
    </div>
  )
}

/** How many of these rows are shown: some at first, and as many more in each step. */
const useSteps = (isBegun: boolean, step: number, length: number): number => {
  const [shown, setShown] = useState(step)
  useEffect(() => {
    if (isBegun && shown < length) startTransition(() => setShown(before => before + step))
  }, [isBegun, shown, length, step])
  return shown
}
