import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { config } from '../../config.ts'
import { useApp } from '../../context.tsx'
import { LanguageSelect } from '../../hooks/language-select.tsx'
import { takeEarlyKeys } from '../../lib/early-keys.ts'
import { lock as words } from '../../messages/account/lock.ts'
import { Button } from '../../ui/actions/button.tsx'
import { PageBody, Stack } from '../../ui/pages/page.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { noteForgotten } from '../admit.ts'
import { pauseLeft } from '../key/attempts.ts'
import type { NotOpened } from '../key/keys.ts'
import { unlock } from '../lock.ts'
import { cleanPin } from './clean-pin.ts'
import styles from './lock-screen.module.css'
import { notOpenedText } from './not-opened-text.ts'
import { PinField } from './pin-field.tsx'

/**
 * Asks for the PIN of a locked session. There is no Logout, because it would delete unsent work of a surveyor who may be
 * another one; a login is offered instead.
 */
export function LockScreen({ database }: { database: string }) {
  const app = useApp()
  const [pin, setPin] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isForgotten, setForgotten] = useState(false)
  const [failure, setFailure] = useState<NotOpened | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isWaiting = failure !== null && failure.waitMs > 0

  useEffect(() => {
    takeEarlyKeys(document, early => setPin(cleanPin(early)))
    input.current?.focus()
  }, [])
  usePause(database, failure, setFailure)

  const tryPin = async (event: SubmitEvent) => {
    event.preventDefault()
    if (pin === '' || isBusy || isWaiting) return
    setBusy(true)
    try {
      const opened = await unlock(app, database, pin)
      if (opened.ok) return
      setFailure(opened.failure)
    } catch {
      setFailure({ kind: 'gone', waitMs: 0 })
    } finally {
      setBusy(false)
      setPin('')
      input.current?.focus()
    }
  }

  const signIn = (forgotten: boolean) => {
    noteForgotten(app.env, forgotten ? database : '')
    app.session.setAside()
  }

  return (
    <PageBody centred>
      <div className={styles.head}>
        <img src={config.defaultLogo} alt="" width="64" height="64" />
        <h1 tabIndex={-1} className={styles.title}>
          {words.title}
        </h1>
        <p className={styles.intro}>{words.intro}</p>
      </div>
      <form noValidate onSubmit={event => void tryPin(event)}>
        <Stack>
          {failure !== null && <Alert kind="error">{notOpenedText(failure)}</Alert>}
          <PinField
            ref={input}
            label={words.pin}
            value={pin}
            onChange={typed => {
              setPin(typed)
              if (!isWaiting) setFailure(null)
            }}
          />
          <Button
            full
            type="submit"
            busy={isBusy}
            busyText={words.unlocking}
            disabled={pin === '' || isWaiting}
          >
            {words.unlock}
          </Button>
        </Stack>
      </form>
      <Stack gap="s">
        {isForgotten ? (
          <>
            <Alert kind="info">{words.forgotHelp}</Alert>
            <Button full variant="secondary" onClick={() => signIn(true)}>
              {words.signIn}
            </Button>
          </>
        ) : (
          <Button full variant="quiet" onClick={() => setForgotten(true)}>
            {words.forgot}
          </Button>
        )}
        <Button full variant="quiet" onClick={() => signIn(false)}>
          {words.otherSurveyor}
        </Button>
      </Stack>
      <LanguageSelect labelHidden />
    </PageBody>
  )
}

/** Reads how long to wait, also after a restart of the app, and ends the wait. */
const usePause = (
  database: string,
  failure: NotOpened | null,
  setFailure: (failure: NotOpened | null) => void,
): void => {
  const { env } = useApp()
  const waitMs = failure?.waitMs ?? 0
  useEffect(() => {
    let isHere = true
    const look = async () => {
      const left = await pauseLeft(env.indexedDb, database, env.clock.now()).catch(() => 0)
      if (isHere) setFailure(left > 0 ? { kind: 'too many', waitMs: left } : null)
    }
    // No countdown, because a screen reader would read each second.
    const cancel = env.clock.after(waitMs, () => {
      if (waitMs > 0 || failure === null) void look()
    })
    return () => {
      isHere = false
      cancel()
    }
  }, [database, env, failure, setFailure, waitMs])
}
