import { dateTimeText } from '../../../messages/app/time.ts'
import { oneCase as words } from '../../../messages/submissions/cases.ts'
import { Alert } from '../../../ui/status/alert.tsx'
import styles from './contested.module.css'
import type { ContestedProperty } from './visits.ts'

/** The properties to which visits gave different answers without knowing of each other, each with who gave it. */
export function Contested({ contested }: { readonly contested: readonly ContestedProperty[] }) {
  return (
    <Alert kind="warning" title={words.contested}>
      <p>{words.contestedMessage}</p>
      <dl className={styles.properties}>
        {contested.map(({ property, label, said }) => (
          <div key={property}>
            <dt className={styles.label}>
              <bdi>{label}</bdi>
            </dt>
            {said.map(({ key, text, by, at }) => (
              <dd key={key} className={styles.said}>
                <bdi className={styles.value}>{text}</bdi>
                <span className={styles.by}>
                  <bdi>{words.saidBy(by || words.unknownPerson, dateTimeText(at))}</bdi>
                </span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Alert>
  )
}
