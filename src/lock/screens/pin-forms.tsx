import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useApp, useWorkspace } from '../../context.tsx'
import { failureText } from '../../messages/app/failure.ts'
import { lock as lockWords, pin as words } from '../../messages/account/lock.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Stack } from '../../ui/pages/page.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { changePin, removePin, setPin } from '../lock.ts'
import { minutesAtFirst, minutesOffered } from './minutes.ts'
import { notOpenedText } from './not-opened-text.ts'
import { PinField } from './pin-field.tsx'
import { fetchRecoveryKey } from '../key/recovery.ts'
import { pinProblem } from '../key/weak-pin.ts'

interface FormProps {
  /** Called when a try begins: what an earlier one did is hidden then. */
  readonly onStart: () => void
  /** Called with what was done. */
  readonly onDone: (message: string) => void
}

/** Sets the first PIN, with the time after which the app locks. */
export function NewPin({ onStart, onDone }: FormProps) {
  const app = useApp()
  const { client, db } = useWorkspace()
  const next = useNewPin()
  const [minutes, setMinutes] = useState(minutesAtFirst)

  const set = async (): Promise<string | null> => {
    if (!next.isRight()) return null
    const key = await fetchRecoveryKey(client)
    if (!key.ok) return failureText(key.failure)
    const done = await setPin(app, db.name, key.value, { pin: next.pin, minutes })
    if (done.ok) onDone(words.wasSet)
    else return done.failure === 'pinned' ? lockWords.failed : words.signOutFirst
    return null
  }

  return (
    <PinForm submit={words.set} onStart={onStart} onSubmit={set}>
      {next.fields}
      <Select
        label={words.after}
        options={minutesOffered.map(value => ({
          value: String(value),
          label: words.minutes(value),
        }))}
        value={String(minutes)}
        onChange={({ target }) => setMinutes(Number(target.value))}
      />
    </PinForm>
  )
}

/** Replaces the PIN. */
export function ChangePin({ minutes, onStart, onDone }: FormProps & { readonly minutes: number }) {
  const app = useApp()
  const { db } = useWorkspace()
  const next = useNewPin()
  const [current, setCurrent] = useState('')

  const change = async (): Promise<string | null> => {
    if (!next.isRight()) return null
    const done = await changePin(app, db.name, current, { pin: next.pin, minutes })
    if (!done.ok) return notOpenedText(done.failure)
    onDone(words.wasChanged)
    return null
  }

  return (
    <PinForm submit={words.change} onStart={onStart} onSubmit={change}>
      <PinField label={words.current} value={current} onChange={setCurrent} />
      {next.fields}
    </PinForm>
  )
}

/** Removes the PIN. */
export function RemovePin({ onStart, onDone }: FormProps) {
  const app = useApp()
  const { db } = useWorkspace()
  const [current, setCurrent] = useState('')

  const remove = async (): Promise<string | null> => {
    const done = await removePin(app, db.name, current)
    if (!done.ok) return notOpenedText(done.failure)
    onDone(words.wasRemoved)
    return null
  }

  return (
    <PinForm submit={words.remove} onStart={onStart} onSubmit={remove}>
      <PinField label={words.current} value={current} onChange={setCurrent} />
    </PinForm>
  )
}

interface PinFormProps extends Pick<FormProps, 'onStart'> {
  readonly submit: string
  /** Returns what went wrong; null when nothing did, or when a field says it. */
  readonly onSubmit: () => Promise<string | null>
  readonly children: ReactNode
}

function PinForm({ submit, onStart, onSubmit, children }: PinFormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setProblem(null)
    onStart()
    setBusy(true)
    try {
      setProblem(await onSubmit())
    } catch {
      setProblem(lockWords.failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={event => void handleSubmit(event)}>
      <Stack>
        {problem !== null && <Alert kind="error">{problem}</Alert>}
        {children}
        <Button full type="submit" busy={isBusy} busyText={words.busy}>
          {submit}
        </Button>
      </Stack>
    </form>
  )
}

/** A new PIN, typed twice. `isRight` shows at the fields what is wrong. */
const useNewPin = () => {
  const [pin, setPin] = useState('')
  const [repeated, setRepeated] = useState('')
  const [problem, setProblem] = useState<'short' | 'obvious' | 'differs' | null>(null)
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value)
    setProblem(null)
  }
  const ofFirst = problem === 'short' || problem === 'obvious' ? words[problem] : undefined
  return {
    pin,
    isRight: () => {
      const found = pinProblem(pin) ?? (pin === repeated ? null : 'differs')
      setProblem(found)
      return found === null
    },
    fields: (
      <>
        <PinField
          label={words.choose}
          help={words.chooseHelp}
          error={ofFirst}
          value={pin}
          onChange={typed(setPin)}
        />
        <PinField
          label={words.repeat}
          error={problem === 'differs' ? words.differs : undefined}
          value={repeated}
          onChange={typed(setRepeated)}
        />
      </>
    ),
  }
}
