import type { Person } from '../../../replication/wire/office/answers.ts'
import { useSearchParams } from '../../lib/navigation/navigation.ts'
import { numberText } from '../../messages/locale.ts'
import { SearchField } from '../../ui/inputs/search-field.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { useOffice } from '../office-context.tsx'
import { Reading } from '../parts/reading.tsx'
import { Screen } from '../parts/screen.tsx'
import { bytesText, momentText } from '../parts/shown.ts'
import { Table } from '../parts/table.tsx'
import { useRead } from '../parts/use-read.ts'
import type { Words } from '../words/words.ts'
import styles from '../screens/screens.module.css'

const matches = ({ name, email, groups }: Person, search: string): boolean =>
  [name, email, ...groups].join(' ').toLowerCase().includes(search.trim().toLowerCase())

const stateOf = (person: Person, words: Words['people']) => {
  if (!person.is_active) return <Badge kind="unpublished">{words.inactive}</Badge>
  if (person.is_first_login) return <Badge>{words.firstLogin}</Badge>
  if (person.is_silent) return <Badge kind="failed">{words.silent}</Badge>
  return <Badge kind="completed">{words.active}</Badge>
}

/** The surveyors, with what their phones have said. */
export function People() {
  const { words } = useOffice()
  const { people } = words
  const [address, setAddress] = useSearchParams()
  const search = address.get('search') ?? ''
  const read = useRead('people')
  return (
    <Screen title={people.title}>
      <div className={styles.search}>
        <SearchField
          label={people.search}
          placeholder={people.search}
          clearLabel={people.clear}
          value={search}
          onChange={text => setAddress(text === '' ? {} : { search: text }, { replace: true })}
        />
      </div>
      <Reading read={read}>
        {all => <Shown all={all} rows={all.filter(person => matches(person, search))} />}
      </Reading>
    </Screen>
  )
}

function Shown({ all, rows }: { all: readonly Person[]; rows: readonly Person[] }) {
  const { words } = useOffice()
  const { people } = words
  if (rows.length === 0)
    return <EmptyState title={all.length === 0 ? people.none : people.noMatch} />
  return (
    <Table
      caption={people.title}
      rows={rows}
      keyOf={row => row.id}
      columns={[
        {
          key: 'person',
          head: people.person,
          renderCell: row => (
            <>
              <bdi>{row.name}</bdi>
              <br />
              <bdi className={styles.quiet}>{row.email}</bdi>
            </>
          ),
        },
        { key: 'state', head: people.state, renderCell: row => stateOf(row, people) },
        {
          key: 'groups',
          head: people.groups,
          renderCell: row => <bdi>{row.groups.join(', ')}</bdi>,
        },
        {
          key: 'submissions',
          head: people.submissions,
          isNumber: true,
          renderCell: row => numberText(row.submissions),
        },
        {
          key: 'waiting',
          head: people.waiting,
          isNumber: true,
          renderCell: ({ waiting }) => (waiting === null ? people.unknown : numberText(waiting)),
        },
        {
          key: 'contact',
          head: people.lastContact,
          renderCell: row => momentText(row.last_contact_at) || words.never,
        },
        {
          key: 'version',
          head: people.version,
          renderCell: row => <bdi>{row.app_version ?? people.unknown}</bdi>,
        },
        {
          key: 'storage',
          head: people.storage,
          isNumber: true,
          renderCell: ({ free_bytes }) =>
            free_bytes === null ? people.unknown : bytesText(free_bytes),
        },
      ]}
    />
  )
}
