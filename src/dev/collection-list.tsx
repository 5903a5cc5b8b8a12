import { useEffect, useMemo, useState } from 'react'
import { map, type Observable } from 'rxjs'
import type { CollectionName } from '../../collections/database.ts'
import { schemas } from '../../collections/schemas.ts'
import { storedParts, type StoredPart } from '../../collections/storage/storage.ts'
import { ledger } from '../../collections/history/ledger.ts'
import { useApp, useWorkspace } from '../context.tsx'
import { useStream } from '../lib/hooks/use-stream.ts'
import styles from './inspector.module.css'
import { Panel, Table } from './panel.tsx'

const names = Object.keys(schemas) as readonly CollectionName[]

/** Every collection with its count and version, and which versions are on the device. */
export function CollectionList({
  chosen,
  onChoose,
}: {
  chosen: CollectionName
  onChoose: (name: CollectionName) => void
}) {
  const { env } = useApp()
  const { db } = useWorkspace()
  const [parts, setParts] = useState<readonly StoredPart[]>([])
  useEffect(() => {
    void storedParts(db.name, env.indexedDb).then(setParts)
  }, [db, env])
  const versionsOf = (name: CollectionName) =>
    parts.filter(part => part.collection === name).map(({ version }) => version)
  return (
    <Panel title="Collections and migrations">
      <Table
        head={['collection', 'documents', 'schema', 'on the device']}
        rows={names.map(name => ({
          key: name,
          cells: [
            <button
              key={name}
              type="button"
              className={styles.choose}
              aria-pressed={name === chosen}
              onClick={() => onChoose(name)}
            >
              {name}
            </button>,
            <Count key={name} name={name} />,
            db[name].schema.version,
            versionsOf(name).join(', '),
          ],
        }))}
      />
      <details>
        <summary>The ledger: {ledger.length} versions</summary>
        <ol className={styles.quiet}>
          {ledger.map(({ version, title, changes }) => (
            <li key={version}>
              {title}
              {Object.keys(changes).length > 0 && ` (${Object.keys(changes).join(', ')})`}
            </li>
          ))}
        </ol>
      </details>
    </Panel>
  )
}

function Count({ name }: { name: CollectionName }) {
  const { db } = useWorkspace()
  const count$ = useMemo(
    () => (db[name].count().$ as Observable<number>).pipe(map(String)),
    [db, name],
  )
  return useStream(count$, '…')
}
