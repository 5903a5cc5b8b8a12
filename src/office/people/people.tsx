import { useState } from 'react'
import type { Person } from '../../../replication/wire/office/answers.ts'
import type { Card } from '../../../replication/wire/office/people-calls.ts'
import { Link, useSearchParams } from '../../lib/navigation/navigation.ts'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { SearchField } from '../../ui/inputs/search-field.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { useAccount, useOffice } from '../office-context.tsx'
import { Cards } from '../parts/cards.tsx'
import { Reading } from '../parts/reading.tsx'
import { Screen } from '../parts/screen.tsx'
import { useRead } from '../parts/use-read.ts'
import { AddPerson } from './add-person.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { EditPerson } from './edit-person.tsx'
import { mayChangePeople } from './may-change.ts'
import { PeopleTable } from './people-table.tsx'
import styles from './people.module.css'

const matches = ({ name, email, groups }: Person, search: string): boolean =>
  [name, email, ...groups].join(' ').toLowerCase().includes(search.trim().toLowerCase())

/** The surveyors, with what their phones have said, and what the office does with them. */
export function People() {
  const { words } = useOffice()
  const { account } = useAccount()
  const { people } = words
  const [address, setAddress] = useSearchParams()
  const [cards, setCards] = useState<readonly Card[] | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const read = useRead('people')
  const search = address.get('search') ?? ''
  const opened = address.get('person')
  const mayChange = mayChangePeople(account)
  const goTo = (change: Readonly<Record<string, string>>) => {
    const next = { search, person: '', ...change }
    setAddress(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), {
      replace: true,
    })
  }
  const showCards = (made: readonly Card[]) => {
    setAdding(false)
    setCards(made)
  }
  if (cards !== null)
    return (
      <Screen key="cards" title={words.cards.title}>
        <Cards cards={cards} onDone={() => setCards(null)} />
      </Screen>
    )
  return (
    <Screen title={people.title}>
      <div className={styles.bar}>
        <div className={styles.search}>
          <SearchField
            label={people.search}
            placeholder={people.search}
            clearLabel={people.clear}
            value={search}
            onChange={text => goTo({ search: text })}
          />
        </div>
        {mayChange && (
          <>
            <Button onClick={() => setAdding(true)}>{people.add}</Button>
            <Link to="/people/import" className={buttonClass({ variant: 'secondary' })}>
              {people.import}
            </Link>
          </>
        )}
      </div>
      <Reading read={read}>
        {all => {
          const rows = all.filter(person => matches(person, search))
          const those = all.filter(({ id }) => chosen.has(id))
          return (
            <>
              {mayChange && those.length > 0 && (
                <ChosenBar people={those} onCards={showCards} onDone={() => setChosen(new Set())} />
              )}
              {rows.length === 0 ? (
                <EmptyState title={all.length === 0 ? people.none : people.noMatch} />
              ) : (
                <PeopleTable
                  rows={rows}
                  chosen={mayChange ? chosen : null}
                  onChoose={setChosen}
                  search={search}
                />
              )}
              {mayChange && opened !== null && (
                <EditPerson
                  id={opened}
                  waiting={all.find(({ id }) => id === opened)?.waiting ?? 0}
                  onClose={() => goTo({ person: '' })}
                />
              )}
            </>
          )
        }}
      </Reading>
      {isAdding && <AddPerson onAdded={showCards} onClose={() => setAdding(false)} />}
    </Screen>
  )
}
