import { useMemo } from 'react'
import { dueProperty } from '../../../../collections/cases/operation.ts'
import { knownForms, submissionsByServerIds } from '../../../../collections/queries.ts'
import { caseHiddenBy, type CaseDoc } from '../../../../collections/schemas/cases.ts'
import { caseEntryOf } from '../../../known-cases/case-entry.ts'
import type { CaseForm } from '../../../cases/case-forms.ts'
import { listWords, wordsOfName } from '../../../cases/property-words.ts'
import { useWorkspace } from '../../../context.tsx'
import { useDay } from '../../../hooks/use-day.ts'
import { useLive, useSetting } from '../../../lib/hooks/use-live.ts'
import { localDay } from '../../../lib/local-time.ts'
import { oneCase as messages } from '../../../messages/submissions/cases.ts'
import { Card } from '../../../ui/cards/card.tsx'
import { KeyValues } from '../../../ui/cards/key-values.tsx'
import { PageBody, Stack } from '../../../ui/pages/page.tsx'
import { SectionHeading } from '../../../ui/pages/section-heading.tsx'
import { Alert } from '../../../ui/status/alert.tsx'
import { DueText } from '../due-text.tsx'
import { StandingBadge } from '../standing-badge.tsx'
import styles from './case-body.module.css'
import { Contested } from './contested.tsx'
import { History } from './history.tsx'
import { contestedOf, shownProperties, visitsOf } from './visits.ts'

interface CaseBodyProps {
  readonly found: CaseDoc
  readonly forms: readonly CaseForm[]
}

/** Matches no submission. */
const noServerId = '-'
/** More visits than any case has. */
const mostVisits = 1000

const everyForm = knownForms()

/** What is known of a case, what is contested, and its history. */
export function CaseBody({ found, forms }: CaseBodyProps) {
  const { db } = useWorkspace()
  const languages = useSetting(db, 'formLanguages')
  const today = localDay(useDay())
  const words = useMemo(
    () => listWords(forms, found.list, languages),
    [forms, found.list, languages],
  )
  const interviews = useInterviews(found)
  const { docs: known } = useLive(everyForm)
  const titles = new Map(known.map(({ id, title }) => [id, title]))
  const { due, standing } = caseEntryOf(found)
  const properties = shownProperties(found.values, words).filter(
    ({ property }) => property !== dueProperty,
  )
  const contested = contestedOf(found, words)
  return (
    <PageBody>
      <p className={styles.facts}>
        <bdi>{wordsOfName(found.list)}</bdi>
        {due !== '' && <DueText due={due} today={today} />}
        <StandingBadge standing={standing} />
      </p>
      {found.hidden === caseHiddenBy.registration && (
        <Alert kind="warning">{messages.retracted}</Alert>
      )}
      {contested.length > 0 && <Contested contested={contested} />}
      <Stack>
        <SectionHeading>{messages.known}</SectionHeading>
        <Card>
          {properties.length === 0 ? (
            <p className={styles.muted}>{messages.nothingKnown}</p>
          ) : (
            <KeyValues
              stacked
              items={properties.map(({ property, label, text }) => ({
                key: property,
                name: <bdi>{label}</bdi>,
                value: <bdi>{text}</bdi>,
              }))}
            />
          )}
        </Card>
      </Stack>
      <History visits={visitsOf(found, words, interviews)} titles={titles} />
    </PageBody>
  )
}

/** The interviews of a case that are on this device, by their ids on the server. */
const useInterviews = ({ operations }: CaseDoc): ReadonlyMap<string, string> => {
  const ids = Object.values(operations)
    .map(({ submission_id }) => submission_id)
    .filter(id => id !== '')
  const { docs } = useLive(
    submissionsByServerIds(ids.length === 0 ? [noServerId] : ids, mostVisits),
  )
  return new Map(
    docs.filter(({ hidden }) => hidden === 0).map(({ id, server_id }) => [server_id, id]),
  )
}
