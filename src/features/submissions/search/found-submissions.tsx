import { submissions as words } from '../../../messages/submissions/submissions.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { SearchIcon } from '../../../ui/icon.tsx'
import { Stack } from '../../../ui/pages/page.tsx'
import type { RenderRows } from '../rows/submission-pages.tsx'
import styles from './found-submissions.module.css'
import type { Found } from './search-submissions.ts'

/** The results of a search, in place of the list. */
export function FoundSubmissions({
  found: { docs, isDone, hasMore },
  renderRows,
}: {
  found: Found
  renderRows: RenderRows
}) {
  return (
    <Stack>
      <output className={styles.count}>
        {isDone ? words.found(docs.length, hasMore) : words.searching}
      </output>
      {isDone && docs.length === 0 && (
        <EmptyState
          icon={<SearchIcon />}
          title={words.noneFound}
          message={words.noneFoundMessage}
        />
      )}
      <div>{docs.length > 0 && renderRows(docs, null)}</div>
    </Stack>
  )
}
