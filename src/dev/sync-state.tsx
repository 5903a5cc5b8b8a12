import { useEffect, useState } from 'react'
import type { SettingKey } from '../../collections/schemas/settings.ts'
import { useApp, useWorkspace } from '../context.tsx'
import { useOnline } from '../lib/hooks/use-online.ts'
import { useReachability } from '../lib/hooks/use-reachability.ts'
import { useSetting } from '../lib/hooks/use-live.ts'
import { Button } from '../ui/actions/button.tsx'
import { Json, Panel, Table } from './panel.tsx'

/** The settings of replication that are shown. */
const keys: readonly SettingKey[] = ['lastSyncTime', 'changesCursor', 'freshness']

/** How many events are kept on screen. */
const shownEvents = 12

/** Which tab holds the lease, and the results of the runs. */
export function SyncState() {
  const { env, client } = useApp()
  const { db, sync } = useWorkspace()
  const lease = useSetting(db, 'syncLease')
  const reachability = useReachability(client.lookout, env.clock)
  const network = useOnline(env.network) ? reachability.kind : 'offline'
  const [events, setEvents] = useState<readonly { at: number; event: unknown }[]>([])
  useEffect(() => {
    const subscription = sync.events$.subscribe(event => {
      setEvents(before => [{ at: env.clock.now(), event }, ...before].slice(0, shownEvents))
    })
    return () => subscription.unsubscribe()
  }, [sync, env])
  const leftMs = lease.expiresAt - env.clock.now()
  return (
    <Panel title="Replication and lock">
      <Table
        head={['what', 'is']}
        rows={[
          { key: 'network', cells: ['network', network] },
          {
            key: 'lease',
            cells: [
              'lease',
              leftMs > 0
                ? `held by ${lease.holder.slice(0, 8)}, token ${lease.token}, ${Math.ceil(leftMs / 1000)} s left`
                : `free, last token ${lease.token}`,
            ],
          },
          ...keys.map(key => ({ key, cells: [key, <Setting key={key} name={key} />] })),
        ]}
      />
      <Button onClick={() => void sync.run({ all: true })}>Sync now</Button>
      {events.map(({ at, event }) => (
        <Json key={`${at} ${JSON.stringify(event)}`} value={event} />
      ))}
    </Panel>
  )
}

function Setting({ name }: { name: SettingKey }) {
  const { db } = useWorkspace()
  const value = useSetting(db, name)
  return <code>{JSON.stringify(value)}</code>
}
