import { useState } from 'react'
import { Button, buttonClass } from '../../../src/ui/actions/button.tsx'
import { IconButton } from '../../../src/ui/actions/icon-button.tsx'
import { AddIcon, DeleteIcon, EditIcon, SyncIcon, SearchIcon } from '../../../src/ui/icon.tsx'
import { Cluster, Stack } from '../../../src/ui/pages/page.tsx'
import { Group, type Scene } from '../scene.tsx'

function Body() {
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      <Group title="Variants">
        <Cluster>
          <Button>Start Now</Button>
          <Button variant="secondary">View All</Button>
          <Button variant="quiet">Later</Button>
          <Button variant="danger">Delete</Button>
        </Cluster>
      </Group>
      <Group title="With icons">
        <Cluster>
          <Button icon={<SyncIcon />}>Sync Now</Button>
          <Button variant="secondary" icon={<SearchIcon />}>
            View
          </Button>
          <Button variant="danger" icon={<DeleteIcon />}>
            Delete
          </Button>
          <IconButton label="Edit" icon={<EditIcon />} />
        </Cluster>
      </Group>
      <Group title="Small">
        <Cluster>
          <Button size="s">Start Now</Button>
          <Button size="s" variant="secondary" icon={<SearchIcon />}>
            View
          </Button>
          <Button size="s" variant="quiet">
            View All
          </Button>
          <Button size="s" variant="danger">
            Delete
          </Button>
        </Cluster>
      </Group>
      <Group title="Full width and links">
        <Stack>
          <Button full>Log In</Button>
          <a className={buttonClass({ variant: 'secondary', full: true })} href="?">
            A link that looks like a button
          </a>
        </Stack>
      </Group>
      <Group title="Busy">
        <Stack>
          <Button full busy busyText="Signing in...">
            Log In
          </Button>
          <Button full variant="secondary" busy busyText="Sending...">
            Send Reset Link
          </Button>
          <Button full busy={isBusy} busyText="Submitting..." onClick={() => setBusy(true)}>
            Press me
          </Button>
        </Stack>
      </Group>
      <Group title="Disabled, softly and truly">
        <Cluster>
          <Button softDisabled>Submit &amp; Close</Button>
          <Button disabled>Truly</Button>
          <Button disabled variant="secondary">
            Secondary
          </Button>
          <Button disabled variant="quiet" icon={<AddIcon />}>
            Quiet
          </Button>
        </Cluster>
      </Group>
    </>
  )
}

export const actions: Scene = { key: 'actions', title: 'Buttons', Body }
