import { useId } from 'react'
import type { FormOverview } from '../../../replication/wire/office/form-answers.ts'
import { officeCalls, type OfficeCallName } from '../../../replication/wire/office/calls.ts'
import type { OfficeCall } from '../../../replication/wire/office/office-call.ts'
import { Link, Navigate, useLocation, useParams } from '../../lib/navigation/navigation.ts'
import { numberText } from '../../messages/locale.ts'
import { useAccount, useOffice } from '../office-context.tsx'
import { FormLinks } from '../parts/form-links.tsx'
import { Reading } from '../parts/reading.tsx'
import { Screen } from '../parts/screen.tsx'
import { bytesText, momentText } from '../parts/shown.ts'
import { Table } from '../parts/table.tsx'
import { useRead } from '../parts/use-read.ts'
import { FormActions } from './actions.tsx'
import { Assignments } from './assignments.tsx'
import styles from './forms.module.css'
import { Outline } from './outline.tsx'
import { FormState } from './state.tsx'
import { Versions } from './versions.tsx'

/** Whether the signed-in account may make a call. */
const useMay = (name: OfficeCallName): boolean => {
  const { account } = useAccount()
  const { roles }: OfficeCall = officeCalls[name]
  return roles !== 'public' && roles.includes(account.role)
}

/** One form: how it stands, who has it, its versions and what it asks. */
export function FormScreen() {
  const { words } = useOffice()
  const { id = '' } = useParams()
  const { search } = useLocation()
  const read = useRead('form', { id })
  // An address with filters is that of the submissions, as it was before the form had a screen.
  if (search !== '')
    return <Navigate to={`/forms/${encodeURIComponent(id)}/data${search}`} replace />
  return (
    <Screen title={read.kind === 'there' ? read.data.title : words.forms.form}>
      <FormLinks id={id} />
      <Reading read={read}>{form => <Shown form={form} />}</Reading>
    </Screen>
  )
}

function Shown({ form }: { form: FormOverview }) {
  const { words } = useOffice()
  const [mayChange, seesPeople] = [useMay('formState'), useMay('formPeople')]
  const heading = useId()
  const facts = [
    [words.form.state, <FormState key="state" state={form.state} />],
    [
      words.forms.submissions,
      <Link key="submissions" to={`/forms/${encodeURIComponent(form.id)}/data`}>
        {numberText(form.submissions)}
      </Link>,
    ],
    [words.forms.lastReceived, momentText(form.last_received_at) || words.never],
    [words.forms.assigned, numberText(form.assigned)],
    [words.forms.updated, momentText(form.updated_at)],
    [words.form.id, <bdi key="id">{form.id}</bdi>],
  ] as const
  return (
    <>
      {form.description !== '' && (
        <p dir="auto" className={styles.words}>
          {form.description}
        </p>
      )}
      {mayChange && <FormActions form={form} />}
      <section className={styles.part}>
        <h2 className="visually-hidden">{words.form.facts}</h2>
        <dl className={styles.pairs}>
          {facts.map(([name, value]) => (
            <Pair key={name} name={name}>
              {value}
            </Pair>
          ))}
        </dl>
      </section>
      {seesPeople && <Assignments id={form.id} mayChange={mayChange} />}
      <Versions form={form} />
      <Files files={form.files} />
      <section className={styles.part} aria-labelledby={heading}>
        <h2 id={heading}>{words.form.questions}</h2>
        <Outline sections={form.sections} />
      </section>
    </>
  )
}

function Pair({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Files({ files }: { files: FormOverview['files'] }) {
  const { form } = useOffice().words
  const heading = useId()
  const kinds: Readonly<Record<string, string>> = form.kinds
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 id={heading}>{form.files}</h2>
      {files.length === 0 ? (
        <p className={styles.quiet}>{form.noFiles}</p>
      ) : (
        <Table
          caption={form.files}
          rows={files}
          keyOf={file => file.id}
          columns={[
            { key: 'file', head: form.file, renderCell: file => <bdi>{file.name}</bdi> },
            {
              key: 'kind',
              head: form.kind,
              renderCell: ({ type }) => kinds[type.split('/')[0] ?? ''] ?? type,
            },
            {
              key: 'size',
              head: form.size,
              renderCell: ({ bytes, rows }) => (rows === null ? bytesText(bytes) : form.rows(rows)),
            },
          ]}
        />
      )}
    </section>
  )
}
