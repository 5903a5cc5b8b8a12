import { useState } from 'react'
import type { Person } from '../../../replication/wire/office/answers.ts'
import { peopleLimits, type Card } from '../../../replication/wire/office/people-calls.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { Progress } from '../../ui/status/progress.tsx'
import type { FailureKind } from '../office-api.ts'
import { useOffice } from '../office-context.tsx'
import { useReread } from '../parts/use-read.ts'
import { GroupsDialog } from './groups-dialog.tsx'
import styles from './people.module.css'

/** What is asked about before it is done. */
type Act = 'cards' | 'deactivate' | 'activate' | 'signOut'

/** What can be done with the chosen people. */
export function ChosenBar({
  people,
  onCards,
  onDone,
}: {
  people: readonly Person[]
  onCards: (cards: readonly Card[]) => void
  onDone: () => void
}) {
  const { words } = useOffice()
  const { acts, chosen } = words.people
  const [asked, setAsked] = useState<Act | 'groups' | null>(null)
  const close = () => setAsked(null)
  const done = () => {
    close()
    onDone()
  }
  return (
    <section className={styles.chosen} aria-label={chosen(people.length)}>
      <output className={styles.count}>{chosen(people.length)}</output>
      {(['cards', 'groups', 'signOut', 'deactivate', 'activate'] as const).map(act => (
        <Button key={act} size="s" variant="secondary" onClick={() => setAsked(act)}>
          {acts[act]}
        </Button>
      ))}
      {asked === 'groups' && <GroupsDialog people={people} onClose={close} onDone={done} />}
      {asked !== null && asked !== 'groups' && (
        <AskFirst act={asked} people={people} onCards={onCards} onClose={close} onDone={done} />
      )}
    </section>
  )
}

function AskFirst({
  act,
  people,
  onCards,
  onClose,
  onDone,
}: {
  act: Act
  people: readonly Person[]
  onCards: (cards: readonly Card[]) => void
  onClose: () => void
  onDone: () => void
}) {
  const { ask, words } = useOffice()
  const reread = useReread()
  const [made, setMade] = useState<readonly Card[] | null>(null)
  const [failed, setFailed] = useState<FailureKind | null>(null)
  const [isBusy, setBusy] = useState(false)
  const ids = people.map(({ id }) => id)
  /** A few at a time, because the server needs half a second for each. What was made is never lost. */
  const makeCards = async () => {
    const cards = [...(made ?? [])]
    while (cards.length < ids.length) {
      const next = ids.slice(cards.length, cards.length + peopleLimits.passwords)
      const result = await ask('peopleReset', { body: { ids: next } })
      if (!result.ok) {
        setMade(cards)
        return result
      }
      cards.push(...result.data.cards)
      setMade([...cards])
    }
    onDone()
    onCards(cards)
    return null
  }
  const carryOut = () => {
    switch (act) {
      case 'cards':
        return makeCards()
      case 'signOut':
        return ask('peopleEndSessions', { body: { ids } })
      case 'activate':
      case 'deactivate':
        return ask('peopleActivate', { body: { ids, is_active: act === 'activate' } })
    }
  }
  const confirm = async () => {
    setBusy(true)
    setFailed(null)
    const result = await carryOut()
    setBusy(false)
    void reread()
    if (result === null) return
    if (result.ok) onDone()
    else setFailed(result.failure.kind)
  }
  const done = made?.length ?? 0
  const hasSome = failed !== null && done > 0
  return (
    <Dialog
      open
      role="alertdialog"
      title={words.people.acts[act]}
      dismissible={!isBusy && !hasSome}
      onClose={onClose}
      actions={
        <>
          <Button full busy={isBusy} onClick={() => void confirm()}>
            {words.people.acts[act]}
          </Button>
          {hasSome ? (
            <Button full variant="quiet" disabled={isBusy} onClick={() => onCards(made ?? [])}>
              {words.cards.title}
            </Button>
          ) : (
            <Button full variant="quiet" disabled={isBusy} onClick={onClose}>
              {words.people.cancel}
            </Button>
          )}
        </>
      }
    >
      <p>{words.people.ask[act](people.length)}</p>
      {act === 'cards' && (isBusy || hasSome) && (
        <Progress label={words.people.making(done, ids.length)} value={done} max={ids.length} />
      )}
      {failed && <Alert kind="error">{words.failures[failed]}</Alert>}
    </Dialog>
  )
}
