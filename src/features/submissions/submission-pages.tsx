import { useCallback, useEffect, useState, type ReactNode } from 'react'
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
  useEffect(() => {
    if (isReading) return
    tellNext(index, nextKey(docs, after, pageRows))
    onShown?.()
  }, [docs, isReading, after, index, tellNext, onShown])
  const rows = rowsBehind(docs, after)
  return (
    <Stack>
      {isReading && <Skeleton shape="card" count={4} label={common.loading} />}
      {!isReading && rows.length > 0 && <Layout>{rows.map(renderRow)}</Layout>}
    </Stack>
  )
}
