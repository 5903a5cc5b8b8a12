import type { Change } from '../../../replication/wire/office/form-answers.ts'
import { useOffice } from '../office-context.tsx'
import styles from './forms.module.css'

/** What differs between two versions of a form, question by question. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const { form } = useOffice().words
  if (changes.length === 0) return <p>{form.noChanges}</p>
  return (
    <ul className={styles.changes}>
      {changes.map(change => (
        <li key={`${change.kind} ${change.field_id}`} className={styles.change}>
          <div>
            <strong>{form.kindsOfChange[change.kind]}:</strong>{' '}
            <bdi className={styles.words}>{change.label}</bdi>{' '}
            <bdi className={styles.quiet}>
              {[change.section, change.field_id].filter(text => text !== '').join(' · ')}
            </bdi>
          </div>
          {change.what.length > 0 && (
            <dl className={styles.aspects}>
              {change.what.map(({ aspect, before, after }) => (
                <Aspect
                  key={aspect}
                  name={form.aspects[aspect]}
                  before={aspect === 'type' ? typeName(before, form.types) : before}
                  after={aspect === 'type' ? typeName(after, form.types) : after}
                />
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  )
}

const typeName = (type: string, names: Readonly<Record<string, string>>): string =>
  names[type] ?? type

function Aspect({ name, before, after }: { name: string; before: string; after: string }) {
  const { form } = useOffice().words
  const isRule = before === '' && after === ''
  return (
    <>
      <dt>{name}</dt>
      {!isRule && (
        <>
          <dd className={styles.words}>
            <span className="visually-hidden">{form.before}: </span>
            <del className={styles.was}>
              <bdi>{before || form.nothing}</bdi>
            </del>
          </dd>
          <dd className={styles.words}>
            <span className="visually-hidden">{form.after}: </span>
            <bdi>{after || form.nothing}</bdi>
          </dd>
        </>
      )}
    </>
  )
}
