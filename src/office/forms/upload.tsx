import { useEffect, useState } from 'react'
import type { FormReading } from '../../../replication/wire/office/form-answers.ts'
import { useNavigate, useSearchParams } from '../../lib/navigation/navigation.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Checkbox } from '../../ui/choices/checkbox.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import type { Failure, FailureKind } from '../office-api.ts'
import { useOffice } from '../office-context.tsx'
import { Screen } from '../parts/screen.tsx'
import { useRead, useReread } from '../parts/use-read.ts'
import type { Words } from '../words/words.ts'
import { ChooseFile } from './choose-file.tsx'
import styles from './forms.module.css'
import { Report } from './report.tsx'

/** What is uploaded: the files, and how they are read. */
interface Chosen {
  readonly file: File
  readonly media: readonly File[]
  readonly leaveOutBroken: boolean
  readonly acceptUnencrypted: boolean
}

/** What is read, and how often that was asked for. */
interface Asked extends Chosen {
  readonly times: number
}

const formDataOf = (chosen: Chosen, id: string): FormData => {
  const form = new FormData()
  // The texts first, because the server reads the parts in their order.
  form.set('id', id)
  form.set('leave_out_broken', String(chosen.leaveOutBroken))
  form.set('accept_unencrypted', String(chosen.acceptUnencrypted))
  form.set('file', chosen.file)
  for (const file of chosen.media) form.append('media[]', file)
  return form
}

const failureText = ({ kind, code }: Failure, words: Words): string => {
  if (code === 'file_too_large') return words.upload.tooLarge
  return kind === 'invalid' ? words.upload.tooMany : words.failures[kind]
}

type Step =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'read'; readonly reading: FormReading }

/** Uploads a form: reads the file at the server, shows what it would become, and publishes it. */
export function Upload() {
  const { words } = useOffice()
  const { upload } = words
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  const [asked, setAsked] = useState<Asked | null>(null)
  const read = (chosen: Chosen) => setAsked({ ...chosen, times: (asked?.times ?? 0) + 1 })
  const choose = (file: File) =>
    read({ file, media: [], leaveOutBroken: false, acceptUnencrypted: false })
  return (
    <Screen title={upload.title}>
      <AsForm />
      <ChooseFile
        label={asked === null ? upload.choose : upload.another}
        name={asked?.file.name ?? ''}
        onChoose={choose}
      />
      {asked !== null && (
        <Read key={`${asked.times} ${id}`} chosen={asked} id={id} onChange={read} />
      )}
    </Screen>
  )
}

/** Under which id the form is published: its own, or that of a form that is there. */
function AsForm() {
  const { words } = useOffice()
  const [address, setAddress] = useSearchParams()
  const read = useRead('forms')
  const forms = read.kind === 'there' ? read.data : []
  return (
    <div className={styles.search}>
      <Select
        label={words.upload.as}
        value={address.get('id') ?? ''}
        options={[
          { value: '', label: words.upload.asWritten },
          ...forms.map(({ id, title }) => ({ value: id, label: words.upload.nextOf(title) })),
        ]}
        onChange={({ target }) =>
          setAddress(target.value === '' ? {} : { id: target.value }, { replace: true })
        }
      />
    </div>
  )
}

/** One reading of what was chosen. `onChange` reads once more. */
function Read({
  chosen,
  id,
  onChange,
}: {
  chosen: Chosen
  id: string
  onChange: (chosen: Chosen) => void
}) {
  const { ask, words } = useOffice()
  const { upload } = words
  const [step, setStep] = useState<Step>({ kind: 'reading' })
  useEffect(() => {
    let isHere = true
    void ask('formRead', { form: formDataOf(chosen, id) }).then(result => {
      if (!isHere) return
      setStep(
        result.ok
          ? { kind: 'read', reading: result.data }
          : { kind: 'failed', failure: result.failure },
      )
    })
    return () => {
      isHere = false
    }
  }, [ask, chosen, id])
  switch (step.kind) {
    case 'reading':
      return <Skeleton shape="card" count={3} label={upload.reading} />
    case 'failed':
      return (
        <Alert kind="error">
          <p>{failureText(step.failure, words)}</p>
          <Button variant="secondary" size="s" onClick={() => onChange(chosen)}>
            {words.retry}
          </Button>
        </Alert>
      )
    case 'read': {
      const { problem_count, asks_encryption } = step.reading
      const mayLeaveOut = problem_count > 0 && !asks_encryption
      return (
        <>
          <Publish
            reading={step.reading}
            chosen={chosen}
            id={id}
            onChanged={() => onChange(chosen)}
          />
          <div className={styles.bar}>
            {(mayLeaveOut || chosen.leaveOutBroken) && (
              <Checkbox
                label={upload.leaveOutBroken}
                checked={chosen.leaveOutBroken}
                onChange={leaveOutBroken => onChange({ ...chosen, leaveOutBroken })}
              />
            )}
            {(asks_encryption || chosen.acceptUnencrypted) && (
              <Checkbox
                label={upload.acceptUnencrypted}
                checked={chosen.acceptUnencrypted}
                onChange={acceptUnencrypted => onChange({ ...chosen, acceptUnencrypted })}
              />
            )}
          </div>
          <Report
            reading={step.reading}
            onAdd={files => onChange({ ...chosen, media: [...chosen.media, ...files] })}
          />
        </>
      )
    }
  }
}

/** Publishes what was read, as long as no one else has published the form meanwhile. */
function Publish({
  reading: { form, current, problem_count },
  chosen,
  id,
  onChanged,
}: {
  reading: FormReading
  chosen: Chosen
  id: string
  onChanged: () => void
}) {
  const { ask, words } = useOffice()
  const { upload } = words
  const navigate = useNavigate()
  const reread = useReread()
  const [isForAll, setForAll] = useState(false)
  const [busy, setBusy] = useState<'published' | 'draft' | null>(null)
  const [failed, setFailed] = useState<FailureKind | null>(null)
  if (form === null || problem_count > 0) return null
  const publish = async (state: 'published' | 'draft') => {
    setBusy(state)
    const data = formDataOf(chosen, id)
    data.set('state', state)
    if (isForAll) data.set('assign', 'all')
    const result = await ask('formPublish', { form: data, tag: current?.updated_at ?? 'new' })
    setBusy(null)
    if (!result.ok) return setFailed(result.failure.kind)
    await reread()
    void navigate(`/forms/${encodeURIComponent(result.data.id)}`)
  }
  return (
    <section className={styles.part}>
      <h2>
        <bdi>{form.title}</bdi>
      </h2>
      <p>
        {current === null
          ? upload.newForm(form.id)
          : upload.nextVersion(current.version + 1, current.title)}
      </p>
      {current?.state === 'removed' && <Alert kind="warning">{upload.isRemoved}</Alert>}
      {failed && (
        <Alert kind="error">
          <p>{words.failures[failed]}</p>
          {failed === 'changed' && (
            <Button variant="secondary" size="s" onClick={onChanged}>
              {upload.readAgain}
            </Button>
          )}
        </Alert>
      )}
      <Checkbox label={upload.assignAll} checked={isForAll} onChange={setForAll} />
      <div className={styles.bar}>
        <Button
          busy={busy === 'published'}
          disabled={busy === 'draft'}
          onClick={() => void publish('published')}
        >
          {upload.publish}
        </Button>
        <Button
          variant="secondary"
          busy={busy === 'draft'}
          disabled={busy === 'published'}
          onClick={() => void publish('draft')}
        >
          {upload.saveDraft}
        </Button>
      </div>
    </section>
  )
}
