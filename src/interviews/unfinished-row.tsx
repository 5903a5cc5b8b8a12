import { useMemo } from 'react'
import { answersOf } from '../../collections/queries.ts'
import type { DraftDoc } from '../../collections/schemas/drafts.ts'
import type { FormResponseDoc } from '../../collections/schemas/form-responses.ts'
import { answerKey, isRepeatMark } from '../../collections/ids.ts'
import type { Answer, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import { useApp, useWorkspace } from '../context.tsx'
import { Link } from '../lib/navigation/navigation.ts'
import { useLive, useLiveDoc } from '../lib/hooks/use-live.ts'
import { common } from '../messages/app/common.ts'
import { home as words } from '../messages/start/home.ts'
import { relativeTime } from '../messages/app/time.ts'
import { href } from '../routes.ts'
import { EditIcon, HistoryIcon } from '../ui/icon.tsx'
import { ListRowBody, listRowClass } from '../ui/cards/list-row.tsx'
import { useInterviewName } from './use-interview-name.ts'

/** A draft: its name, its form, how far it is and when it was last worked on. */
export function UnfinishedRow({ draft }: { draft: DraftDoc }) {
  const { env } = useApp()
  const given = useAnswers(draft)
  const name = useInterviewName({ ...draft, answers: given.all })
  const isEdit = draft.submission_id !== ''
  const form = draft.formName || common.untitledForm
  const to = isEdit
    ? href('submission', { id: draft.submission_id, edit: 'true' })
    : href('survey', { id: draft.form_id, draft: draft.id })
  return (
    <Link to={to} className={listRowClass()}>
      <ListRowBody
        leads
        start={isEdit ? <EditIcon /> : <HistoryIcon />}
        title={<bdi>{name || form}</bdi>}
        detail={[
          isEdit && words.editOf,
          name !== '' && form,
          words.answers(given.count),
          relativeTime(draft.updated_at, env.clock.now()),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
    </Link>
  )
}

/** The answers of a draft, for an edit on top of those of its submission, and how many of them were given here. */
const useAnswers = (
  draft: DraftDoc,
): { readonly all: Readonly<Record<string, Answer>>; readonly count: number } => {
  const { db } = useWorkspace()
  const { docs } = useLive(answersOf(draft.id))
  const edited = useLiveDoc(db, 'submissions', draft.submission_id)
  return useMemo(() => {
    const given = docs
      .map(doc => doc.toMutableJSON() as FormResponseDoc)
      .filter(({ question_id, value }) => !isRepeatMark(question_id) && value.length > 0)
    const own = given.map(
      ({ question_id, occurrence, value }) => [answerKey(question_id, occurrence), value] as const,
    )
    const submission = (edited?.toMutableJSON() ?? null) as SubmissionDoc | null
    return { all: { ...submission?.answers, ...Object.fromEntries(own) }, count: given.length }
  }, [docs, edited])
}
