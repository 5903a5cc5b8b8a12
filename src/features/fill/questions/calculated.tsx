import { useKeyed } from '../../../lib/hooks/use-keyed.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { useFill } from '../fill-context.tsx'
import type { InputProps } from '../inputs/input-props.ts'
import { useAnswer } from '../interview/fill-form.ts'
import { answerText } from '../review/answer-text.ts'
import { spokenChoice } from '../texts/spoken.ts'
import styles from './field.module.css'

const nothingYet = '–'

/** A value that cannot be typed, such as a calculated one: shown like a note. */
export function Calculated({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const answer = useAnswer(interview.answers, field)
  const files = useKeyed(interview.files, field.id).map(({ file_name }) => file_name)
  const spoken = { ...field, options: spokenChoice(interview, field, answer) }
  return (
    <Field {...words} id={id}>
      {control => (
        <output
          id={control.id}
          aria-describedby={control['aria-describedby']}
          className={styles.workedOut}
        >
          <bdi>{answerText(spoken, answer, files, Infinity) || nothingYet}</bdi>
        </output>
      )}
    </Field>
  )
}
