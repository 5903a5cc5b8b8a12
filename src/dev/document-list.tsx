import { useMemo, useState } from 'react'
import { map, type Observable } from 'rxjs'
import type { RxCollection, RxDocument } from 'rxdb'
import type { CollectionName } from '../../collections/database.ts'
import { type OperationLog, hasBase } from '../../collections/operation-log.ts'
import { useWorkspace } from '../context.tsx'
import { useStream } from '../lib/hooks/use-stream.ts'
import { TextField } from '../ui/inputs/text-field.tsx'
import styles from './inspector.module.css'
import { Json, Panel, Table } from './panel.tsx'

type Stored = Readonly<Record<string, unknown>> & {
  readonly _rev: string
  readonly _meta: { readonly lwt: number }
  readonly crdts?: OperationLog
}

/** A limit, because a form may have thousands of fields. */
const shownDocuments = 100

/** The documents of one collection as they are stored, live. */
export function DocumentList({ collection }: { collection: CollectionName }) {
  const { db } = useWorkspace()
  const [start, setStart] = useState('')
  const docs$ = useMemo(() => {
    const { schema, find } = wide(db[collection])
    const key = schema.primaryPath
    const selector = { [key]: { $gte: start, $lte: `${start}\uffff` } }
    return find({ selector, sort: [{ [key]: 'asc' }], limit: shownDocuments }).pipe(
      map(docs =>
        docs.map(doc => ({ id: doc.primary, doc: doc.toMutableJSON(true) as never as Stored })),
      ),
    )
  }, [db, collection, start])
  const docs = useStream<readonly { id: string; doc: Stored }[] | null>(docs$, null)
  return (
    <Panel title={`Documents of ${collection}`}>
      <TextField
        label="Id begins with"
        value={start}
        onChange={event => setStart(event.target.value)}
      />
      <div className={styles.scroll}>
        {docs?.length === 0 && <p className={styles.quiet}>Nothing here.</p>}
        {docs?.map(({ id, doc: { crdts, ...doc } }) => (
          <details key={id}>
            <summary>
              {id} <span className={styles.quiet}>revision {doc._rev.split('-')[0]}</span>
            </summary>
            {crdts && <Operations log={crdts} />}
            <Json value={doc} />
          </details>
        ))}
        {docs?.length === shownDocuments && (
          <p className={styles.quiet}>The first {shownDocuments} are shown.</p>
        )}
      </div>
    </Panel>
  )
}

type AnyDocument = RxDocument<Record<string, unknown>>

/** A collection of any type, for the operations that all collections have. */
const wide = (collection: unknown) => {
  const any = collection as RxCollection<Record<string, unknown>>
  return {
    schema: any.schema,
    find: (query: object) => any.find(query as never).$ as unknown as Observable<AnyDocument[]>,
  }
}

/** The log of a CRDT document: what the server confirmed, then the pending operations. */
function Operations({ log }: { log: OperationLog }) {
  return (
    <Table
      head={['operation', 'creator', 'time', 'changes']}
      rows={log.operations.flatMap((row, place) =>
        row.map(({ creator, time, body }) => ({
          key: `${place} ${creator}`,
          cells: [
            place === 0 && hasBase(log) ? 'base (server)' : 'pending',
            creator.slice(0, 20),
            time > 1 ? new Date(time).toISOString() : '',
            <code key="changes">{JSON.stringify(body.map(({ ifMatch }) => ifMatch))}</code>,
          ],
        })),
      )}
    />
  )
}
