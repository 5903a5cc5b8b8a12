import { useStream } from '../../../lib/hooks/use-stream.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { Alert } from '../../../ui/status/alert.tsx'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'
import { inputId } from './field.tsx'
import { occurrenceTitle, questionTitle } from '../texts/spoken.ts'
import styles from './problem-summary.module.css'

/** How many are listed; the others are only counted. */
const listed = 5

/** The problems that prevent submitting, each with a link to its field; shown at the top after a try. */
export function ProblemSummary({ onGoTo }: { onGoTo: (field: CompiledField) => void }) {
  const { interview } = useFill()
  const { validity } = interview
  useStream(validity.progress$, validity.progress())
  const fields = validity.invalidFields()
  if (fields.length === 0) return null
  return (
    <Alert kind="error" title={fill.problemsTitle}>
      {/* Otherwise the whole list interrupts the screen reader at each letter that mends or breaks an answer. */}
      <div aria-live="off">
        <ul className={styles.list}>
          {fields.slice(0, listed).map(field => (
            <li key={field.id}>
              <a
                className={styles.link}
                href={`#${inputId(field)}`}
                onClick={event => {
                  event.preventDefault()
                  onGoTo(field)
                }}
              >
                <bdi>
                  {questionTitle(interview, field)}
                  {field.repeatId !== null && ` (${occurrenceTitle(interview, field)})`}
                </bdi>
              </a>
            </li>
          ))}
        </ul>
        {fields.length > listed && fill.moreProblems(fields.length - listed)}
      </div>
    </Alert>
  )
}
