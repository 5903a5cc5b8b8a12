import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { PasswordForm } from '../entrance/password-form.tsx'
import { useAccount, useOffice } from '../office-context.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { Screen } from '../parts/screen.tsx'
import styles from './screens.module.css'

/** The own account: its password and its authenticator. */
export function AccountScreen() {
  const { words } = useOffice()
  const { account, change } = useAccount()
  const [isChanged, setChanged] = useState(false)
  return (
    <Screen title={words.account.title}>
      <div className={styles.narrow}>
        <section className={styles.part} aria-label={words.account.code}>
          <h2>{words.account.code}</h2>
          <Authenticator />
        </section>
        <section className={styles.part} aria-label={words.password.submit}>
          <h2>{words.password.submit}</h2>
          {isChanged && <Alert kind="success">{words.password.changed}</Alert>}
          <PasswordForm
            onChanged={() => {
              setChanged(true)
              change({ ...account, is_temporary: false })
            }}
          />
        </section>
      </div>
    </Screen>
  )
}

/** Sets up the authenticator, or takes it away. */
function Authenticator() {
  const { ask, words } = useOffice()
  const { account, change } = useAccount()
  const [offered, setOffered] = useState<{ secret: string; uri: string } | null>(null)
  const [recovery, setRecovery] = useState<readonly string[] | null>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const explain = (kind: keyof typeof words.failures) =>
    setProblem(kind === 'invalid' ? words.entrance.codeWrong : words.failures[kind])
  const done = (hasCode: boolean) => {
    setCode('')
    setOffered(null)
    setProblem(null)
    change({ ...account, has_code: hasCode })
  }
  const begin = async () => {
    const result = await ask('codeOffer', { body: {} })
    if (!result.ok) return explain(result.failure.kind)
    setProblem(null)
    setOffered(result.data)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (account.has_code) {
      const result = await ask('codeEnd', { body: { code } })
      if (!result.ok) return explain(result.failure.kind)
      setRecovery(null)
      return done(false)
    }
    const result = await ask('codeConfirm', { body: { code } })
    if (!result.ok) return explain(result.failure.kind)
    setRecovery(result.data.recovery_codes)
    return done(true)
  }
  const asks = account.has_code || offered !== null
  return (
    <>
      <p>{account.has_code ? words.account.codeOn : words.account.codeOff}</p>
      {recovery && (
        <Alert kind="success" title={words.account.recovery}>
          <p>{words.account.recoveryWhy}</p>
          <ul className={styles.codes}>
            {recovery.map(each => (
              <li key={each}>
                <bdi>{each}</bdi>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {offered && (
        <>
          <p>{words.account.scan}</p>
          <QrCode text={offered.uri} label={words.account.qr} />
          <p className={styles.key}>
            {words.account.key}: <bdi>{offered.secret}</bdi>
          </p>
        </>
      )}
      {asks && (
        <form className={styles.part} onSubmit={event => void submit(event)}>
          <TextField
            label={words.account.codeNow}
            autoComplete="one-time-code"
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
          <Button type="submit" variant={account.has_code ? 'secondary' : 'primary'}>
            {account.has_code ? words.account.end : words.account.confirm}
          </Button>
        </form>
      )}
      {!asks && (
        <Button variant="secondary" onClick={() => void begin()}>
          {words.account.begin}
        </Button>
      )}
      {problem && <Alert kind="error">{problem}</Alert>}
    </>
  )
}
