import { useCallback, useState } from 'react'
import {
  knownForms,
  pendingDeletionCount,
  visibleSubmissionCount,
  visibleSubmissions,
} from '../../../collections/queries.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { Link, useLocation, useSearchParams } from '../../lib/navigation/navigation.ts'
import { useBack } from '../../hooks/use-back.ts'
import { useDay } from '../../hooks/use-day.ts'
import { useLive, useLiveCount } from '../../lib/hooks/use-live.ts'
import { useOnline } from '../../lib/hooks/use-online.ts'
import { common } from '../../messages/app/common.ts'
import { deletedText, submissions as words } from '../../messages/submissions/submissions.ts'
import { numberText } from '../../messages/locale.ts'
import { href } from '../../routes.ts'
import { useDelete } from '../../hooks/use-delete.ts'
import { SubmissionsNotLoaded } from '../../hooks/not-loaded.tsx'
import { useRefreshOnOpen } from '../../hooks/use-refresh-on-open.ts'
import { Card } from '../../ui/cards/card.tsx'
import { CountBadge } from '../../ui/status/count-badge.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { FabPlace, fabClass } from '../../ui/actions/fab.tsx'
import { AddIcon, SubmissionIcon, SyncedIcon } from '../../ui/icon.tsx'
import { PageHeader } from '../../ui/pages/page-header.tsx'
import { PageBody, Stack } from '../../ui/pages/page.tsx'
import { SearchField } from '../../ui/inputs/search-field.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { BinLink } from './bin/bin-link.tsx'
import { canView, readableForms } from './can-view.ts'
import { DeleteDialog } from './deletion/delete-dialog.tsx'
import { ListFilters } from './list-filters.tsx'
import { listOrigin } from './list-origin.ts'
import { filterOf, type Listed } from './listed.ts'
import { ListMap } from './map/list-map.tsx'
import { DayGroups, DayTable } from './rows/day-groups.tsx'
import { SubmissionPages, type RenderRows } from './rows/submission-pages.tsx'
import { SubmissionRow } from './rows/submission-row.tsx'
import { FoundSubmissions } from './search/found-submissions.tsx'
import { useSearch } from './search/use-search.ts'
import { useListState } from './use-list-state.ts'

const forms = knownForms()

/** The submissions, newest first; only those of one survey when the address names it (2.survey-data-list). */
export function SubmissionsScreen() {
  const { env } = useApp()
  const { db } = useWorkspace()
  const [query] = useSearchParams()
  const surveyId = query.get('surveyId')
  const { state, key: visit } = useLocation() as { state: unknown; key: string }
  const origin = listOrigin(state)
  const back = useBack(origin.from ?? href('projects'))
  const isOnline = useOnline(env.network)
  const [list, setList] = useListState()
  const { search, pendingOnly, period, onMap } = list
  const formId = surveyId ?? list.formId
  const [pendingDelete, setPendingDelete] = useState<SubmissionDoc | null>(null)
  const remove = useDelete(deletedText)
  const fresh = useRefreshOnOpen('submissions')

  const filter = filterOf({ formId, pendingOnly, period }, useDay())
  const found = useSearch(filter, search)
  const [isListed, setListed] = useState(false)
  const noteListed = useCallback(() => setListed(true), [])
  const deletions = useLiveCount(db, pendingDeletionCount)
  const count = useLiveCount(db, visibleSubmissionCount(filter), isListed)
  const { docs: known, isFirstRead: isReadingForms } = useLive(forms)
  const readable = readableForms(known)
  const form = known.find(({ id }) => id === surveyId)
  // The submission itself names a form that is no longer on the device.
  const newest = useLive(visibleSubmissions({ formId: surveyId ?? undefined }, 1)).docs[0]
  const title = surveyId === null ? words.all : form?.title || newest?.formName || words.plainTitle

  const listed = { formId, pendingOnly, period, search, onMap }
  const renderRows: RenderRows = (docs, after) => (
    <DayGroups
      docs={docs}
      after={after}
      renderRow={doc => (
        <SubmissionRow
          key={doc.id}
          submission={doc}
          listed={listed}
          canView={isReadingForms || canView(doc, readable, isOnline)}
          onDelete={() => setPendingDelete(doc)}
        />
      )}
    />
  )

  return (
    <>
      <PageHeader
        title={title}
        back={{ label: common.back, onPress: back }}
        end={
          count !== null &&
          !fresh.isFirstLoad && (
            <CountBadge label={words.count(count)}>{numberText(count)}</CountBadge>
          )
        }
      />
      <PageBody under="tabs" wide>
        <Stack gap="s">
          <SearchField
            label={words.search}
            placeholder={words.searchPlaceholder}
            clearLabel={common.clearSearch}
            value={search}
            onChange={typed => setList({ search: typed })}
          />
          <ListFilters
            list={list}
            onChange={setList}
            forms={surveyId === null ? known : []}
            isOfOneSurvey={formId !== null}
            count={isListed ? count : null}
          />
        </Stack>
        {found === null && count === 0 && fresh.isFirstLoad && (
          <Skeleton shape="card" count={4} label={common.loading} />
        )}
        {found === null && count === 0 && fresh.isMissing && <SubmissionsNotLoaded fresh={fresh} />}
        {found === null && count === 0 && !fresh.isFirstLoad && !fresh.isMissing && (
          <NoSubmissions list={list} isOfAll={formId === null} deletions={deletions} />
        )}
        {onMap && formId !== null && (
          <ListMap
            filter={filter}
            found={found}
            definitionHash={known.find(({ id }) => id === formId)?.definition_hash ?? ''}
            listed={listed}
          />
        )}
        <DayTable isOfOneSurvey={formId !== null}>
          {found === null ? (
            <SubmissionPages
              key={JSON.stringify(filter)}
              filter={filter}
              visit={visit}
              onShown={noteListed}
              renderRows={renderRows}
            />
          ) : (
            <FoundSubmissions found={found} renderRows={renderRows} />
          )}
        </DayTable>
        {found === null && isListed && !fresh.isFirstLoad && (
          <Card flush>
            <BinLink />
          </Card>
        )}
      </PageBody>
      {surveyId !== null && form?.status !== 'draft' && (
        <FabPlace>
          <Link
            to={href('survey', { id: surveyId })}
            className={fabClass()}
            aria-label={words.newSurvey}
            title={words.newSurvey}
          >
            <AddIcon />
          </Link>
        </FabPlace>
      )}
      <DeleteDialog
        submission={pendingDelete}
        onCancel={() => setPendingDelete(null)}
        onConfirm={async () => {
          if (pendingDelete !== null) await remove(pendingDelete.id)
          setPendingDelete(null)
        }}
      />
    </>
  )
}

interface NoSubmissionsProps {
  readonly list: Listed
  readonly isOfAll: boolean
  readonly deletions: number | null
}

/** Why the list is empty (2.survey-data-list.5). */
function NoSubmissions({ list, isOfAll, deletions }: NoSubmissionsProps) {
  if (list.period !== null || list.formId !== null) {
    return (
      <EmptyState
        icon={<SubmissionIcon />}
        title={words.noneFound}
        message={words.noneFilteredMessage}
      />
    )
  }
  return (
    <EmptyState
      icon={list.pendingOnly ? <SyncedIcon /> : <SubmissionIcon />}
      title={list.pendingOnly ? words.nonePending : words.none}
      message={noneText(isOfAll, list.pendingOnly, deletions)}
    />
  )
}

/** The message of an empty list; it mentions pending deletions, because no list shows them. */
const noneText = (isOfAll: boolean, pendingOnly: boolean, deletions: number | null): string => {
  if (!pendingOnly) return isOfAll ? words.noneOfAll : words.noneMessage
  if (deletions !== null && deletions > 0) return words.deletionsWait(deletions)
  return isOfAll ? words.nonePendingOfAll : words.nonePendingMessage
}
