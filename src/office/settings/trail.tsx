import { useSearchParams } from '../../lib/navigation/navigation.ts'
import { Button } from '../../ui/actions/button.tsx'
import { SearchField } from '../../ui/inputs/search-field.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { useOffice } from '../office-context.tsx'
import { Reading } from '../parts/reading.tsx'
import { momentText } from '../parts/shown.ts'
import { Table } from '../parts/table.tsx'
import { useRead } from '../parts/use-read.ts'
import styles from './settings.module.css'

/** Who did what, latest first. */
export function TrailPart() {
  const { words } = useOffice()
  const { server } = words
  const [address, setAddress] = useSearchParams()
  const text = address.get('text') ?? ''
  const page = address.get('page') ?? ''
  const read = useRead('trail', { query: { text, page } })
  const goTo = (change: { readonly text?: string; readonly page?: string }) => {
    const next = Object.entries({ text, page, ...change }).filter(([, value]) => value !== '')
    setAddress(Object.fromEntries(next), { replace: true })
  }
  return (
    <>
      <div className={styles.search}>
        <SearchField
          label={server.search}
          placeholder={server.search}
          clearLabel={server.clear}
          value={text}
          onChange={next => goTo({ text: next, page: '' })}
        />
      </div>
      <Reading read={read}>
        {({ entries, page: shown, limit, total }) => {
          if (entries.length === 0)
            return <EmptyState title={text === '' ? server.noTrail : server.noMatch} />
          const pages = Math.max(1, Math.ceil(total / limit))
          return (
            <>
              <Table
                caption={words.settings.trail}
                rows={entries}
                keyOf={row => row.id}
                columns={[
                  {
                    key: 'when',
                    head: server.when,
                    renderCell: row => <span className={styles.when}>{momentText(row.at)}</span>,
                  },
                  { key: 'who', head: server.who, renderCell: row => <bdi>{row.who}</bdi> },
                  {
                    key: 'what',
                    head: server.what,
                    renderCell: row => <bdi className={styles.command}>{row.command}</bdi>,
                  },
                ]}
              />
              <div className={styles.bar}>
                <Button
                  size="s"
                  variant="secondary"
                  disabled={shown <= 1}
                  onClick={() => goTo({ page: String(shown - 1) })}
                >
                  {server.previous}
                </Button>
                <span>{server.page(shown, pages)}</span>
                <Button
                  size="s"
                  variant="secondary"
                  disabled={shown >= pages}
                  onClick={() => goTo({ page: String(shown + 1) })}
                >
                  {server.next}
                </Button>
              </div>
            </>
          )
        }}
      </Reading>
    </>
  )
}
