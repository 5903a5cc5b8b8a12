import { useDeferredValue } from 'react'
import type { SubmissionPage } from '../../../replication/wire/office/answers.ts'
import { Link, useParams, useSearchParams } from '../../lib/navigation/navigation.ts'
import { numberText } from '../../messages/locale.ts'
import { Button } from '../../ui/actions/button.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { SearchField } from '../../ui/inputs/search-field.tsx'
import { LowerIcon, RaiseIcon } from '../../ui/icon.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { useOffice } from '../office-context.tsx'
import { addressOf } from '../office-api.ts'
import { FormLinks } from '../parts/form-links.tsx'
import { Reading } from '../parts/reading.tsx'
import { Screen } from '../parts/screen.tsx'
import { momentText } from '../parts/shown.ts'
import { Table, type TableColumn } from '../parts/table.tsx'
import { useRead } from '../parts/use-read.ts'
import type { Words } from '../words/words.ts'
import styles from './data.module.css'
import { Detail } from './detail.tsx'

const filterNames = ['text', 'from', 'until', 'surveyor'] as const

/** What the address says of the table: each view is a link. */
const useAddress = () => {
  const [address, setAddress] = useSearchParams()
  const change = (changes: Readonly<Record<string, string>>): void => {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setAddress(next, { replace: true })
  }
  return { of: (name: string) => address.get(name) ?? '', change }
}

type Address = ReturnType<typeof useAddress>

/** The submissions to a form: filtered, sorted, a page at a time, and one of them next to it. */
export function Data() {
  const { words, language } = useOffice()
  const { id = '' } = useParams()
  const address = useAddress()
  const text = useDeferredValue(address.of('text'))
  const query = Object.fromEntries(
    ['from', 'until', 'surveyor', 'sort', 'order', 'page'].map(name => [name, address.of(name)]),
  )
  const read = useRead('submissions', { id, query: { ...query, text, language } })
  const opened = address.of('open')
  const title = read.kind === 'there' ? read.data.form.title : words.forms.submissions
  if (opened !== '')
    return (
      <Detail
        id={opened}
        surveyorId={address.of('of')}
        onClose={() => address.change({ open: '', of: '' })}
      />
    )
  return (
    <Screen title={title}>
      <FormLinks id={id} />
      <Filters address={address} />
      <Reading read={read}>{page => <Shown page={page} address={address} />}</Reading>
    </Screen>
  )
}

function Filters({ address }: { address: Address }) {
  const { data } = useOffice().words
  const change = (name: string, value: string) => address.change({ [name]: value, page: '' })
  return (
    <search className={styles.filters}>
      <SearchField
        label={data.search}
        placeholder={data.search}
        clearLabel={data.clear}
        value={address.of('text')}
        onChange={value => change('text', value)}
      />
      <TextField
        label={data.from}
        type="date"
        value={address.of('from')}
        onChange={({ target }) => change('from', target.value)}
      />
      <TextField
        label={data.until}
        type="date"
        value={address.of('until')}
        onChange={({ target }) => change('until', target.value)}
      />
    </search>
  )
}

type Row = SubmissionPage['rows'][number]

function Shown({ page, address }: { page: SubmissionPage; address: Address }) {
  const { words } = useOffice()
  const { data } = words
  const columns = columnsOf(page, address, data)
  const isFiltered = filterNames.some(name => address.of(name) !== '')
  const pages = Math.max(1, Math.ceil(page.total / page.limit))
  const go = (number: number) => address.change({ page: number === 1 ? '' : String(number) })
  const reset = () =>
    address.change(Object.fromEntries([...filterNames, 'page'].map(name => [name, ''])))
  if (page.total === 0)
    return (
      <EmptyState
        title={isFiltered ? data.noMatch : data.none}
        action={
          isFiltered && (
            <Button variant="secondary" onClick={reset}>
              {data.reset}
            </Button>
          )
        }
      />
    )
  const expected = Math.min(page.limit, page.total - (page.page - 1) * page.limit)
  return (
    <>
      <div className={styles.bar}>
        <output>{data.count(page.total)}</output>
        {isFiltered && (
          <Button variant="quiet" size="s" onClick={reset}>
            {data.reset}
          </Button>
        )}
      </div>
      {page.rows.length < expected && <Alert kind="warning">{data.cut}</Alert>}
      <Table
        caption={page.form.title}
        rows={page.rows}
        keyOf={row => `${row.surveyor_id} ${row.id}`}
        columns={columns}
      />
      {pages > 1 && (
        <div className={styles.bar}>
          <Button
            variant="secondary"
            size="s"
            disabled={page.page <= 1}
            onClick={() => go(page.page - 1)}
          >
            {data.previous}
          </Button>
          <span>{data.page(page.page, pages)}</span>
          <Button
            variant="secondary"
            size="s"
            disabled={page.page >= pages}
            onClick={() => go(page.page + 1)}
          >
            {data.next}
          </Button>
        </div>
      )}
    </>
  )
}

const isPhoto = (type: string): boolean => type === 'IMAGE'

/** The columns: when and by whom, then the answers. */
const columnsOf = (
  page: SubmissionPage,
  address: Address,
  data: Words['data'],
): readonly TableColumn<Row>[] => {
  const sortedBy = address.of('sort') || 'received_at'
  const isAscending = address.of('order') === 'asc'
  const sortable = (key: string, name: string) => ({
    key,
    head: (
      <button
        type="button"
        className={styles.sort}
        onClick={() =>
          address.change({
            sort: key,
            order: sortedBy === key && !isAscending ? 'asc' : 'desc',
            page: '',
          })
        }
      >
        <bdi>{name}</bdi>
        {sortedBy === key && (isAscending ? <RaiseIcon aria-hidden /> : <LowerIcon aria-hidden />)}
      </button>
    ),
    sorted:
      sortedBy === key
        ? isAscending
          ? ('ascending' as const)
          : ('descending' as const)
        : undefined,
  })
  return [
    {
      ...sortable('received_at', data.received),
      renderCell: row => (
        <Link to={`?${openedAt(address, row)}`} className={styles.when}>
          {momentText(row.received_at)}
        </Link>
      ),
    },
    {
      ...sortable('surveyor', data.surveyor),
      renderCell: row => <bdi>{row.surveyor_name || row.surveyor}</bdi>,
    },
    ...page.columns.map(({ id, label, type, is_number }, at): TableColumn<Row> => ({
      ...sortable(id, label),
      isNumber: is_number,
      renderCell: row => {
        const files = row.files.filter(file => file.field_id === id && file.occurrence === 0)
        if (isPhoto(type) && files.length > 0)
          return files.map(file => (
            <img
              key={file.id}
              className={styles.thumbnail}
              src={addressOf('file', { id: file.id })}
              alt={file.name}
              loading="lazy"
            />
          ))
        const cell = row.cells[at]
        return (
          <div dir="auto" className={styles.cell}>
            {typeof cell === 'number' ? numberText(cell, { maximumFractionDigits: 15 }) : cell}
          </div>
        )
      },
    })),
  ]
}

/** The address of a submission within the same view. */
const openedAt = (address: Address, row: Row): string => {
  const kept = [...filterNames, 'sort', 'order', 'page'].filter(name => address.of(name) !== '')
  return new URLSearchParams([
    ...kept.map(name => [name, address.of(name)]),
    ['open', row.id],
    ['of', row.surveyor_id],
  ]).toString()
}
