import { useState } from 'react'
import {
  peopleLimits,
  type Card,
  type PeoplePlan,
} from '../../../replication/wire/office/people-calls.ts'
import { isJsonObject } from '../../../replication/wire/envelope.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { Button, buttonClass } from '../../ui/actions/button.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { Progress } from '../../ui/status/progress.tsx'
import type { Failure } from '../office-api.ts'
import { useOffice } from '../office-context.tsx'
import { Cards } from '../parts/cards.tsx'
import { Screen } from '../parts/screen.tsx'
import { useReread } from '../parts/use-read.ts'
import type { Words } from '../words/words.ts'
import styles from './people.module.css'
import { countOf, PlanTable } from './plan-table.tsx'

/** The columns of the file, as the import reads them. */
const columns = 'email,first_name,last_name,phone,region,group'

/** Why a file was not taken, in words. */
const problemOf = ({ kind, code, data }: Failure, words: Words): string => {
  const { unreadable } = words.importing
  const text = isJsonObject(data) && typeof data['text'] === 'string' ? data['text'] : ''
  const say = Object.entries(unreadable).find(([each]) => each === code)?.[1]
  return say === undefined ? words.failures[kind] : say(text)
}

type Step =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'looking'; readonly file: Blob; readonly plan: PeoplePlan }
  | { readonly kind: 'importing'; readonly done: number; readonly all: number }
  | { readonly kind: 'imported'; readonly count: number }
  | { readonly kind: 'cards' }

/** Imports surveyors from a CSV: what will happen is shown first, and nothing is written before. */
export function ImportPeople() {
  const { ask, words } = useOffice()
  const { importing } = words
  const reread = useReread()
  const [step, setStep] = useState<Step>({ kind: 'choosing' })
  const [problem, setProblem] = useState<string | null>(null)
  const [cards, setCards] = useState<readonly Card[]>([])
  const look = async (file: Blob) => {
    setStep({ kind: 'reading' })
    const result = await ask('peoplePlan', { bytes: file })
    if (result.ok) return setStep({ kind: 'looking', file, plan: result.data })
    setProblem(problemOf(result.failure, words))
    setStep({ kind: 'choosing' })
  }
  const choose = async (file: File | undefined) => {
    setProblem(null)
    if (file === undefined) return
    if (file.size > peopleLimits.fileBytes)
      return setProblem(importing.unreadable.csv_many(String(peopleLimits.lines)))
    // Its bytes as they are now, because a file that is saved again can no longer be read.
    await look(new Blob([await file.arrayBuffer()]))
  }
  const run = async (file: Blob, plan: PeoplePlan) => {
    const all = countOf(plan, 'new') + countOf(plan, 'changed')
    let { tag } = plan
    let left = all
    const made = [...cards]
    setProblem(null)
    while (left > 0) {
      setStep({ kind: 'importing', done: all - left, all })
      const result = await ask('peopleImport', { bytes: file, tag })
      if (!result.ok) {
        setCards(made)
        setProblem(
          `${problemOf(result.failure, words)} ${made.length > 0 ? importing.stopped : ''}`,
        )
        // What is left to do, as it is now.
        await look(file)
        return
      }
      made.push(...result.data.cards)
      left = result.data.left
      tag = result.data.tag
    }
    void reread()
    setCards(made)
    setStep(made.length > 0 ? { kind: 'cards' } : { kind: 'imported', count: all })
  }
  if (step.kind === 'cards')
    return (
      <Screen key="cards" title={words.cards.title}>
        <Cards cards={cards} onDone={() => setStep({ kind: 'imported', count: cards.length })} />
      </Screen>
    )
  return (
    <Screen title={importing.title}>
      <p>{importing.how}</p>
      <p className={styles.columns}>
        {importing.columns}: <bdi>{columns}</bdi>{' '}
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(`${columns}\n`)}`}
          download="people.csv"
        >
          {importing.empty}
        </a>
      </p>
      <div className={styles.file}>
        <TextField
          label={importing.file}
          type="file"
          accept=".csv,text/csv"
          disabled={step.kind === 'reading' || step.kind === 'importing'}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // So that the same file is read again after it was corrected.
            target.value = ''
            void choose(file)
          }}
        />
      </div>
      {problem && <Alert kind="error">{problem}</Alert>}
      {cards.length > 0 && (step.kind === 'looking' || step.kind === 'choosing') && (
        <Button variant="secondary" onClick={() => setStep({ kind: 'cards' })}>
          {words.cards.title}
        </Button>
      )}
      <Shown step={step} onImport={run} />
    </Screen>
  )
}

function Shown({
  step,
  onImport,
}: {
  step: Step
  onImport: (file: Blob, plan: PeoplePlan) => Promise<void>
}) {
  const { importing } = useOffice().words
  switch (step.kind) {
    case 'choosing':
    case 'cards':
      return null
    case 'reading':
      return <output>{importing.reading}</output>
    case 'importing':
      return (
        <Progress label={importing.running(step.done, step.all)} value={step.done} max={step.all} />
      )
    case 'imported':
      return (
        <Alert kind="success">
          <p>{importing.imported(step.count)}</p>
          <Link to="/people" className={buttonClass({ variant: 'secondary', size: 's' })}>
            {importing.back}
          </Link>
        </Alert>
      )
    case 'looking':
      return <PlanTable plan={step.plan} onImport={() => void onImport(step.file, step.plan)} />
  }
}
