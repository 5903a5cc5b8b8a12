import { waitingItems } from '../../collections/queries.ts'
import { useApp } from '../context.tsx'
import { useLive } from '../lib/hooks/use-live.ts'
import { Panel, Table } from './panel.tsx'

/** The outbox: the state, tries and next time of each item. */
export function Outbox() {
  const { env } = useApp()
  const { docs } = useLive(waitingItems())
  return (
    <Panel title={`Outbox (${docs.length})`}>
      <Table
        head={['id', 'state', 'tries', 'next', 'in doubt', 'last error']}
        rows={docs.map(item => ({
          key: item.id,
          cells: [
            item.id,
            item.state,
            item.retryCount,
            inWords(item.nextRetryAt - env.clock.now()),
            item.in_doubt ? 'yes' : '',
            item.lastError,
          ],
        }))}
      />
    </Panel>
  )
}

const inWords = (leftMs: number): string =>
  leftMs <= 0 ? 'now' : `in ${Math.ceil(leftMs / 1000)} s`
