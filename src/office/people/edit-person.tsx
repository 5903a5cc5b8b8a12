import { type FormEvent, useId, useState } from 'react'
import type { PersonRecord } from '../../../replication/wire/office/people-calls.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import type { FailureKind } from '../office-api.ts'
import { useAccount, useOffice } from '../office-context.tsx'
import { Difference } from '../parts/difference.tsx'
import { Reading } from '../parts/reading.tsx'
import { useEdited } from '../parts/use-edited.ts'
import { useRead, useReread } from '../parts/use-read.ts'
import { ErasePerson } from './erase-person.tsx'
import styles from './people.module.css'
import { RecordFields, useRecordNames, type RecordEntries } from './record-fields.tsx'

/** A surveyor's record, to change it or to erase the person. `waiting` is on their phone. */
export function EditPerson({
  id,
  waiting,
  onClose,
}: {
  id: string
  waiting: number
  onClose: () => void
}) {
  const { words } = useOffice()
  const read = useRead('person', { id })
  const [isErasing, setErasing] = useState(false)
  return (
    <Dialog open title={words.person.title} onClose={onClose} closeLabel={words.close}>
      <Reading read={read}>
        {record =>
          isErasing ? (
            <ErasePerson
              record={record}
              waiting={waiting}
              onCancel={() => setErasing(false)}
              onErased={onClose}
            />
          ) : (
            <Shown record={record} onErase={() => setErasing(true)} onSaved={onClose} />
          )
        }
      </Reading>
    </Dialog>
  )
}

const entriesOf = ({ first_name, last_name, phone_number, address }: PersonRecord) => ({
  first_name,
  last_name,
  phone_number,
  address,
})

function Shown({
  record,
  onErase,
  onSaved,
}: {
  record: PersonRecord
  onErase: () => void
  onSaved: () => void
}) {
  const { ask, words } = useOffice()
  const { scope } = useAccount().account
  const reread = useReread()
  const id = useId()
  const names = useRecordNames()
  const { seen, given, enter, see, take } = useEdited<PersonRecord, RecordEntries>(
    record,
    entriesOf,
  )
  const [theirs, setTheirs] = useState<PersonRecord | null>(null)
  const [failed, setFailed] = useState<FailureKind | null>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async (tag: string) => {
    setBusy(true)
    setFailed(null)
    const result = await ask('personChange', { id: record.id, body: given, tag })
    setBusy(false)
    if (result.ok) {
      void reread()
      return onSaved()
    }
    const { kind, now } = result.failure
    setTheirs(now)
    setFailed(now === null ? kind : null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(seen.tag)
  }
  const isOthersToo =
    scope.kind === 'groups' && record.groups.some(each => !scope.names.includes(each))
  return (
    <div className={styles.fields}>
      <p>
        <bdi>{record.email}</bdi>
      </p>
      {record.groups.length > 0 && (
        <p className={styles.quiet}>
          {words.person.inGroups}: <bdi>{record.groups.join(', ')}</bdi>
        </p>
      )}
      <form id={id} className={styles.fields} onSubmit={submit}>
        <RecordFields given={given} onChange={enter} />
        {theirs && (
          <Difference
            words={words.person}
            entries={names.map(([key, name]) => ({ name, mine: given[key], theirs: theirs[key] }))}
            onTheirs={() => {
              take(theirs)
              setTheirs(null)
            }}
            onMine={() => {
              see(theirs)
              setTheirs(null)
              void save(theirs.tag)
            }}
          />
        )}
        {failed && <Alert kind="error">{words.failures[failed]}</Alert>}
        <Button type="submit" full busy={isBusy} disabled={theirs !== null}>
          {words.people.save}
        </Button>
      </form>
      <div className={styles.danger}>
        {isOthersToo ? (
          <p className={styles.quiet}>{words.person.otherGroups}</p>
        ) : (
          <Button variant="danger" size="s" onClick={onErase}>
            {words.person.erase}
          </Button>
        )}
      </div>
    </div>
  )
}
