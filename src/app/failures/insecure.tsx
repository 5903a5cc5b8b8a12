import { insecure } from '../../messages/app/failure.ts'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { LockIcon } from '../../ui/icon.tsx'
import { PageBody } from '../../ui/pages/page.tsx'

/** Says why the app cannot run at this address: without a secure context nothing can be encrypted (decisions 5). */
export function Insecure() {
  return (
    <main>
      <PageBody centred>
        <EmptyState
          icon={<LockIcon />}
          title={<h1>{insecure.title}</h1>}
          message={insecure.message}
        />
      </PageBody>
    </main>
  )
}
