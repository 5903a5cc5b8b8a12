import { useState } from 'react'
import type { Person } from '../../../replication/wire/office/answers.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CheckboxGroup } from '../../ui/choices/checkbox-group.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { useAccount, useOffice } from '../office-context.tsx'
import { NewGroup } from './new-group.tsx'
import { Reading } from '../parts/reading.tsx'
import { useRead, useReread } from '../parts/use-read.ts'
import styles from './people.module.css'

/** Adds the chosen people to groups, and removes them from others. */
export function GroupsDialog({
  people,
  onClose,
  onDone,
}: {
  people: readonly Person[]
  onClose: () => void
  onDone: () => void
}) {
  const { ask, words } = useOffice()
  const { scope } = useAccount().account
  const reread = useReread()
  const read = useRead('groups')
  const [add, setAdd] = useState<readonly string[]>([])
  const [made, setMade] = useState<readonly string[]>([])
  const [remove, setRemove] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const ids = people.map(({ id }) => id)
  const save = async () => {
    setBusy(true)
    const body = { ids, add: [...add], remove: remove.filter(each => !add.includes(each)) }
    const result = await ask('peopleGroups', { body })
    setBusy(false)
    if (!result.ok) {
      const { code, kind } = result.failure
      return setProblem(code === 'no_group' ? words.people.needsGroup : words.failures[kind])
    }
    void reread()
    onDone()
  }
  const optionsOf = (names: readonly string[]) => names.map(name => ({ value: name, label: name }))
  return (
    <Dialog
      open
      title={words.people.acts.groups}
      onClose={onClose}
      closeLabel={words.close}
      actions={
        <Button
          full
          busy={isBusy}
          disabled={add.length + remove.length === 0}
          onClick={() => void save()}
        >
          {words.people.save}
        </Button>
      }
    >
      <p>{words.people.chosen(people.length)}</p>
      <Reading read={read}>
        {groups => {
          const all = [...new Set([...groups, ...made])]
          const theirs = all.filter(name => people.some(each => each.groups.includes(name)))
          return (
            <div className={styles.fields}>
              {all.length > 0 && (
                <CheckboxGroup
                  label={words.people.joins}
                  options={optionsOf(all)}
                  value={add}
                  onChange={setAdd}
                />
              )}
              {scope.kind === 'all' && (
                <NewGroup
                  onMade={name => {
                    setMade([...made, name])
                    setAdd([...add, name])
                  }}
                />
              )}
              {theirs.length > 0 && (
                <CheckboxGroup
                  label={words.people.leaves}
                  options={optionsOf(theirs)}
                  value={remove}
                  onChange={setRemove}
                />
              )}
            </div>
          )
        }}
      </Reading>
      {problem && <Alert kind="error">{problem}</Alert>}
    </Dialog>
  )
}
