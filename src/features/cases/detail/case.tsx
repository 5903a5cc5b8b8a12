import { useMemo } from 'react'
import { caseHiddenBy, type CaseDoc } from '../../../../collections/schemas/cases.ts'
import { useCaseForms } from '../../../cases/case-forms.ts'
import { useWorkspace } from '../../../context.tsx'
import { useBack } from '../../../hooks/use-back.ts'
import { useLiveDoc } from '../../../lib/hooks/use-live.ts'
import { useParams } from '../../../lib/navigation/navigation.ts'
import { common } from '../../../messages/app/common.ts'
import { oneCase as words } from '../../../messages/submissions/cases.ts'
import { href } from '../../../routes.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { CaseIcon } from '../../../ui/icon.tsx'
import { PageHeader } from '../../../ui/pages/page-header.tsx'
import { PageBody } from '../../../ui/pages/page.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { BeginBar } from './begin-bar.tsx'
import { CaseBody } from './case-body.tsx'

/** One case: what is known of it, who visited it, and the surveys that visit it. */
export function CaseScreen() {
  const { db } = useWorkspace()
  const id = useParams()['id'] ?? ''
  const back = useBack(href('cases'))
  const doc = useLiveDoc(db, 'cases', id)
  const forms = useCaseForms()
  // One object per revision, because the screen derives its contents from it.
  const found = useMemo(() => (doc?.toMutableJSON() ?? null) as CaseDoc | null, [doc])
  const isReading = doc === undefined || forms === null
  return (
    <>
      <PageHeader
        title={found?.label || words.title}
        back={{ label: common.back, onPress: back }}
      />
      {isReading && (
        <PageBody>
          <Skeleton shape="lines" count={3} label={words.loading} />
          <Skeleton shape="card" count={2} />
        </PageBody>
      )}
      {!isReading && found === null && (
        <PageBody>
          <EmptyState
            icon={<CaseIcon />}
            title={<h2>{words.notFound}</h2>}
            message={words.notFoundMessage}
            action={<Button onClick={back}>{words.goBack}</Button>}
          />
        </PageBody>
      )}
      {!isReading && found !== null && (
        <>
          <CaseBody found={found} forms={forms} />
          {found.hidden === caseHiddenBy.nothing && <BeginBar found={found} forms={forms} />}
        </>
      )}
    </>
  )
}
