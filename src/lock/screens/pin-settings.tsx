import { useEffect, useState } from 'react'
import { readKeys, type KeyRecords } from '../../../collections/storage/data-key.ts'
import { useApp, useWorkspace } from '../../context.tsx'
import { useStream } from '../../lib/hooks/use-stream.ts'
import { pin as words } from '../../messages/account/lock.ts'
import { Button } from '../../ui/actions/button.tsx'
import { LockIcon } from '../../ui/icon.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Stack } from '../../ui/pages/page.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { Spinner } from '../../ui/status/spinner.tsx'
import { ChangePin, NewPin, RemovePin } from './pin-forms.tsx'
import { minutesOffered } from './minutes.ts'
import { setMinutes } from '../lock.ts'
import { hasRecoveryKeys } from '../key/recovery.ts'
import { lockNow } from '../watch.ts'

/** Why no PIN can be set here; null when one can. */
type Obstacle = 'needsInternet' | 'plainServer' | 'signOutFirst'

/** Sets, changes and removes the PIN: the content of the dialog that Settings opens. */
export function PinSettings() {
  const { held$ } = useApp()
  const held = useStream(held$, held$.value)
  const [done, setDone] = useState<string | null>(null)
  const told = { onStart: () => setDone(null), onDone: setDone }
  return (
    <Stack>
      {done !== null && <Alert kind="success">{done}</Alert>}
      {held === null ? <WithoutPin {...told} /> : <WithPin {...told} />}
    </Stack>
  )
}

interface PartProps {
  readonly onStart: () => void
  readonly onDone: (message: string) => void
}

function WithoutPin({ onStart, onDone }: PartProps) {
  const obstacle = useObstacle()
  if (obstacle === undefined) return <Spinner label={words.checking} />
  return (
    <>
      <p>{words.about}</p>
      <p>{words.nothingSent}</p>
      {obstacle === null ? (
        <NewPin onStart={onStart} onDone={onDone} />
      ) : (
        <Alert kind="info">{words[obstacle]}</Alert>
      )}
    </>
  )
}

/** Whether a PIN can be set; undefined until it was checked. */
const useObstacle = (): Obstacle | null | undefined => {
  const { env } = useApp()
  const { client, db } = useWorkspace()
  const [obstacle, setObstacle] = useState<Obstacle | null>()
  useEffect(() => {
    let isHere = true
    const check = async () => {
      const hasKeys = await hasRecoveryKeys(client)
      const found = obstacleOf(hasKeys, await readKeys(env.indexedDb, db.name))
      if (isHere) setObstacle(found)
    }
    check().catch(() => setObstacle('needsInternet'))
    return () => {
      isHere = false
    }
  }, [client, db, env])
  return obstacle
}

const obstacleOf = (hasKeys: boolean | null, { recovery }: KeyRecords): Obstacle | null => {
  if (hasKeys === null) return 'needsInternet'
  if (!hasKeys) return 'plainServer'
  return recovery === undefined ? 'signOutFirst' : null
}

function WithPin({ onStart, onDone }: PartProps) {
  const app = useApp()
  const held = useStream(app.held$, app.held$.value)
  const [open, setOpen] = useState<'change' | 'remove' | null>(null)
  const close = (message: string) => {
    setOpen(null)
    onDone(message)
  }
  if (held === null) return null
  return (
    <>
      <p>{words.nothingSent}</p>
      <p>{words.forget}</p>
      <Select
        label={words.after}
        options={minutesOffered.map(minutes => ({
          value: String(minutes),
          label: words.minutes(minutes),
        }))}
        value={String(held.minutes)}
        onChange={({ target }) => void setMinutes(app, Number(target.value))}
      />
      <Button full icon={<LockIcon />} onClick={() => lockNow(app)}>
        {words.lockNow}
      </Button>
      {open === 'change' ? (
        <ChangePin minutes={held.minutes} onStart={onStart} onDone={close} />
      ) : (
        <Button full variant="secondary" onClick={() => setOpen('change')}>
          {words.change}
        </Button>
      )}
      {open === 'remove' ? (
        <RemovePin onStart={onStart} onDone={close} />
      ) : (
        <Button full variant="secondary" onClick={() => setOpen('remove')}>
          {words.remove}
        </Button>
      )}
    </>
  )
}
