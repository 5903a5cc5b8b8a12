import { useEffect, useState } from 'react'
import { useApp, useWorkspace } from '../context.tsx'
import { Panel, Table } from './panel.tsx'

/** How many changes are kept on screen. */
const shownChanges = 40

interface Seen {
  readonly key: number
  readonly at: number
  readonly collection: string
  readonly operation: string
  readonly id: string
}

/** Every write since the inspector opened, of this tab and of others, newest first. */
export function History() {
  const { env } = useApp()
  const { db } = useWorkspace()
  const [seen, setSeen] = useState<readonly Seen[]>([])
  useEffect(() => {
    let key = 0
    const subscription = db.$.subscribe(({ collectionName, operation, documentId }) => {
      key += 1
      const next = {
        key,
        at: env.clock.now(),
        collection: collectionName ?? '',
        operation,
        id: documentId,
      }
      setSeen(before => [next, ...before].slice(0, shownChanges))
    })
    return () => subscription.unsubscribe()
  }, [db, env])
  return (
    <Panel title="Writes">
      <Table
        head={['time', 'collection', 'operation', 'id']}
        rows={seen.map(({ key, at, collection, operation, id }) => ({
          key: String(key),
          cells: [new Date(at).toISOString().slice(11, 23), collection, operation, id],
        }))}
      />
    </Panel>
  )
}
