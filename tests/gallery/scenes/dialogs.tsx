import { useState } from 'react'
import { Button } from '../../../src/ui/actions/button.tsx'
import { Confirm, type ConfirmType } from '../../../src/ui/dialogs/confirm.tsx'
import { Dialog } from '../../../src/ui/dialogs/dialog.tsx'
import { WarningIcon } from '../../../src/ui/icon.tsx'
import { Cluster } from '../../../src/ui/pages/page.tsx'
import { Select } from '../../../src/ui/inputs/select.tsx'
import { regions } from '../samples.ts'
import { Group, type Scene } from '../scene.tsx'
import { toaster } from '../toaster.ts'

const words = {
  cancel: 'Cancel',
  labels: {
    default: 'Confirm',
    destructive: 'Yes, Delete',
    danger: 'Confirm',
    logout: 'Yes, Logout',
    sync: 'Confirm',
  },
}

const texts: Record<ConfirmType, [title: string, message: string]> = {
  default: [
    'Discard Changes?',
    'You have unsaved changes. Are you sure you want to leave this page?',
  ],
  destructive: [
    'Delete Submission',
    'Are you sure you want to delete this submission? This action cannot be undone.',
  ],
  danger: ['Clear Local Data?', 'This will remove all offline data. This action cannot be undone.'],
  logout: ['Logout', 'All offline and unsynced data will be permanently lost.'],
  sync: ['Enable Auto Sync', 'What is pending is sent as soon as there is a network.'],
}

const types = ['default', 'destructive', 'danger', 'logout', 'sync'] as const

type Shown = ConfirmType | 'start' | 'blocking' | null

function Body() {
  const preset = types.find(type => type === new URLSearchParams(location.search).get('confirm'))
  const [shown, setShown] = useState<Shown>(preset ?? null)
  const close = () => setShown(null)
  const asked = types.find(type => type === shown) ?? 'default'
  const [title, message] = texts[asked]
  const work = () =>
    new Promise<void>(resolve => {
      setTimeout(resolve, 1500)
    }).then(close)
  return (
    <Group title="Dialogs">
      <Cluster>
        {types.map(type => (
          <Button key={type} variant="secondary" onClick={() => setShown(type)}>
            {type}
          </Button>
        ))}
        <Button variant="secondary" onClick={() => setShown('start')}>
          with a form
        </Button>
        <Button variant="secondary" onClick={() => setShown('blocking')}>
          blocking
        </Button>
      </Cluster>
      <Confirm
        open={types.some(type => type === shown)}
        type={asked}
        title={title}
        message={message}
        words={words}
        onConfirm={() => toaster.promise(work())}
        onCancel={close}
        other={asked === 'default' ? { label: 'Keep as draft', onPress: close } : undefined}
      />
      <Dialog
        open={shown === 'start'}
        title="Start a New Survey"
        onClose={close}
        closeLabel="Close"
        actions={<Button full>Start Now</Button>}
      >
        <Select label="Project" placeholder="Choose a project" options={regions} defaultValue="" />
      </Dialog>
      <Dialog
        open={shown === 'blocking'}
        role="alertdialog"
        dismissible={false}
        title="Account Inactive"
        onClose={close}
        icon={<WarningIcon />}
        actions={
          <Button full onClick={close}>
            Okay
          </Button>
        }
      >
        <p>Your account is currently inactive. Please contact your administrator for assistance.</p>
      </Dialog>
    </Group>
  )
}

export const dialogs: Scene = { key: 'dialogs', title: 'Dialogs', Body }
