import { useMemo } from 'react'
import { fieldsOfVersion } from '../../../collections/queries.ts'
import type { RecoveryEntry } from '../../../collections/interview/refusals.ts'
import { useFormLists } from '../../interviews/use-form-lists.ts'
import { useLive } from '../../lib/hooks/use-live.ts'
import { recovery as words } from '../../messages/submissions/recovery.ts'
import { KeyValues } from '../../ui/cards/key-values.tsx'
import { Stack } from '../../ui/pages/page.tsx'
import styles from './entry-details.module.css'
import { answerLines, fileNames, historyLines } from './entry-contents.ts'

/** Everything that an entry holds: the answers in the form's words, the files, and what happened. */
export function EntryDetails({ entry }: { entry: RecoveryEntry }) {
  const query = useMemo(() => fieldsOfVersion(entry.definition_hash), [entry.definition_hash])
  const fields = useLive(query).docs
  const lists = useFormLists(fields)
  const answers = answerLines(entry, fields, lists ?? undefined)
  const files = fileNames(entry)
  return (
    <div className={styles.details}>
      <Stack gap="l">
        {answers.length > 0 && (
          <section>
            <h3 className={styles.heading}>
              {entry.kind === 'edit' || entry.kind === 'profile' ? words.changes : words.answers}
            </h3>
            <KeyValues stacked items={answers} />
          </section>
        )}
        {files.length > 0 && (
          <section>
            <h3 className={styles.heading}>{words.filesTitle}</h3>
            <ul className={styles.files}>
              {files.map((name, at) => (
                <li key={`${name}-${at}`}>{name}</li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h3 className={styles.heading}>{words.history}</h3>
          <KeyValues stacked items={historyLines(entry)} />
        </section>
      </Stack>
    </div>
  )
}
