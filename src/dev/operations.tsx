import { hasBase, type OperationLog } from '../../collections/operation-log.ts'
import { Table } from './panel.tsx'

/** The log of a CRDT document: what the server confirmed, then the pending operations. */
export function Operations({ log }: { log: OperationLog }) {
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
