import { Component, type ReactNode } from 'react'
import { useApp } from '../../context.tsx'
import { useOnline } from '../../lib/hooks/use-online.ts'
import { isMissingScript } from '../../lib/missing-script.ts'
import { boundary } from '../../messages/app/failure.ts'
import { href } from '../../routes.ts'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { WarningIcon } from '../../ui/icon.tsx'
import { PageBody } from '../../ui/pages/page.tsx'
import { ErrorDetails } from './error-details.tsx'

/** The screen of a crash (2.dialogs.3). Nothing that was entered is lost. */
function Crash({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  const { env } = useApp()
  const isOnline = useOnline(env.network)
  const isMissing = isMissingScript(error)
  return (
    <PageBody centred>
      <EmptyState
        icon={<WarningIcon />}
        title={<h1 tabIndex={-1}>{boundary.title}</h1>}
        message={isMissing && !isOnline ? boundary.notLoaded : boundary.message}
        action={
          <>
            {/* A full page load, because the crash may have broken the router too. */}
            <a className={buttonClass()} href={href('dashboard')}>
              {boundary.dashboard}
            </a>
            <Button
              variant="secondary"
              // Without a network a page load may end the app.
              disabled={isMissing && !isOnline}
              onClick={isMissing ? env.page.reload : onTryAgain}
            >
              {boundary.tryAgain}
            </Button>
            <Button variant="quiet" onClick={env.page.reload}>
              {boundary.refresh}
            </Button>
          </>
        }
      />
      <ErrorDetails label={boundary.details} error={error} />
    </PageBody>
  )
}

interface BoundaryProps {
  readonly children: ReactNode
  /** Another value forgets the error. */
  readonly at?: unknown
}

interface BoundaryState {
  readonly error: unknown
  readonly at: unknown
}

/** Catches the errors of what it surrounds. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, at: this.props.at }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ at }: BoundaryProps, state: BoundaryState) {
    return at === state.at ? null : { error: null, at }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return <Crash error={error} onTryAgain={() => this.setState({ error: null })} />
  }
}
