import type { Outline as Sections } from '../../../replication/wire/office/form-answers.ts'
import { useOffice } from '../office-context.tsx'
import styles from './forms.module.css'

type Field = Sections[number]['fields'][number]

/** What a form asks, section by section. */
export function Outline({ sections }: { sections: Sections }) {
  const { form } = useOffice().words
  return (
    <div className={styles.outline}>
      {sections.map((section, at) => (
        <section key={at}>
          {(section.name !== '' || section.is_repeated) && (
            <h3 className={styles.section}>
              <bdi>{section.name}</bdi>
              {section.is_repeated && <span className={styles.quiet}> ({form.repeated})</span>}
            </h3>
          )}
          <ol className={styles.questions}>
            {section.fields.map(field => (
              <Question key={field.id} field={field} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function Question({ field }: { field: Field }) {
  const { form } = useOffice().words
  const types: Readonly<Record<string, string>> = form.types
  const facts = [
    types[field.type] ?? field.type,
    field.options > 0 ? form.options(field.options) : '',
    field.is_required ? form.required : '',
    field.is_conditional ? form.conditional : '',
    field.is_hidden ? form.hidden : '',
  ]
  return (
    <li>
      <div className={styles.words}>
        <bdi>{field.label}</bdi>
      </div>
      <div className={styles.quiet}>
        {facts.filter(fact => fact !== '').join(' · ')} · <bdi>{field.id}</bdi>
      </div>
    </li>
  )
}
