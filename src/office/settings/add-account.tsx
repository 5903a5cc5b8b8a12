import { type FormEvent, useId, useState } from 'react'
import type { Card } from '../../../replication/wire/office/people-calls.ts'
import { roles, type Role, type Scope } from '../../../replication/wire/office/roles.ts'
import { Button } from '../../ui/actions/button.tsx'
import { CheckboxGroup } from '../../ui/choices/checkbox-group.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { useOffice } from '../office-context.tsx'
import { Reading } from '../parts/reading.tsx'
import { useRead, useReread } from '../parts/use-read.ts'
import styles from './settings.module.css'

const kinds = ['all', 'groups', 'forms'] as const

/** Adds an account, whose card is then shown. */
export function AddAccount({
  onAdded,
  onClose,
}: {
  onAdded: (cards: readonly Card[]) => void
  onClose: () => void
}) {
  const { ask, words } = useOffice()
  const { accounts } = words
  const reread = useReread()
  const id = useId()
  const [given, setGiven] = useState({ name: '', email: '' })
  const [role, setRole] = useState<Role>('viewer')
  const [kind, setKind] = useState<Scope['kind']>('all')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const seesAll = role === 'administrator' || kind === 'all'
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!seesAll && chosen.length === 0) return setProblem(accounts.choose)
    setBusy(true)
    const scope: Scope = seesAll ? { kind: 'all' } : { kind, names: [...chosen] }
    const result = await ask('accountAdd', { body: { ...given, role, scope } })
    setBusy(false)
    if (result.ok) {
      void reread()
      return onAdded(result.data.cards)
    }
    const { code, kind: why } = result.failure
    setProblem(code === 'taken' ? accounts.taken : words.failures[why])
  }
  return (
    <Dialog
      open
      title={accounts.add}
      onClose={onClose}
      closeLabel={words.close}
      actions={
        <Button
          full
          type="submit"
          form={id}
          busy={isBusy}
          disabled={given.name.trim() === '' || given.email.trim() === ''}
        >
          {accounts.add}
        </Button>
      }
    >
      <form id={id} className={styles.fields} onSubmit={event => void submit(event)}>
        <TextField
          label={accounts.name}
          autoComplete="off"
          value={given.name}
          maxLength={200}
          onChange={({ target }) => setGiven({ ...given, name: target.value })}
        />
        <TextField
          label={accounts.email}
          type="email"
          autoComplete="off"
          value={given.email}
          maxLength={320}
          onChange={({ target }) => setGiven({ ...given, email: target.value })}
        />
        <Select
          label={accounts.role}
          value={role}
          options={roles.map(each => ({ value: each, label: words.roles[each] }))}
          onChange={({ target }) => setRole(roles.find(each => each === target.value) ?? 'viewer')}
        />
        {role !== 'administrator' && (
          <>
            <Select
              label={accounts.scope}
              value={kind}
              options={kinds.map(each => ({ value: each, label: accounts[each] }))}
              onChange={({ target }) => {
                setKind(kinds.find(each => each === target.value) ?? 'all')
                setChosen([])
              }}
            />
            {kind !== 'all' && <Names kind={kind} chosen={chosen} onChange={setChosen} />}
          </>
        )}
      </form>
      {problem && <Alert kind="error">{problem}</Alert>}
    </Dialog>
  )
}

function Names({
  kind,
  chosen,
  onChange,
}: {
  kind: 'groups' | 'forms'
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}) {
  const { accounts } = useOffice().words
  const groups = useRead('groups')
  const forms = useRead('forms')
  const shown = (options: readonly { readonly value: string; readonly label: string }[]) =>
    options.length === 0 ? (
      <p>{accounts.none}</p>
    ) : (
      <CheckboxGroup label={accounts[kind]} options={options} value={chosen} onChange={onChange} />
    )
  return kind === 'groups' ? (
    <Reading read={groups}>
      {names => shown(names.map(name => ({ value: name, label: name })))}
    </Reading>
  ) : (
    <Reading read={forms}>
      {rows => shown(rows.map(({ id, title }) => ({ value: id, label: title })))}
    </Reading>
  )
}
