import { useMemo } from 'react'
import type { FormQuestionDoc } from '../../../../collections/schemas/form-questions.ts'
import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { useWorkspace } from '../../../context.tsx'
import { useFormLists } from '../../../interviews/use-form-lists.ts'
import { useSetting } from '../../../lib/hooks/use-live.ts'
import { submission as words } from '../../../messages/submissions/submission.ts'
import { Card } from '../../../ui/cards/card.tsx'
import { Fold, FoldBody } from '../../../ui/pages/fold.tsx'
import { Stack } from '../../../ui/pages/page.tsx'
import { SectionHeading } from '../../../ui/pages/section-heading.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { shownSections, type ShownAnswer } from './answers.ts'
import { FileGrid } from '../../../files/file-grid.tsx'
import styles from './submission-body.module.css'
import { useStructure } from './use-structure.ts'

/** The answers and files of a submission, under the fields' ids where its form is unavailable. */
export function SubmissionAnswers({ submission }: { submission: SubmissionDoc }) {
  const { questions } = useStructure(submission)
  return questions === null ? (
    <Skeleton shape="lines" count={3} label={words.loading} />
  ) : (
    <Stack>
      <AnswerSections questions={questions} submission={submission} />
    </Stack>
  )
}

/** Every section with its numbered answers (2.submission-detail.1). */
export function AnswerSections({
  questions,
  submission,
}: {
  questions: readonly FormQuestionDoc[]
  submission: SubmissionDoc
}) {
  const { db } = useWorkspace()
  const lists = useFormLists(questions)
  // As the surveyor last read the form.
  const language = useSetting(db, 'formLanguages')[submission.form_id]
  const sections = useMemo(
    () => (lists === null ? [] : shownSections(questions, submission, lists, language)),
    [questions, submission, lists, language],
  )
  return sections.map(section =>
    section.isFolded === true ? (
      <Card flush key={section.key}>
        <Fold title={<bdi>{section.name || words.untitledSection}</bdi>} detail={section.summary}>
          <FoldBody>
            <Answers answers={section.answers} />
          </FoldBody>
        </Fold>
      </Card>
    ) : (
      <Stack key={section.key}>
        <SectionHeading>{section.name || words.untitledSection}</SectionHeading>
        <Card>
          <Answers answers={section.answers} />
        </Card>
      </Stack>
    ),
  )
}

const Answers = ({ answers }: { answers: readonly ShownAnswer[] }) => (
  <dl className={styles.answers}>
    {answers.map(answer => (
      <AnswerRow key={answer.key} answer={answer} />
    ))}
  </dl>
)

function AnswerRow({ answer }: { answer: ShownAnswer }) {
  return (
    <div className={styles.answer}>
      <dt className={styles.label}>
        {answer.number !== null && `${answer.number}. `}
        <bdi>{answer.label}</bdi>
      </dt>
      <dd className={styles.value} data-missing={answer.isMissing}>
        {answer.files.length > 0 ? <FileGrid files={answer.files} /> : <bdi>{answer.text}</bdi>}
      </dd>
    </div>
  )
}
