import { boundary, cannotStart as words } from '../../messages/app/failure.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { DatabaseIcon } from '../../ui/icon.tsx'
import { PageBody } from '../../ui/pages/page.tsx'
import { ErrorDetails } from './error-details.tsx'

/** In place of the app when it cannot start, as in a browser that lets it store nothing. */
export function CannotStart({ error, onReload }: { error: unknown; onReload: () => void }) {
  return (
    <main id="content" tabIndex={-1}>
      <title>{words.title}</title>
      <PageBody centred>
        <EmptyState
          icon={<DatabaseIcon />}
          title={<h1 tabIndex={-1}>{words.title}</h1>}
          message={words.message}
          action={<Button onClick={onReload}>{boundary.refresh}</Button>}
        />
        <ErrorDetails label={boundary.details} error={error} />
      </PageBody>
    </main>
  )
}
