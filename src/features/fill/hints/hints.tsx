import { useInterviewName } from '../../../interviews/use-interview-name.ts'
import { dateTimeText } from '../../../messages/app/time.ts'
import { hints as words } from '../../../messages/interview/hints.ts'
import { numberText } from '../../../messages/locale.ts'
import { Alert } from '../../../ui/status/alert.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'
import list from '../questions/problem-summary.module.css'
import { inputId } from '../questions/field.tsx'
import { questionTitle } from '../texts/spoken.ts'
import type { Earlier, Hint } from './find-hints.ts'
import { useHints } from './use-hints.ts'

/** Shows what may deserve a second look, at the end of an interview that can be submitted. It blocks nothing. */
export function Hints({ onGoTo }: { onGoTo: (field: CompiledField) => void }) {
  const parts = useFill()
  const hints = useHints(parts)
  if (hints.length === 0) return null
  return (
    <Alert kind="info" title={words.title}>
      <ul className={list.list}>
        {hints.map(hint => (
          <li key={hint.kind === 'copy' ? hint.of.id : hint.field.id}>
            {hint.kind === 'copy' ? (
              <CopyHint of={hint.of} />
            ) : (
              <NumberHint hint={hint} onGoTo={onGoTo} />
            )}
          </li>
        ))}
      </ul>
      {words.goOn}
    </Alert>
  )
}

function CopyHint({ of }: { of: Earlier }) {
  const name = useInterviewName(of)
  return <bdi>{words.copy(name, dateTimeText(of.created_at))}</bdi>
}

interface NumberHintProps {
  readonly hint: Extract<Hint, { kind: 'number' }>
  readonly onGoTo: (field: CompiledField) => void
}

function NumberHint({ hint, onGoTo }: NumberHintProps) {
  const { interview } = useFill()
  const { field, value, count, least, most } = hint
  return (
    <a
      className={list.link}
      href={`#${inputId(field)}`}
      onClick={event => {
        event.preventDefault()
        onGoTo(field)
      }}
    >
      <bdi>{questionTitle(interview, field)}</bdi>
      {' – '}
      <bdi>{words.number(numberText(value), count, numberText(least), numberText(most))}</bdi>
    </a>
  )
}
