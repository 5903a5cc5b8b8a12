import { officeCalls } from '../../../replication/wire/office/calls.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { numberText } from '../../messages/locale.ts'
import { buttonClass } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { useAccount, useOffice } from '../office-context.tsx'
import { Reading } from '../parts/reading.tsx'
import { Screen } from '../parts/screen.tsx'
import { momentText } from '../parts/shown.ts'
import { Table } from '../parts/table.tsx'
import { useRead } from '../parts/use-read.ts'
import styles from './forms.module.css'
import { FormState } from './state.tsx'

/** The forms, each with a link to its own screen. */
export function Forms() {
  const { words } = useOffice()
  const { forms } = words
  const { account } = useAccount()
  const mayUpload = officeCalls.formPublish.roles.some(role => role === account.role)
  const read = useRead('forms')
  return (
    <Screen title={forms.title}>
      {mayUpload && (
        <div className={styles.bar}>
          <Link to="/upload" className={buttonClass({ size: 's' })}>
            {forms.upload}
          </Link>
        </div>
      )}
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
                {
                  key: 'state',
                  head: forms.state,
                  renderCell: row => <FormState state={row.state} />,
                },
                {
                  key: 'submissions',
                  head: forms.submissions,
                  isNumber: true,
                  renderCell: row => (
                    <Link to={`/forms/${encodeURIComponent(row.id)}/data`}>
                      {numberText(row.submissions)}
                    </Link>
                  ),
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
