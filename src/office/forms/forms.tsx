import type { OfficeForm } from '../../../replication/wire/office/answers.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { numberText } from '../../messages/locale.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { useOffice } from '../office-context.tsx'
import { Reading } from '../parts/reading.tsx'
import { Screen } from '../parts/screen.tsx'
import { momentText } from '../parts/shown.ts'
import { Table } from '../parts/table.tsx'
import { useRead } from '../parts/use-read.ts'
import type { Words } from '../words/words.ts'

const stateOf = ({ state }: OfficeForm, words: Words['forms']) => {
  if (state === 'removed') return <Badge>{words.removed}</Badge>
  return state === 'draft' ? (
    <Badge kind="unpublished">{words.draft}</Badge>
  ) : (
    <Badge kind="completed">{words.published}</Badge>
  )
}

/** The forms, each with a link to its submissions. */
export function Forms() {
  const { words } = useOffice()
  const { forms } = words
  const read = useRead('forms')
  return (
    <Screen title={forms.title}>
      <Reading read={read}>
        {rows =>
          rows.length === 0 ? (
            <EmptyState title={forms.none} />
          ) : (
            <Table
              caption={forms.title}
              rows={rows}
              keyOf={row => row.id}
              columns={[
                {
                  key: 'form',
                  head: forms.form,
                  renderCell: row => (
                    <Link to={`/forms/${encodeURIComponent(row.id)}`}>
                      <bdi>{row.title}</bdi>
                    </Link>
                  ),
                },
                { key: 'state', head: forms.state, renderCell: row => stateOf(row, forms) },
                {
                  key: 'submissions',
                  head: forms.submissions,
                  isNumber: true,
                  renderCell: row => numberText(row.submissions),
                },
                {
                  key: 'assigned',
                  head: forms.assigned,
                  isNumber: true,
                  renderCell: row => numberText(row.assigned),
                },
                {
                  key: 'versions',
                  head: forms.versions,
                  isNumber: true,
                  renderCell: row => numberText(row.versions),
                },
                {
                  key: 'last',
                  head: forms.lastReceived,
                  renderCell: row => momentText(row.last_received_at) || words.never,
                },
                {
                  key: 'updated',
                  head: forms.updated,
                  renderCell: row => momentText(row.updated_at),
                },
              ]}
            />
          )
        }
      </Reading>
    </Screen>
  )
}
