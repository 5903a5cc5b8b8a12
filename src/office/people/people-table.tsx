import type { Person } from '../../../replication/wire/office/answers.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { numberText } from '../../messages/locale.ts'
import { Checkbox } from '../../ui/choices/checkbox.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { useOffice } from '../office-context.tsx'
import { bytesText, momentText } from '../parts/shown.ts'
import { Table } from '../parts/table.tsx'
import type { Words } from '../words/words.ts'
import styles from './people.module.css'

const stateOf = (person: Person, words: Words['people']) => {
  if (!person.is_active) return <Badge kind="unpublished">{words.inactive}</Badge>
  if (person.is_first_login) return <Badge>{words.firstLogin}</Badge>
  if (person.is_silent) return <Badge kind="failed">{words.silent}</Badge>
  return <Badge kind="completed">{words.active}</Badge>
}

/** The list. Without `chosen` no one can be chosen or opened. */
export function PeopleTable({
  rows,
  chosen,
  onChoose,
  search,
}: {
  rows: readonly Person[]
  chosen: ReadonlySet<string> | null
  onChoose: (chosen: ReadonlySet<string>) => void
  search: string
}) {
  const { words } = useOffice()
  const { people } = words
  const choose = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const id of ids)
      if (isOn) next.add(id)
      else next.delete(id)
    onChoose(next)
  }
  const addressOf = (id: string) =>
    `?${new URLSearchParams({ ...(search && { search }), person: id }).toString()}`
  return (
    <Table
      caption={people.title}
      rows={rows}
      keyOf={row => row.id}
      columns={[
        {
          key: 'person',
          head:
            chosen === null ? (
              people.person
            ) : (
              <div className={styles.person}>
                <Checkbox
                  label={people.chooseAll}
                  labelHidden
                  checked={rows.every(({ id }) => chosen.has(id))}
                  onChange={isOn =>
                    choose(
                      rows.map(({ id }) => id),
                      isOn,
                    )
                  }
                />
                {people.person}
              </div>
            ),
          renderCell: row => (
            <div className={styles.person}>
              {chosen !== null && (
                <Checkbox
                  label={people.choose(row.name || row.email)}
                  labelHidden
                  checked={chosen.has(row.id)}
                  onChange={isOn => choose([row.id], isOn)}
                />
              )}
              <div>
                {chosen === null ? (
                  <bdi>{row.name}</bdi>
                ) : (
                  <Link to={addressOf(row.id)}>
                    <bdi>{row.name || row.email}</bdi>
                  </Link>
                )}
                <br />
                <bdi className={styles.quiet}>{row.email}</bdi>
              </div>
            </div>
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
