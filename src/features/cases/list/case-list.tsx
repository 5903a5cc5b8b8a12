import { useCallback } from 'react'
import type { CaseForm } from '../../../cases/case-forms.ts'
import { useWorkspace } from '../../../context.tsx'
import { useDay } from '../../../hooks/use-day.ts'
import { useSetting } from '../../../lib/hooks/use-live.ts'
import { localDay } from '../../../lib/local-time.ts'
import { common } from '../../../messages/app/common.ts'
import { cases as messages } from '../../../messages/submissions/cases.ts'
import { Tabs } from '../../../ui/choices/tabs.tsx'
import { SearchIcon } from '../../../ui/icon.tsx'
import { SearchField } from '../../../ui/inputs/search-field.tsx'
import { Stack } from '../../../ui/pages/page.tsx'
import { Alert } from '../../../ui/status/alert.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import styles from './case-list.module.css'
import { caseOrders, type CaseOrder } from './case-order.ts'
import { CasePages } from './case-pages.tsx'
import { CaseRow } from './case-row.tsx'
import { useFoundCases } from './use-found-cases.ts'
import { useHere } from './use-here.ts'
import type { ListState } from './use-list-state.ts'

interface CaseListProps {
  readonly list: string
  readonly forms: readonly CaseForm[]
  readonly state: ListState
  readonly onChange: (changed: Partial<ListState>) => void
}

/** The cases of one list, with a search and an order. */
export function CaseList({ list, forms, state, onChange }: CaseListProps) {
  const { db } = useWorkspace()
  const languages = useSetting(db, 'formLanguages')
  const today = localDay(useDay())
  const { search, pages } = state
  const order = state.order ?? 'due'
  const place = useHere(order === 'near')
  const here = place.kind === 'found' ? place.fix : null
  const { words, cases } = useFoundCases({ list, forms, languages, search, order, here })
  const showMore = useCallback(() => onChange({ pages: pages + 1 }), [onChange, pages])
  return (
    <>
      <Stack gap="s">
        <SearchField
          label={messages.search}
          placeholder={messages.searchPlaceholder}
          clearLabel={common.clearSearch}
          value={search}
          onChange={typed => onChange({ search: typed, pages: 1 })}
        />
        <Tabs
          label={messages.order}
          options={caseOrders.map(value => ({ value, label: messages.orders[value] }))}
          value={order}
          onChange={value => onChange({ order: value as CaseOrder, pages: 1 })}
        />
      </Stack>
      {order === 'near' && place.kind === 'searching' && (
        <output className={styles.line}>{messages.locating}</output>
      )}
      {order === 'near' && place.kind === 'unknown' && (
        <Alert kind="info">{messages.notLocated}</Alert>
      )}
      {cases === null ? (
        <Skeleton shape="card" count={4} label={messages.reading} />
      ) : (
        <Stack gap="s">
          {search.trim() !== '' && (
            <output className={styles.line}>{messages.found(cases.length)}</output>
          )}
          {cases.length === 0 ? (
            <EmptyState
              icon={<SearchIcon />}
              title={messages.noneFound}
              message={messages.noneFoundMessage}
            />
          ) : (
            <CasePages
              key={order}
              cases={cases}
              pages={pages}
              onMore={showMore}
              renderRow={({ entry }) => (
                <CaseRow entry={entry} words={words} here={here} today={today} />
              )}
            />
          )}
        </Stack>
      )}
    </>
  )
}
