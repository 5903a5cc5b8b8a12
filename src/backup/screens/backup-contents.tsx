import { unfinishedInterviews, unsentSubmissions } from '../../../collections/queries.ts'
import { draftsOf, type DraftDoc } from '../../../collections/interview/drafts.ts'
import type { SubmissionDoc } from '../../../collections/schemas/submissions.ts'
import { useDraftAnswers } from '../../interviews/use-draft-answers.ts'
import { useInterviewName, type Named } from '../../interviews/use-interview-name.ts'
import { useLive } from '../../lib/hooks/use-live.ts'
import { common } from '../../messages/app/common.ts'
import { backup as words } from '../../messages/device/backup.ts'
import styles from './backup-contents.module.css'

/** The most interviews that are listed; the file contains all of them. */
const mostNamed = 1000

const drafts = unfinishedInterviews()
const pending = unsentSubmissions('pending')

/** The interviews that a backup will hold, by name; folded, because there may be hundreds. */
export function BackupContents() {
  const begun = draftsOf(useLive(drafts).docs.map(doc => doc.toMutableJSON() as SubmissionDoc))
  const unsent = useLive(pending).docs
  const count = begun.length + unsent.length
  if (count === 0) return null
  return (
    <details className={styles.contents}>
      <summary>{words.contents(count)}</summary>
      <ul className={styles.names}>
        {unsent.slice(0, mostNamed).map(doc => (
          <Name key={doc.id} of={doc.toMutableJSON() as SubmissionDoc} />
        ))}
        {begun.slice(0, mostNamed).map(draft => (
          <DraftName key={`draft of ${draft.id}`} draft={draft} />
        ))}
      </ul>
    </details>
  )
}

function DraftName({ draft }: { draft: DraftDoc }) {
  const { all } = useDraftAnswers(draft)
  return <Name of={{ ...draft, answers: all }} />
}

function Name({ of }: { of: Named & Pick<DraftDoc, 'formName'> }) {
  const name = useInterviewName(of)
  const form = of.formName || common.untitledForm
  return (
    <li>
      <bdi>{name || form}</bdi>
      {name !== '' && (
        <>
          {' · '}
          <bdi>{form}</bdi>
        </>
      )}
    </li>
  )
}
