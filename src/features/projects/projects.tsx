import { assignedForms } from '../../../collections/queries.ts'
import { CasesEntry } from '../../cases/cases-entry.tsx'
import { HomeSection } from '../../interviews/home-section.tsx'
import { Link } from '../../lib/navigation/navigation.ts'
import { useLive } from '../../lib/hooks/use-live.ts'
import { shownProjects } from '../../limits.ts'
import { common } from '../../messages/app/common.ts'
import { projects as words } from '../../messages/start/projects.ts'
import { href } from '../../routes.ts'
import { useRefreshOnOpen } from '../../hooks/use-refresh-on-open.ts'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Beside, PageBody, Stack } from '../../ui/pages/page.tsx'
import { ScreenTitle } from '../../ui/pages/screen-title.tsx'
import { SectionHeading } from '../../ui/pages/section-heading.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { Counters, ToSync } from './counters.tsx'
import { FormRow, FormRows } from './form-row.tsx'
import { NoSurveys } from './no-surveys.tsx'
import { StartLink } from './start-link.tsx'
import { useFormWork } from './use-form-work.ts'

const assigned = assignedForms()

/** An overview of the assigned surveys: counts, what waits to be sent, the latest three (2.projects). */
export function ProjectsScreen() {
  const { docs, isFirstRead } = useLive(assigned)
  const work = useFormWork(docs.map(form => form.id))
  const fresh = useRefreshOnOpen('forms')
  const isLoading = isFirstRead || (work === null && docs.length > 0)
  // Published surveys come before those that cannot be filled in yet.
  const isPublished = ({ status }: { status: string }) => status !== 'draft'
  const shown = [...docs.filter(isPublished), ...docs.filter(form => !isPublished(form))].slice(
    0,
    shownProjects,
  )
  return (
    <PageBody under="tabs" wide>
      <ScreenTitle>{words.title}</ScreenTitle>
      <HomeSection startsHere={false} />
      <ToSync />
      <CasesEntry />
      <Stack>
        <SectionHeading
          end={
            docs.length > shownProjects && (
              <Link
                to={href('allSurveys')}
                className={buttonClass({ variant: 'quiet', size: 's' })}
                aria-label={`${common.viewAll}: ${words.recent}`}
              >
                {common.viewAll}
              </Link>
            )
          }
        >
          {words.recent}
        </SectionHeading>
        <Beside>
          <div>
            {isLoading && <Skeleton shape="card" count={shownProjects} label={common.loading} />}
            {!isLoading && docs.length === 0 && <NoSurveys fresh={fresh} />}
            {!isLoading && shown.length > 0 && (
              <FormRows>
                {shown.map(form => (
                  <FormRow key={form.id} form={form} work={work}>
                    <StartLink form={form} />
                  </FormRow>
                ))}
              </FormRows>
            )}
          </div>
          <Counters
            all={isFirstRead || (fresh.isFirstLoad && docs.length === 0) ? null : docs.length}
            completed={
              isLoading || work === null
                ? null
                : docs.filter(form => (work.submissions.get(form.id) ?? 0) > 0).length
            }
          />
        </Beside>
      </Stack>
    </PageBody>
  )
}
