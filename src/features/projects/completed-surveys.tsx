import { assignedForms } from '../../../collections/queries.ts'
import { useBack } from '../../hooks/use-back.ts'
import { useLive } from '../../lib/hooks/use-live.ts'
import { common } from '../../messages/app/common.ts'
import { projects as words } from '../../messages/start/projects.ts'
import { numberText } from '../../messages/locale.ts'
import { href } from '../../routes.ts'
import { SubmissionsNotLoaded } from '../../hooks/not-loaded.tsx'
import { useRefreshOnOpen } from '../../hooks/use-refresh-on-open.ts'
import { CountBadge } from '../../ui/status/count-badge.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { CompletedIcon, NextIcon } from '../../ui/icon.tsx'
import { PageHeader } from '../../ui/pages/page-header.tsx'
import { PageBody } from '../../ui/pages/page.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { FormRow, FormRows } from './form-row.tsx'
import { useFormWork } from './use-form-work.ts'

const assigned = assignedForms()

/** The surveys with at least one submission (2.completed-surveys-and-all-surveys.1). */
export function CompletedSurveysScreen() {
  const back = useBack(href('projects'))
  const { docs, isFirstRead } = useLive(assigned)
  const work = useFormWork(docs.map(form => form.id))
  const fresh = useRefreshOnOpen('submissions')
  const completed = docs.filter(form => (work?.submissions.get(form.id) ?? 0) > 0)
  const isLoading = isFirstRead || work === null || (fresh.isFirstLoad && completed.length === 0)
  return (
    <>
      <PageHeader
        title={words.completed}
        back={{ label: common.back, onPress: back }}
        end={
          !isLoading && (
            <CountBadge label={words.surveys(completed.length)}>
              {numberText(completed.length)}
            </CountBadge>
          )
        }
      />
      <PageBody under="tabs" wide>
        {isLoading && <Skeleton shape="card" count={3} label={common.loading} />}
        {!isLoading && completed.length === 0 && fresh.isMissing && (
          <SubmissionsNotLoaded fresh={fresh} />
        )}
        {!isLoading && completed.length === 0 && !fresh.isMissing && (
          <EmptyState
            icon={<CompletedIcon />}
            title={words.noneCompleted}
            message={words.noneCompletedMessage}
          />
        )}
        {completed.length > 0 && (
          <FormRows>
            {completed.map(form => (
              <FormRow key={form.id} form={form} work={work}>
                <NextIcon />
              </FormRow>
            ))}
          </FormRows>
        )}
      </PageBody>
    </>
  )
}
