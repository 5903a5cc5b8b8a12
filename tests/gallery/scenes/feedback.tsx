import { Alert } from '../../../src/ui/status/alert.tsx'
import { Button } from '../../../src/ui/actions/button.tsx'
import { Card } from '../../../src/ui/cards/card.tsx'
import { EmptyState } from '../../../src/ui/status/empty-state.tsx'
import { ChartIcon } from '../../../src/ui/icon.tsx'
import { Cluster } from '../../../src/ui/pages/page.tsx'
import { Progress } from '../../../src/ui/status/progress.tsx'
import { Skeleton } from '../../../src/ui/status/skeleton.tsx'
import { Spinner } from '../../../src/ui/status/spinner.tsx'
import { Group, type Scene } from '../scene.tsx'
import { toaster } from '../toaster.ts'

function delayed(isGood: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(isGood ? resolve : () => reject(new Error('no')), 1500)
  })
}

function Body() {
  return (
    <>
      <Group title="Toasts">
        <Cluster>
          <Button variant="secondary" onClick={() => toaster.info('Everything is up to date.')}>
            Info
          </Button>
          <Button
            variant="secondary"
            onClick={() => toaster.success('Survey submitted successfully!')}
          >
            Success
          </Button>
          <Button
            variant="secondary"
            onClick={() => toaster.warning('Online submission failed. Saving offline.')}
          >
            Warning
          </Button>
          <Button variant="secondary" onClick={() => toaster.error('Network Error')}>
            Error
          </Button>
          <Button variant="secondary" onClick={() => void toaster.promise(delayed(true))}>
            Promise
          </Button>
          <Button
            variant="secondary"
            onClick={() => void toaster.promise(delayed(false)).catch(() => undefined)}
          >
            Failing promise
          </Button>
        </Cluster>
      </Group>
      <Group title="Alerts">
        <Alert kind="error">Login failed. Please try again.</Alert>
        <Alert kind="warning" title="Storage is nearly full">
          Photos may not fit. Sync to make room.
        </Alert>
        <Alert kind="success">Password Reset Successful</Alert>
        <Alert kind="info">A reset link was e-mailed to you.</Alert>
      </Group>
      <Group title="Progress">
        <Card>
          <Progress label="Syncing submission 3 of 12" value={3} max={12} />
        </Card>
        <Card>
          <Progress label="Syncing files" />
        </Card>
      </Group>
      <Group title="Empty">
        <Card>
          <EmptyState
            title="No Submissions Yet"
            message="Submissions for this project will appear here."
            action={<Button>Start Now</Button>}
          />
        </Card>
        <Card>
          <EmptyState title="No Activity" icon={<ChartIcon />} />
        </Card>
      </Group>
      <Group title="Loading">
        <Skeleton shape="tile" count={2} label="Loading" />
        <Skeleton shape="card" count={2} />
        <Skeleton shape="lines" count={3} />
        <Cluster>
          <Spinner large label="Checking your link" />
          <Spinner />
        </Cluster>
      </Group>
    </>
  )
}

export const feedback: Scene = { key: 'feedback', title: 'Feedback', Body }
