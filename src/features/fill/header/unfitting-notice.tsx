import { plainText } from '../../../form/texts/rich-text.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { Alert } from '../../../ui/status/alert.tsx'
import { useFill } from '../fill-context.tsx'
import { answerText } from '../review/answer-text.ts'
import styles from './unfitting-notice.module.css'

/** Lists what the interview has from another version of its form, and is not sent. */
export function UnfittingNotice() {
  const { unfitting } = useFill()
  if (unfitting.length === 0) return null
  return (
    <Alert kind="warning" title={fill.unfittingTitle}>
      <p>{fill.unfittingMessage}</p>
      <ul className={styles.answers}>
        {unfitting.map(({ field, answer, fileNames }, n) => (
          // One question may have the same answer several times.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={n}>
            <p dir="auto" className={styles.question}>
              {plainText(field.label, () => '…')}
            </p>
            <p dir="auto">{answerText(field, answer, fileNames, Number.MAX_SAFE_INTEGER)}</p>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
