import { fill } from '../../../messages/interview/fill.ts'
import { cx } from '../../../ui/cx.ts'
import { ErrorIcon } from '../../../ui/icon.tsx'
import { listRowClass, ListRowBody } from '../../../ui/cards/list-row.tsx'
import { answerText } from './answer-text.ts'
import { problemText } from '../questions/problem-text.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { Interview } from '../interview/interview-shape.ts'
import styles from './review-dialog.module.css'
import { questionTitle, spokenChoice } from '../texts/spoken.ts'

interface ReviewRowProps {
  readonly field: CompiledField
  readonly interview: Interview
  readonly onGoTo: (field: CompiledField) => void
}

/** One question with its answer; pressing it goes to the field. */
export function ReviewRow({ field, interview, onGoTo }: ReviewRowProps) {
  const problem = interview.validity.problem(field.id)
  const names = interview.files.get(field.id).map(({ file_name }) => file_name)
  const answer = interview.answers.get(field)
  const spoken = { ...field, options: spokenChoice(interview, field, answer) }
  const text = answerText(spoken, answer, names)
  return (
    <button type="button" className={cx(listRowClass(), styles.row)} onClick={() => onGoTo(field)}>
      <ListRowBody
        title={<span className={styles.question}>{questionTitle(interview, field)}</span>}
        detail={
          <>
            {text !== '' && (
              <span className={styles.answer}>
                <bdi>{text}</bdi>
              </span>
            )}
            {problem !== null && (
              <span className={styles.problem}>
                <ErrorIcon />
                {problemText(problem)}
              </span>
            )}
            {text === '' && problem === null && fill.unanswered}
          </>
        }
        leads
      />
    </button>
  )
}
