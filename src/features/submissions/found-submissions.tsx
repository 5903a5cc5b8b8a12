import type { ReactNode } from 'react'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { submissions as words } from '../../messages/submissions/submissions.ts'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SearchIcon } from '../../ui/icon.tsx'
import { Cards, Stack } from '../../ui/pages/page.tsx'
import styles from './submission-card.module.css'
import type { Found } from './search-submissions.ts'

/** The results of a search, in place of the list. */
export function FoundSubmissions({
  found: { docs, isDone, hasMore },
  renderRow,
  layout: Layout = Cards,
}: {
  found: Found
  renderRow: (submission: SubmissionDoc) => ReactNode
  /** How rows are arranged; as cards by default. */
  layout?: (props: { children: ReactNode }) => ReactNode
}) {
  return (
    <Stack>
      <output className={styles.hint}>
        {isDone ? words.found(docs.length, hasMore) : words.searching}
      </output>
      {isDone && docs.length === 0 && (
        <EmptyState
          icon={<SearchIcon />}
          title={words.noneFound}
          message={words.noneFoundMessage}
        />
      )}
      <Layout>{docs.map(renderRow)}</Layout>
    </Stack>
  )
}
