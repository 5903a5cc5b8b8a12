import { useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { useOffice } from '../office-context.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { Reading } from '../parts/reading.tsx'
import { useRead } from '../parts/use-read.ts'
import styles from './settings.module.css'

/** The addresses that people open, with a code for phones, and a test of the e-mails. */
export function Links() {
  const { settings } = useOffice().words
  const read = useRead('server')
  return (
    <>
      <section className={styles.part} aria-labelledby="links">
        <h2 id="links">{settings.links}</h2>
        <Reading read={read}>
          {({ app, office }) => (
            <>
              <dl className={styles.facts}>
                <dt>{settings.app}</dt>
                <dd>
                  <a href={app}>
                    <bdi>{app}</bdi>
                  </a>
                </dd>
                <dt>{settings.office}</dt>
                <dd>
                  <bdi>{office}</bdi>
                </dd>
              </dl>
              <QrCode text={app} label={settings.qr} />
            </>
          )}
        </Reading>
      </section>
      <MailTest />
    </>
  )
}

type Outcome = { readonly kind: 'success' | 'info' | 'error'; readonly text: string }

function MailTest() {
  const { ask, words } = useOffice()
  const { settings } = words
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  const outcomeOf = async (): Promise<Outcome> => {
    const result = await ask('mailTest', { body: {} })
    if (!result.ok) return { kind: 'error', text: words.failures[result.failure.kind] }
    const { kind, to, why } = result.data
    switch (kind) {
      case 'sent':
        return { kind: 'success', text: settings.mailSent(to) }
      case 'kept':
        return { kind: 'info', text: settings.mailKept }
      case 'failed':
        return { kind: 'error', text: settings.mailFailed(why ?? '') }
    }
  }
  const test = async () => {
    setBusy(true)
    setOutcome(await outcomeOf())
    setBusy(false)
  }
  return (
    <section className={styles.part} aria-labelledby="mail">
      <h2 id="mail">{settings.mail}</h2>
      <p>{settings.mailWhy}</p>
      {outcome && <Alert kind={outcome.kind}>{outcome.text}</Alert>}
      <div>
        <Button variant="secondary" busy={isBusy} onClick={() => void test()}>
          {settings.mailTest}
        </Button>
      </div>
    </section>
  )
}
