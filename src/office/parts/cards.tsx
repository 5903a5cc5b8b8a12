import type { Card } from '../../../replication/wire/office/people-calls.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { useOffice } from '../office-context.tsx'
import styles from './parts.module.css'
import { QrCode } from './qr-code.tsx'

/** Cards to print, each with the address, the temporary password, and both as a QR code. */
export function Cards({ cards, onDone }: { cards: readonly Card[]; onDone: () => void }) {
  const { env, words } = useOffice()
  return (
    <>
      <div className={styles.unprinted}>
        <Alert kind="warning">{words.cards.why}</Alert>
        <div className={styles.bar}>
          <Button onClick={env.print}>{words.cards.print}</Button>
          <Button variant="secondary" onClick={onDone}>
            {words.cards.done}
          </Button>
        </div>
      </div>
      <ul className={styles.cards}>
        {cards.map(({ email, name, password, app, link }) => (
          <li key={email} className={styles.card}>
            <QrCode text={link} label={words.cards.qr(name)} />
            <div className={styles.cardText}>
              <p className={styles.cardName}>
                <bdi>{name}</bdi>
              </p>
              <p>
                {words.cards.scan} <bdi>{app}</bdi>
              </p>
              <p>
                {words.people.email}: <bdi>{email}</bdi>
              </p>
              <p>
                {words.cards.password}: <bdi className={styles.secret}>{password}</bdi>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
