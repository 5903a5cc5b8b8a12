import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { SavedView, SubmissionTable } from '../../../replication/wire/office/answers.ts'
import { useNavigate, useParams } from '../../lib/navigation/navigation.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Tabs } from '../../ui/choices/tabs.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { useOffice } from '../office-context.tsx'
import { FormLinks } from '../parts/form-links.tsx'
import { Reading } from '../parts/reading.tsx'
import { Screen } from '../parts/screen.tsx'
import { useRead } from '../parts/use-read.ts'
import { filterNames, rowsQuery, useAddress, type Address } from './address.ts'
import { ColumnsDialog, movedBy } from './columns-dialog.tsx'
import styles from './data.module.css'
import { Detail } from './detail.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { Filters } from './filters/filters.tsx'
import { Cell, photosIn } from './grid/cell.tsx'
import { ownColumns, shownIds, useColumns, type GridColumn } from './grid/columns.ts'
import { Grid } from './grid/grid.tsx'
import { useRows, type Row } from './grid/use-rows.ts'
import { PhotoViewer } from './photos/photo-viewer.tsx'
import type { Photo } from './photos/photos.ts'
import { ViewsDialog } from './views-dialog.tsx'

/** The submissions to a form: a table of any length, filtered and sorted, and one of them. */
export function Data() {
  const { words, language } = useOffice()
  const { id = '' } = useParams()
  const address = useAddress()
  const asked = rowsQuery(address, language)
  const text = useDeferredValue(address.of('text'))
  const query = { ...asked, text }
  const read = useRead('submissionTable', { id, query })
  const key = JSON.stringify([id, query])
  const [counted, setCounted] = useState<Counted | null>(null)
  const isLatest = read.kind === 'there' && !read.isEarlier
  // Counted once, so that rows which arrive meanwhile do not move the others.
  if (isLatest && counted?.key !== key) setCounted({ key, query, table: read.data })
  const opened = address.of('open')
  if (opened !== '') return <Detail key={opened} formId={id} address={address} query={query} />
  const newer = isLatest && counted?.key === key ? read.data.total - counted.table.total : 0
  return (
    <Screen title={read.kind === 'there' ? read.data.form.title : words.forms.submissions}>
      <FormLinks id={id} />
      <Filters address={address} table={read.kind === 'there' ? read.data : null} />
      <Reading read={read}>
        {latest => (
          <>
            {newer !== 0 && (
              <Alert kind="info">
                <p>{newer > 0 ? words.data.newer(newer) : words.data.fewer}</p>
                <Button
                  variant="secondary"
                  size="s"
                  onClick={() => setCounted({ key, query, table: latest })}
                >
                  {words.data.show}
                </Button>
              </Alert>
            )}
            {counted && <Shown {...counted} address={address} id={id} />}
          </>
        )}
      </Reading>
    </Screen>
  )
}

/** The table of a filter, as it was counted. */
interface Counted {
  readonly key: string
  readonly query: Readonly<Record<string, string>>
  readonly table: SubmissionTable
}

type Open = 'columns' | 'views' | 'export' | null

function Shown({
  table,
  query,
  address,
  id,
}: {
  table: SubmissionTable
  query: Readonly<Record<string, string>>
  address: Address
  id: string
}) {
  const { words, language } = useOffice()
  const { data } = words
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>(null)
  const [range, setRange] = useState<readonly [number, number]>([0, 0])
  const [viewed, setViewed] = useState<{ photos: readonly Photo[]; at: number } | null>(null)
  const [views, setViews] = useState<readonly SavedView[] | null>(null)
  const { columns, total, at } = table
  const sort = address.of('sort') || 'received_at'
  const isDescending = address.of('order') !== 'asc'
  const order = { sort: address.of('sort'), order: address.of('order') }
  const { rowAt, problem } = useRows(id, { ...query, ...order, at }, total, range)
  const named = useMemo((): readonly GridColumn[] => {
    const names = { received_at: data.received, surveyor: data.surveyor }
    return [
      ...ownColumns.map(own => ({ id: own, name: names[own], answer: null })),
      ...columns.map(({ id: column, label, type, is_number: isNumber }, place) => ({
        id: column,
        name: label,
        answer: { at: place, type, isNumber },
      })),
    ]
  }, [columns, data])
  const chosen = address.of('columns')
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- of the address only this part
  const shown = useMemo(() => shownIds(address, columns), [chosen, columns])
  const isRightToLeft = language === 'ar'
  const { heads, widen } = useColumns(named, shown, address, isRightToLeft)
  const onRange = useCallback((first: number, last: number) => setRange([first, last]), [])
  const choose = (ids: readonly string[]) => address.change({ columns: ids.join(',') })
  const linkOf = (row: Row, index: number) =>
    address.linkTo({ open: row.id, of: row.surveyor_id, row: String(index), at })
  const showPhotos = (photos: readonly Photo[], place: number) => setViewed({ photos, at: place })
  const isFiltered = filterNames.some(name => address.of(name) !== '')
  const isOfRepeat = address.of('table') !== ''
  return (
    <>
      <div className={styles.bar}>
        {table.repeats.length > 0 && (
          <Tabs
            label={data.table}
            value={address.of('table')}
            options={[
              { value: '', label: data.interviews },
              ...table.repeats.map(repeat => ({ value: repeat.id, label: repeat.label })),
            ]}
            onChange={value =>
              address.change({ table: value, columns: '', widths: '', sort: '', where: '' })
            }
          />
        )}
        <output>{isOfRepeat ? data.rows(total) : data.count(total)}</output>
        <span className={styles.actions}>
          {table.languages.length > 0 && (
            <Select
              label={data.labels}
              labelHidden
              placeholder={data.labels}
              value={address.of('labels')}
              options={table.languages.map(tag => ({ value: tag, label: tag }))}
              onChange={({ target }) => address.change({ labels: target.value })}
            />
          )}
          <Button variant="secondary" size="s" onClick={() => setOpen('columns')}>
            {words.layout.title}
          </Button>
          <Button variant="secondary" size="s" onClick={() => setOpen('views')}>
            {words.views.title}
          </Button>
          <Button variant="secondary" size="s" onClick={() => setOpen('export')}>
            {words.exports.title}
          </Button>
        </span>
      </div>
      {problem && (
        <Alert kind="error">
          <p>{words.failures[problem.failure.kind]}</p>
          <Button variant="secondary" size="s" onClick={problem.retry}>
            {words.retry}
          </Button>
        </Alert>
      )}
      {total === 0 && <EmptyState title={isFiltered ? data.noMatch : data.none} />}
      {total > 0 && (
        <Grid
          label={table.form.title}
          loading={words.loading}
          resizeLabel={data.resize}
          total={total}
          heads={heads}
          isRightToLeft={isRightToLeft}
          sorted={{ id: sort, isDescending }}
          rowAt={rowAt}
          onRange={onRange}
          renderCell={(row, head, index) => (
            <Cell row={row} head={head} link={linkOf(row, index)} onPhoto={showPhotos} />
          )}
          onSort={column =>
            address.change({
              sort: column,
              order: sort === column && isDescending ? 'asc' : 'desc',
            })
          }
          onOpen={(row, index, head) => {
            const photos = photosIn(row, head)
            if (photos.length > 0) showPhotos(photos, 0)
            else void navigate(linkOf(row, index))
          }}
          onWiden={widen}
          onMove={(column, by) => choose(movedBy(shown, column, by))}
        />
      )}
      {total > 0 && <p className={styles.keys}>{data.keys}</p>}
      {open === 'columns' && (
        <ColumnsDialog
          columns={columns}
          shown={shown}
          onChange={choose}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'views' && (
        <ViewsDialog
          id={id}
          address={address}
          kept={views}
          onChange={setViews}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'export' && (
        <ExportDialog
          id={id}
          query={{ ...query, at }}
          total={isOfRepeat ? data.rows(total) : data.count(total)}
          onClose={() => setOpen(null)}
        />
      )}
      {viewed && (
        <PhotoViewer photos={viewed.photos} first={viewed.at} onClose={() => setViewed(null)} />
      )}
    </>
  )
}
