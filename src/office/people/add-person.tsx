import { type FormEvent, useId, useState } from 'react'
import type { Card } from '../../../replication/wire/office/people-calls.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CheckboxGroup } from '../../ui/choices/checkbox-group.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { useAccount, useOffice } from '../office-context.tsx'
import { Reading } from '../parts/reading.tsx'
import { useRead, useReread } from '../parts/use-read.ts'
import { NewGroup } from './new-group.tsx'
import styles from './people.module.css'
import { RecordFields } from './record-fields.tsx'

/** Adds one surveyor, whose card is then shown. */
export function AddPerson({
  onAdded,
  onClose,
}: {
  onAdded: (cards: readonly Card[]) => void
  onClose: () => void
}) {
  const { ask, words } = useOffice()
  const { people } = words
  const { scope } = useAccount().account
  const id = useId()
  const read = useRead('groups')
  const reread = useReread()
  const [given, setGiven] = useState({
    email: '',
    first_name: '',
    last_name: '',
    phone_number: '',
    address: '',
  })
  const [groups, setGroups] = useState<readonly string[]>(
    scope.kind === 'groups' && scope.names.length === 1 ? scope.names : [],
  )
  const [made, setMade] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const result = await ask('personAdd', { body: { ...given, groups: [...groups] } })
    setBusy(false)
    if (result.ok) {
      void reread()
      return onAdded(result.data.cards)
    }
    const { code, kind } = result.failure
    if (code === 'taken') return setProblem(people.taken)
    setProblem(code === 'no_group' ? people.needsGroup : words.failures[kind])
  }
  return (
    <Dialog
      open
      title={people.add}
      onClose={onClose}
      closeLabel={words.close}
      actions={
        <Button full type="submit" form={id} busy={isBusy} disabled={given.email.trim() === ''}>
          {people.add}
        </Button>
      }
    >
      <form id={id} className={styles.fields} onSubmit={event => void submit(event)}>
        <TextField
          label={people.email}
          type="email"
          autoComplete="off"
          value={given.email}
          maxLength={320}
          onChange={({ target }) => setGiven({ ...given, email: target.value })}
        />
        <RecordFields given={given} onChange={setGiven} />
        <Reading read={read}>
          {names => (
            <div className={styles.fields}>
              {names.length + made.length > 0 && (
                <CheckboxGroup
                  label={people.groups}
                  options={[...new Set([...names, ...made])].map(name => ({
                    value: name,
                    label: name,
                  }))}
                  value={groups}
                  onChange={setGroups}
                />
              )}
              {scope.kind === 'all' && (
                <NewGroup
                  onMade={name => {
                    setMade([...made, name])
                    setGroups([...groups, name])
                  }}
                />
              )}
            </div>
          )}
        </Reading>
      </form>
      {problem && <Alert kind="error">{problem}</Alert>}
    </Dialog>
  )
}
