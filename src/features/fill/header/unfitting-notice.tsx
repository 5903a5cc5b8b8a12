import { plainText } from '../../../form/texts/rich-text.ts'
import { fill } from '../../../messages/interview/fill.ts'
import { Alert } from '../../../ui/status/alert.tsx'
import { useFill } from '../fill-context.tsx'
import { answerText } from '../review/answer-text.ts'
import styles from './unfitting-notice.module.css'

/** More would push the first question off a phone's screen. */
const mostUnfolded = 2

/** Lists what the interview has from another version of its form, and is not sent. */
export function UnfittingNotice() {
  const { unfitting } = useFill()
  if (unfitting.length === 0) return null
  return (
    <Alert kind="warning" title={fill.unfittingTitle}>
      <p>{fill.unfittingMessage}</p>
      <details className={styles.details} open={unfitting.length <= mostUnfolded}>
        <summary>{fill.unfittingCount(unfitting.length)}</summary>
        <ul className={styles.list}>
          {unfitting.map(({ field, answer, fileNames }, n) => (
            // One question may have the same answer several times.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={n}>
              <p className={styles.question}>
                <bdi>{plainText(field.label, () => '…')}</bdi>
              </p>
              <p className={styles.answer}>
                <bdi>{answerText(field, answer, fileNames, Number.MAX_SAFE_INTEGER)}</bdi>
              </p>
            </li>
          ))}
        </ul>
      </details>
    </Alert>
  )
}
