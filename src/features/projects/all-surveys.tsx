import { assignedForms } from '../../../collections/queries.ts'
import { useBack } from '../../hooks/use-back.ts'
import { useLive } from '../../lib/hooks/use-live.ts'
import { common } from '../../messages/app/common.ts'
import { projects as words } from '../../messages/start/projects.ts'
import { numberText } from '../../messages/locale.ts'
import { href } from '../../routes.ts'
import { useRefreshOnOpen } from '../../hooks/use-refresh-on-open.ts'
import { CountBadge } from '../../ui/status/count-badge.tsx'
import { PageHeader } from '../../ui/pages/page-header.tsx'
import { PageBody } from '../../ui/pages/page.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { FormRow, FormRows } from './form-row.tsx'
import { NoSurveys } from './no-surveys.tsx'
import { StartLink } from './start-link.tsx'
import { useFormWork } from './use-form-work.ts'

const assigned = assignedForms()

/** Every assigned survey, most recently updated first (2.completed-surveys-and-all-surveys.2). */
export function AllSurveysScreen() {
  const back = useBack(href('projects'))
  const { docs, isFirstRead } = useLive(assigned)
  const work = useFormWork(docs.map(form => form.id))
  const fresh = useRefreshOnOpen('forms')
  // Before the first forms have arrived, their number is unknown.
  const isCounted = !isFirstRead && (docs.length > 0 || !(fresh.isFirstLoad || fresh.isMissing))
  return (
    <>
      <PageHeader
        title={words.all}
        back={{ label: common.back, onPress: back }}
        end={
          isCounted && (
            <CountBadge label={words.surveys(docs.length)}>{numberText(docs.length)}</CountBadge>
          )
        }
      />
      <PageBody under="tabs" wide>
        {isFirstRead && <Skeleton shape="card" count={4} label={common.loading} />}
        {!isFirstRead && docs.length === 0 && <NoSurveys fresh={fresh} />}
        {docs.length > 0 && (
          <FormRows>
            {docs.map(form => (
              <FormRow key={form.id} form={form} work={work}>
                <StartLink form={form} />
              </FormRow>
            ))}
          </FormRows>
        )}
      </PageBody>
    </>
  )
}
