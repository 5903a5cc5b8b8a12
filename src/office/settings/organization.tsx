import { type FormEvent, useState } from 'react'
import type { Organization } from '../../../replication/wire/office/settings-calls.ts'
import { logoBytes } from '../../../replication/wire/office/settings-calls.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Checkbox } from '../../ui/choices/checkbox.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { useAccount, useOffice } from '../office-context.tsx'
import { Difference } from '../parts/difference.tsx'
import { Reading } from '../parts/reading.tsx'
import { useEdited } from '../parts/use-edited.ts'
import { useRead, useReread } from '../parts/use-read.ts'
import { Links } from './links.tsx'
import styles from './settings.module.css'

/** The organization, the addresses that people open, and whether e-mails arrive. */
export function OrganizationPart() {
  const read = useRead('organization')
  return (
    <>
      <Reading read={read}>{organization => <Edit organization={organization} />}</Reading>
      <Links />
    </>
  )
}

const base64Of = async (file: File): Promise<string> => {
  let text = ''
  for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte)
  return btoa(text)
}

function Edit({ organization }: { organization: Organization }) {
  const { ask, words } = useOffice()
  const { settings } = words
  const { account, change } = useAccount()
  const reread = useReread()
  const edited = useEdited(organization, each => each.name)
  const { seen, given: name } = edited
  const [file, setFile] = useState<File | null>(null)
  const [isRemoved, setRemoved] = useState(false)
  const [theirs, setTheirs] = useState<Organization | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const choose = (chosen: File | undefined) => {
    const isLarge = chosen !== undefined && chosen.size > logoBytes
    setProblem(isLarge ? settings.logoLarge : null)
    setFile(isLarge || chosen === undefined ? null : chosen)
  }
  const save = async (tag: string) => {
    setBusy(true)
    setSaved(false)
    setProblem(null)
    const logo = file === null ? undefined : { name: file.name, base64: await base64Of(file) }
    const body = { name, ...(isRemoved ? { logo: null } : logo && { logo }) }
    const result = await ask('organizationChange', { body, tag })
    setBusy(false)
    if (result.ok) {
      setSaved(true)
      edited.take(result.data)
      setFile(null)
      setRemoved(false)
      change({ ...account, organization_name: result.data.name })
      return void reread()
    }
    const { kind, code, now } = result.failure
    setTheirs(now)
    if (now !== null) return
    setProblem(
      code === 'logo'
        ? settings.logoWrong
        : code === 'logo_large'
          ? settings.logoLarge
          : words.failures[kind],
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(seen.tag)
  }
  return (
    <form className={styles.part} onSubmit={submit}>
      <h2>{settings.organization}</h2>
      <TextField
        label={settings.name}
        value={name}
        maxLength={200}
        autoComplete="organization"
        onChange={({ target }) => edited.enter(target.value)}
      />
      {seen.logo === null ? (
        <p>{settings.noLogo}</p>
      ) : (
        <>
          <img src={seen.logo} alt={settings.logo} className={styles.logo} />
          <Checkbox
            label={settings.removeLogo}
            checked={isRemoved}
            onChange={setRemoved}
            disabled={file !== null}
          />
        </>
      )}
      <TextField
        label={settings.chooseLogo}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        disabled={isRemoved}
        onChange={({ target }) => choose(target.files?.[0])}
      />
      {theirs && (
        <Difference
          words={settings}
          entries={[
            { name: settings.name, mine: name, theirs: theirs.name },
            {
              name: settings.logo,
              mine: file?.name ?? '',
              theirs: theirs.logo === seen.logo ? (file?.name ?? '') : settings.logo,
            },
          ]}
          onTheirs={() => {
            edited.take(theirs)
            setTheirs(null)
          }}
          onMine={() => {
            edited.see(theirs)
            setTheirs(null)
            void save(theirs.tag)
          }}
        />
      )}
      {problem && <Alert kind="error">{problem}</Alert>}
      {isSaved && <Alert kind="success">{settings.saved}</Alert>}
      <div>
        <Button type="submit" busy={isBusy} disabled={name.trim() === '' || theirs !== null}>
          {settings.save}
        </Button>
      </div>
    </form>
  )
}
