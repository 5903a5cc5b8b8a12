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
import { Chip, ChipRow } from '../../ui/actions/chip.tsx'
import { CountBadge } from '../../ui/status/count-badge.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { FabPlace, fabClass } from '../../ui/actions/fab.tsx'
import { AddIcon, PendingIcon, SubmissionIcon, SyncedIcon } from '../../ui/icon.tsx'
import { PageHeader } from '../../ui/pages/page-header.tsx'
import { PageBody, Stack } from '../../ui/pages/page.tsx'
import { SearchField } from '../../ui/inputs/search-field.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { BinLink } from './bin/bin-link.tsx'
import { canView, readableForms } from './can-view.ts'
import { DeleteDialog } from './deletion/delete-dialog.tsx'
import { FoundSubmissions } from './found-submissions.tsx'
import { listOrigin } from './list-origin.ts'
import { SubmissionCard } from './submission-card.tsx'
import { SubmissionPages } from './submission-pages.tsx'
import { useListState } from './use-list-state.ts'
import { useSearch } from './use-search.ts'

const forms = knownForms()

/** The submissions, newest first; only those of one survey when the address names it (2.survey-data-list). */
export function SubmissionsScreen() {
  const { env } = useApp()
  const { db } = useWorkspace()
  const [query] = useSearchParams()
  const formId = query.get('surveyId') ?? undefined
  const { state, key: visit } = useLocation() as { state: unknown; key: string }
  const origin = listOrigin(state)
  const back = useBack(origin.from ?? href('projects'))
  const isOnline = useOnline(env.network)
  const [{ search, pendingOnly }, setList] = useListState()
  const [pendingDelete, setPendingDelete] = useState<SubmissionDoc | null>(null)
  const remove = useDelete(deletedText)
  const fresh = useRefreshOnOpen('submissions')

  const filter = { formId, pendingOnly }
  const found = useSearch(filter, search)
  const [isListed, setListed] = useState(false)
  const noteListed = useCallback(() => setListed(true), [])
  const deletions = useLiveCount(db, pendingDeletionCount)
  const count = useLiveCount(db, visibleSubmissionCount(filter), isListed)
  const { docs: known, isFirstRead: isReadingForms } = useLive(forms)
  const readable = readableForms(known)
  const form = known.find(({ id }) => id === formId)
  // The submission itself names a form that is no longer on the device.
  const newest = useLive(visibleSubmissions({ formId }, 1)).docs[0]
  const title =
    formId === undefined ? words.all : form?.title || newest?.formName || words.plainTitle

  const renderRow = (doc: SubmissionDoc) => (
    <SubmissionCard
      key={doc.id}
      submission={doc}
      listed={{ formId: formId ?? null, pendingOnly, search }}
      canView={isReadingForms || canView(doc, readable, isOnline)}
      onDelete={() => setPendingDelete(doc)}
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
          <ChipRow label={words.filter}>
            <Chip
              icon={<PendingIcon />}
              selected={pendingOnly}
              onPress={() => setList({ pendingOnly: !pendingOnly })}
            >
              {words.pendingOnly}
            </Chip>
          </ChipRow>
        </Stack>
        {found !== null && <FoundSubmissions found={found} renderRow={renderRow} />}
        {found === null && count === 0 && fresh.isFirstLoad && (
          <Skeleton shape="card" count={4} label={common.loading} />
        )}
        {found === null && count === 0 && fresh.isMissing && <SubmissionsNotLoaded fresh={fresh} />}
        {found === null && count === 0 && !fresh.isFirstLoad && !fresh.isMissing && (
          <EmptyState
            icon={pendingOnly ? <SyncedIcon /> : <SubmissionIcon />}
            title={pendingOnly ? words.nonePending : words.none}
            message={noneText(formId, pendingOnly, deletions)}
          />
        )}
        {found === null && (
          <SubmissionPages
            key={JSON.stringify(filter)}
            filter={filter}
            visit={visit}
            onShown={noteListed}
            renderRow={renderRow}
          />
        )}
        {found === null && isListed && !fresh.isFirstLoad && (
          <Card flush>
            <BinLink />
          </Card>
        )}
      </PageBody>
      {formId !== undefined && form?.status !== 'draft' && (
        <FabPlace>
          <Link
            to={href('survey', { id: formId })}
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

/** The message of an empty list; it mentions pending deletions, because no list shows them. */
const noneText = (
  formId: string | undefined,
  pendingOnly: boolean,
  deletions: number | null,
): string => {
  const isOfAll = formId === undefined
  if (!pendingOnly) return isOfAll ? words.noneOfAll : words.noneMessage
  if (deletions !== null && deletions > 0) return words.deletionsWait(deletions)
  return isOfAll ? words.nonePendingOfAll : words.nonePendingMessage
}
