import { useDeferredValue, useId, useState } from 'react'
import type { FormPeople } from '../../../replication/wire/office/form-answers.ts'
import type { AssignRequest } from '../../../replication/wire/office/form-requests.ts'
import { searchable } from '../../lib/searchable.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { SearchField } from '../../ui/inputs/search-field.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import type { FailureKind } from '../office-api.ts'
import { useOffice } from '../office-context.tsx'
import { Reading } from '../parts/reading.tsx'
import { Table } from '../parts/table.tsx'
import { useRead, useReread } from '../parts/use-read.ts'
import styles from './forms.module.css'

/** Those who lose the form by an act that was asked for. */
interface Taking {
  readonly from: AssignRequest
  readonly people: number
}

/** Who has a form, and to whom it is assigned. */
export function Assignments({ id, mayChange }: { id: string; mayChange: boolean }) {
  const { ask, words } = useOffice()
  const { form } = words
  const reread = useReread()
  const heading = useId()
  const read = useRead('formPeople', { id })
  const [failed, setFailed] = useState<FailureKind | null>(null)
  const [taking, setTaking] = useState<Taking | null>(null)
  const act = async (name: 'formAssign' | 'formUnassign', to: AssignRequest) => {
    const result = await ask(name, { id, body: to })
    setFailed(result.ok ? null : result.failure.kind)
    setTaking(null)
    await reread()
  }
  const acts = mayChange
    ? { assign: (to: AssignRequest) => act('formAssign', to), take: setTaking }
    : null
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 id={heading}>{form.assignments}</h2>
      {failed && <Alert kind="error">{words.failures[failed]}</Alert>}
      <Reading read={read}>
        {people =>
          people.people.length === 0 ? (
            <p className={styles.quiet}>{form.noPeople}</p>
          ) : (
            <>
              {acts && <Everyone {...people} {...acts} />}
              {people.groups.length > 0 && <Groups groups={people.groups} acts={acts} />}
              <People people={people.people} acts={acts} />
            </>
          )
        }
      </Reading>
      <Confirm
        open={taking !== null}
        type="danger"
        title={form.unassign}
        message={form.unassignWhy(taking?.people ?? 0)}
        words={{
          cancel: form.cancel,
          labels: { default: '', destructive: '', danger: '', logout: '', sync: '' },
        }}
        confirmLabel={form.unassign}
        onConfirm={() => (taking === null ? undefined : act('formUnassign', taking.from))}
        onCancel={() => setTaking(null)}
      />
    </section>
  )
}

interface Acts {
  readonly assign: (to: AssignRequest) => Promise<void>
  readonly take: (taking: Taking) => void
}

function Everyone({ people, assign, take }: FormPeople & Acts) {
  const { form } = useOffice().words
  const assigned = people.filter(({ is_assigned }) => is_assigned).length
  const all = { kind: 'all' } as const
  return (
    <div className={styles.bar}>
      {assigned < people.length && (
        <Button size="s" onClick={() => void assign(all)}>
          {form.assignAll}
        </Button>
      )}
      {assigned > 0 && (
        <Button variant="secondary" size="s" onClick={() => take({ from: all, people: assigned })}>
          {form.unassignAll}
        </Button>
      )}
    </div>
  )
}

function Groups({ groups, acts }: { groups: FormPeople['groups']; acts: Acts | null }) {
  const { form } = useOffice().words
  return (
    <Table
      caption={form.groups}
      rows={groups}
      keyOf={group => group.name}
      columns={[
        { key: 'group', head: form.group, renderCell: group => <bdi>{group.name}</bdi> },
        {
          key: 'has',
          head: form.has,
          renderCell: ({ assigned, members }) => form.hasIt(assigned, members),
        },
        ...(acts === null
          ? []
          : [
              {
                key: 'acts',
                head: <span className="visually-hidden">{form.assign}</span>,
                renderCell: (group: FormPeople['groups'][number]) => (
                  <AssignButtons
                    to={{ kind: 'group', name: group.name }}
                    assigned={group.assigned}
                    isWhole={group.assigned === group.members}
                    acts={acts}
                  />
                ),
              },
            ]),
      ]}
    />
  )
}

function People({ people, acts }: { people: FormPeople['people']; acts: Acts | null }) {
  const { form } = useOffice().words
  const [text, setText] = useState('')
  const wanted = searchable(useDeferredValue(text))
  const shown = people.filter(({ name, email, groups }) =>
    searchable([name, email, ...groups].join(' ')).includes(wanted),
  )
  return (
    <>
      <div className={styles.search}>
        <SearchField
          label={form.search}
          placeholder={form.search}
          clearLabel={form.clear}
          value={text}
          onChange={setText}
        />
      </div>
      <Table
        caption={form.people}
        rows={shown}
        keyOf={person => person.id}
        columns={[
          {
            key: 'person',
            head: form.person,
            renderCell: person => <bdi>{person.name || person.email}</bdi>,
          },
          {
            key: 'groups',
            head: form.groups,
            renderCell: person => <bdi>{person.groups.join(', ')}</bdi>,
          },
          {
            key: 'has',
            head: form.has,
            renderCell: person => (person.is_assigned ? form.yes : form.no),
          },
          ...(acts === null
            ? []
            : [
                {
                  key: 'acts',
                  head: <span className="visually-hidden">{form.assign}</span>,
                  renderCell: (person: FormPeople['people'][number]) => (
                    <AssignButtons
                      to={{ kind: 'person', id: person.id }}
                      assigned={person.is_assigned ? 1 : 0}
                      isWhole={person.is_assigned}
                      acts={acts}
                    />
                  ),
                },
              ]),
        ]}
      />
    </>
  )
}

function AssignButtons({
  to,
  assigned,
  isWhole,
  acts,
}: {
  to: AssignRequest
  assigned: number
  isWhole: boolean
  acts: Acts
}) {
  const { form } = useOffice().words
  return (
    <>
      {!isWhole && (
        <Button variant="quiet" size="s" onClick={() => void acts.assign(to)}>
          {form.assign}
        </Button>
      )}
      {assigned > 0 && (
        <Button variant="quiet" size="s" onClick={() => acts.take({ from: to, people: assigned })}>
          {form.unassign}
        </Button>
      )}
    </>
  )
}
