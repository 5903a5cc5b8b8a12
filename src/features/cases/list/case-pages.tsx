import { useEffect, type ReactNode } from 'react'
import { pageRows } from '../../../../collections/queries.ts'
import { useNear } from '../../../lib/hooks/use-near.ts'
import { Card } from '../../../ui/cards/card.tsx'
import { List } from '../../../ui/cards/list-row.tsx'
import type { FoundCase } from './case-texts.ts'
import styles from './case-pages.module.css'

/** The estimated height of a row, for pages that were never shown. */
const rowPx = 72

interface CasePagesProps {
  readonly cases: readonly FoundCase[]
  /** How many pages there are so far. */
  readonly pages: number
  /** Called when the end of the last page comes near the window. */
  readonly onMore: () => void
  readonly renderRow: (found: FoundCase) => ReactNode
}

/** A list of any length, in pages; only pages near the window hold rows, and the others keep their height. */
export function CasePages({ cases, pages, onMore, renderRow }: CasePagesProps) {
  const shown = Math.min(pages, Math.ceil(cases.length / pageRows))
  return (
    <Card flush>
      {Array.from({ length: shown }, (_, page) => (
        <Page
          key={page}
          isFirst={page === 0}
          cases={cases.slice(page * pageRows, (page + 1) * pageRows)}
          renderRow={renderRow}
        />
      ))}
      {shown * pageRows < cases.length && <End key={shown} onNear={onMore} />}
    </Card>
  )
}

function Page({
  isFirst,
  cases,
  renderRow,
}: Pick<CasePagesProps, 'cases' | 'renderRow'> & { readonly isFirst: boolean }) {
  const { ref, isNear, heightPx } = useNear(isFirst, null)
  const height = `${heightPx ?? rowPx * cases.length}px`
  return (
    <div ref={ref} className={styles.page} style={isNear ? undefined : { blockSize: height }}>
      {isNear && (
        <List>
          {cases.map(found => (
            <li key={found.entry.id}>{renderRow(found)}</li>
          ))}
        </List>
      )}
    </div>
  )
}

function End({ onNear }: { readonly onNear: () => void }) {
  const { ref, isNear } = useNear(false, null)
  useEffect(() => {
    if (isNear) onNear()
  }, [isNear, onNear])
  return <div ref={ref} />
}
