import { useMemo } from 'react'
import { map, type Observable } from 'rxjs'
import type { CollectionName } from '../../collections/database.ts'
import { schemas } from '../../collections/schemas.ts'
import { ledger } from '../../collections/history/ledger.ts'
import { useWorkspace } from '../context.tsx'
import { useStream } from '../lib/hooks/use-stream.ts'
import styles from './inspector.module.css'
import { Panel, Table } from './panel.tsx'

const names = Object.keys(schemas) as readonly CollectionName[]

/** Every collection with its count and version. */
export function CollectionList({
  chosen,
  onChoose,
}: {
  chosen: CollectionName
  onChoose: (name: CollectionName) => void
}) {
  const { db } = useWorkspace()
  return (
    <Panel title="Collections and migrations">
      <Table
        head={['collection', 'documents', 'schema']}
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
