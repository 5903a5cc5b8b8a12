import { createRoot } from 'react-dom/client'
import type { Env } from '../../env.ts'
import { createLanguageChoice } from '../../messages/language-choice.ts'
import { isMissingScript } from '../../lib/missing-script.ts'
import { cannotStart, insecure } from '../../messages/app/cannot-start.ts'
import { boundary } from '../../messages/app/failure.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { LockIcon, WarningIcon } from '../../ui/icon.tsx'
import { PageBody } from '../../ui/pages/page.tsx'
import { ErrorDetails } from './error-details.tsx'

/** Shows why the app cannot start, in place of an empty page. */
export const showCannotStart = async (env: Env, root: Element, error: unknown): Promise<void> => {
  await createLanguageChoice(env).catch(() => {})
  env.splash.remove()
  createRoot(root).render(
    env.page.isSecure ? <CannotStart error={error} onReload={env.page.reload} /> : <Insecure />,
  )
}

/** A browser that lets the app store nothing or does not read what is stored; or code that did not arrive. */
function CannotStart({ error, onReload }: { error: unknown; onReload: () => void }) {
  return (
    <main id="content" tabIndex={-1}>
      <title>{cannotStart.title}</title>
      <PageBody centred>
        <EmptyState
          icon={<WarningIcon />}
          title={<h1 tabIndex={-1}>{cannotStart.title}</h1>}
          message={isMissingScript(error) ? boundary.notLoaded : cannotStart.message}
          action={<Button onClick={onReload}>{boundary.refresh}</Button>}
        />
        <ErrorDetails label={boundary.details} error={error} />
      </PageBody>
    </main>
  )
}

/** Without a secure context nothing can be encrypted (decisions 5). */
function Insecure() {
  return (
    <main>
      <title>{insecure.title}</title>
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
