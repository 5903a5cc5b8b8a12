import { useId } from 'react'
import type { FormReading } from '../../../replication/wire/office/form-answers.ts'
import { numberText } from '../../messages/locale.ts'
import { Fold, FoldBody } from '../../ui/pages/fold.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { useOffice } from '../office-context.tsx'
import { Table } from '../parts/table.tsx'
import { Changes } from './changes.tsx'
import { FileButton } from './choose-file.tsx'
import styles from './forms.module.css'
import { Outline } from './outline.tsx'

/** What was found in a file: the summary first, problems apart from what is only left out, and the form next to them. */
export function Report({
  reading,
  onAdd,
}: {
  reading: FormReading
  onAdd: (files: readonly File[]) => void
}) {
  const { upload } = useOffice().words
  const { form, current } = reading
  if (reading.problem_count > 0) return <Problems reading={reading} />
  return (
    <div className={styles.split}>
      <div>
        <Summary reading={reading} />
        {reading.files.length > 0 && <Files files={reading.files} onAdd={onAdd} />}
        <Lines lines={reading.lines} outcome="left out" title={upload.leftOut} />
        <Lines lines={reading.lines} outcome="simplified" title={upload.simplified} />
        {current !== null && (
          <section className={styles.part}>
            <h2>{upload.changes}</h2>
            <Changes changes={current.changes} />
          </section>
        )}
        {reading.counts.translated > 0 && (
          <Fold title={upload.translated(reading.counts.translated)}>
            <FoldBody>
              <Lines
                lines={reading.lines}
                outcome="translated"
                title={upload.translated(reading.counts.translated)}
              />
            </FoldBody>
          </Fold>
        )}
      </div>
      {form !== null && (
        <section>
          <h2>{upload.questions}</h2>
          <Outline sections={form.sections} />
        </section>
      )}
    </div>
  )
}

function Summary({ reading: { counts } }: { reading: FormReading }) {
  const { upload } = useOffice().words
  const isWhole = counts.left_out + counts.simplified === 0
  return (
    <div className={styles.part}>
      {isWhole ? (
        <Alert kind="success">{upload.good}</Alert>
      ) : (
        <Alert kind="warning">{upload.warnings(counts.left_out, counts.simplified)}</Alert>
      )}
    </div>
  )
}

function Problems({ reading: { problems, problem_count } }: { reading: FormReading }) {
  const { upload } = useOffice().words
  return (
    <div className={styles.part}>
      <Alert kind="error" title={upload.problems(problem_count)}>
        {upload.problemsWhy}
      </Alert>
      <Table
        caption={upload.problems(problem_count)}
        rows={problems.map((problem, at) => ({ ...problem, at }))}
        keyOf={({ at }) => String(at)}
        columns={[
          { key: 'place', head: upload.place, renderCell: ({ place }) => <bdi>{place}</bdi> },
          {
            key: 'problem',
            head: upload.problem,
            renderCell: ({ text }) => <span dir="auto">{text}</span>,
          },
        ]}
      />
      {problem_count > problems.length && (
        <p>{upload.moreProblems(problem_count - problems.length)}</p>
      )}
    </div>
  )
}

function Lines({
  lines,
  outcome,
  title,
}: {
  lines: FormReading['lines']
  outcome: FormReading['lines'][number]['outcome']
  title: string
}) {
  const { upload } = useOffice().words
  const heading = useId()
  const shown = lines.filter(line => line.outcome === outcome)
  if (shown.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 id={heading}>
        {title} ({numberText(shown.length)})
      </h2>
      <Table
        caption={title}
        rows={shown.map((line, at) => ({ ...line, at }))}
        keyOf={({ at }) => String(at)}
        columns={[
          { key: 'place', head: upload.place, renderCell: ({ place }) => <bdi>{place}</bdi> },
          { key: 'name', head: upload.concerns, renderCell: ({ name }) => <bdi>{name}</bdi> },
          {
            key: 'what',
            head: upload.what,
            renderCell: ({ text }) => <span dir="auto">{text}</span>,
          },
        ]}
      />
    </section>
  )
}

function Files({
  files,
  onAdd,
}: {
  files: FormReading['files']
  onAdd: (files: readonly File[]) => void
}) {
  const { upload } = useOffice().words
  const heading = useId()
  const isThere = files.every(({ state }) => state === 'used')
  /** A file is found by the name that the form has for it, whatever its own is. */
  const named = (name: string, [file]: readonly File[]) =>
    file === undefined ? undefined : onAdd([new File([file], name, { type: file.type })])
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 id={heading}>{upload.files}</h2>
      <ul className={styles.changes}>
        {files.map(({ name, state }) => (
          <li key={name} className={styles.bar}>
            <Badge kind={state === 'used' ? 'completed' : 'pending'}>{upload.states[state]}</Badge>
            <bdi>{name}</bdi>
            {state !== 'used' && (
              <FileButton
                label={`${upload.addFile}: ${name}`}
                onChoose={chosen => named(name, chosen)}
              />
            )}
          </li>
        ))}
      </ul>
      {!isThere && (
        <div className={styles.bar}>
          <FileButton label={upload.addFiles} isMultiple onChoose={onAdd} />
        </div>
      )}
    </section>
  )
}
