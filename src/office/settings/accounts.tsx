import { useState } from 'react'
import type { Card } from '../../../replication/wire/office/people-calls.ts'
import type { OfficeAccount } from '../../../replication/wire/office/settings-calls.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import type { FailureKind } from '../office-api.ts'
import { useAccount, useOffice } from '../office-context.tsx'
import { Cards } from '../parts/cards.tsx'
import { Reading } from '../parts/reading.tsx'
import { Table } from '../parts/table.tsx'
import { useRead, useReread } from '../parts/use-read.ts'
import { AddAccount } from './add-account.tsx'
import styles from './settings.module.css'

/** The accounts of the office. */
export function Accounts() {
  const { words } = useOffice()
  const { accounts } = words
  const read = useRead('accounts')
  const [isAdding, setAdding] = useState(false)
  const [cards, setCards] = useState<readonly Card[] | null>(null)
  if (cards !== null)
    return (
      <>
        <h2>{words.cards.title}</h2>
        <Cards cards={cards} onDone={() => setCards(null)} />
      </>
    )
  return (
    <>
      <div className={styles.bar}>
        <Button onClick={() => setAdding(true)}>{accounts.add}</Button>
      </div>
      <Reading read={read}>{rows => <List rows={rows} onCards={setCards} />}</Reading>
      {isAdding && (
        <AddAccount
          onClose={() => setAdding(false)}
          onAdded={made => {
            setAdding(false)
            setCards(made)
          }}
        />
      )}
    </>
  )
}

function List({
  rows,
  onCards,
}: {
  rows: readonly OfficeAccount[]
  onCards: (cards: readonly Card[]) => void
}) {
  const { ask, words } = useOffice()
  const { accounts } = words
  const { account: own } = useAccount()
  const reread = useReread()
  const [asked, setAsked] = useState<{ row: OfficeAccount; act: 'reset' | 'deactivate' } | null>(
    null,
  )
  const [failed, setFailed] = useState<FailureKind | null>(null)
  const activate = async ({ id }: OfficeAccount, is_active: boolean) => {
    const result = await ask('accountActivate', { id, body: { is_active } })
    setFailed(result.ok ? null : result.failure.kind)
    await reread()
  }
  const confirm = async () => {
    if (asked === null) return
    if (asked.act === 'deactivate') await activate(asked.row, false)
    else {
      const result = await ask('accountReset', { id: asked.row.id, body: {} })
      void reread()
      if (result.ok) return onCards(result.data.cards)
      setFailed(result.failure.kind)
    }
    setAsked(null)
  }
  const seesOf = ({ scope }: OfficeAccount) =>
    scope.kind === 'all' ? accounts.all : scope.names.join(', ')
  const stateOf = ({ is_active, is_temporary }: OfficeAccount) => {
    if (!is_active) return accounts.inactive
    return is_temporary ? accounts.temporary : accounts.active
  }
  return (
    <>
      {failed && <Alert kind="error">{words.failures[failed]}</Alert>}
      <Table
        caption={words.settings.accounts}
        rows={rows}
        keyOf={row => row.id}
        columns={[
          {
            key: 'name',
            head: accounts.name,
            renderCell: row => (
              <>
                <bdi>{row.name}</bdi>
                <br />
                <bdi>{row.email}</bdi>
              </>
            ),
          },
          { key: 'role', head: accounts.role, renderCell: row => words.roles[row.role] },
          { key: 'sees', head: accounts.sees, renderCell: row => <bdi>{seesOf(row)}</bdi> },
          { key: 'state', head: accounts.state, renderCell: stateOf },
          {
            key: 'code',
            head: accounts.code,
            renderCell: row => (row.has_code ? accounts.codeOn : accounts.codeOff),
          },
          {
            key: 'act',
            head: accounts.act,
            renderCell: row =>
              row.id === own.id ? (
                accounts.own
              ) : (
                <div className={styles.bar}>
                  <Button
                    size="s"
                    variant="secondary"
                    aria-label={`${accounts.reset}: ${row.email}`}
                    onClick={() => setAsked({ row, act: 'reset' })}
                  >
                    {accounts.reset}
                  </Button>
                  <Button
                    size="s"
                    variant="secondary"
                    aria-label={`${row.is_active ? accounts.deactivate : accounts.activate}: ${row.email}`}
                    onClick={() =>
                      row.is_active
                        ? setAsked({ row, act: 'deactivate' })
                        : void activate(row, true)
                    }
                  >
                    {row.is_active ? accounts.deactivate : accounts.activate}
                  </Button>
                </div>
              ),
          },
        ]}
      />
      <Confirm
        open={asked !== null}
        title={asked === null ? '' : accounts[asked.act]}
        message={
          asked === null
            ? ''
            : accounts[asked.act === 'reset' ? 'resetAsk' : 'deactivateAsk'](asked.row.email)
        }
        words={{
          cancel: words.settings.cancel,
          labels: { default: '', destructive: '', danger: '', logout: '', sync: '' },
        }}
        confirmLabel={asked === null ? '' : accounts[asked.act]}
        onConfirm={confirm}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}
