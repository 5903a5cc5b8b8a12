import type { DraftDoc } from '../../collections/interview/drafts.ts'
import { useApp } from '../context.tsx'
import { Link } from '../lib/navigation/navigation.ts'
import { common } from '../messages/app/common.ts'
import { home as words } from '../messages/start/home.ts'
import { relativeTime } from '../messages/app/time.ts'
import { href } from '../routes.ts'
import { EditIcon, HistoryIcon } from '../ui/icon.tsx'
import { factsLine } from '../ui/cards/facts.tsx'
import { ListRowBody, listRowClass } from '../ui/cards/list-row.tsx'
import { useDraftAnswers } from './use-draft-answers.ts'
import { useInterviewName } from './use-interview-name.ts'

/** A draft: its name, its form, how far it is and when it was last worked on. */
export function UnfinishedRow({ draft }: { draft: DraftDoc }) {
  const { env } = useApp()
  const given = useDraftAnswers(draft)
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
        detail={factsLine([
          isEdit && words.editOf,
          name !== '' && form,
          words.answers(given.count),
          relativeTime(draft.updated_at, env.clock.now()),
        ])}
      />
    </Link>
  )
}
