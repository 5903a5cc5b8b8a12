import { startTransition, useCallback, useEffect, useState, type ReactNode } from 'react'
import {
  pageRows,
  visibleSubmissions,
  type PageKey,
  type SubmissionFilter,
} from '../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { useAreNamed } from '../../interviews/use-are-named.ts'
import { useLive } from '../../lib/hooks/use-live.ts'
import { useNear } from '../../lib/hooks/use-near.ts'
import { common } from '../../messages/app/common.ts'
import { Cards, Stack } from '../../ui/pages/page.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { nextKey, rowsBehind, withNextKey } from './pages.ts'

/** How many more rows of the first page each step shows, because a slow phone needs a third of a second for fifty. */
const rowsInStep = 10

/** The estimated height of a row, for pages that were never shown. */
const rowPx = 200

interface Pages {
  /** How rows are arranged; as cards by default. */
  readonly layout?: (props: { children: ReactNode }) => ReactNode
  readonly filter: SubmissionFilter
  readonly renderRow: (submission: SubmissionDoc) => ReactNode
  /** Called each time the rows of a page were read and shown. */
  readonly onShown?: () => void
}

/**
 * A list of any length: pages of 50 rows, each a live query that begins after the last row of the page before. Only
 * pages near the window read and hold rows; the others keep their height.
 */
export function SubmissionPages(pages: Pages) {
  const [keys, setKeys] = useState<readonly (PageKey | null)[]>([null])
  const tellNext = useCallback(
    (index: number, next: PageKey | null) => setKeys(known => withNextKey(known, index, next)),
    [],
  )
  return (
    <Stack>
      {keys.map((after, index) => (
        <Page
          key={after === null ? 'first' : index}
          {...pages}
          after={after}
          index={index}
          tellNext={tellNext}
        />
      ))}
    </Stack>
  )
}

interface PageParts extends Pages {
  readonly after: PageKey | null
  readonly index: number
  readonly tellNext: (index: number, next: PageKey | null) => void
}

function Page(parts: PageParts) {
  const { ref, isNear, heightPx } = useNear(parts.index === 0, rowPx * pageRows)
  return (
    <div ref={ref} style={isNear ? undefined : { blockSize: `${heightPx}px` }}>
      {isNear && <Rows {...parts} />}
    </div>
  )
}

function Rows({
  filter,
  renderRow,
  onShown,
  layout: Layout = Cards,
  after,
  index,
  tellNext,
}: PageParts) {
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
  return (
    <Stack>
      {isReading && <Skeleton shape="card" count={4} label={common.loading} />}
      {!isReading && rows.length > 0 && <Layout>{rows.slice(0, shown).map(renderRow)}</Layout>}
    </Stack>
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
