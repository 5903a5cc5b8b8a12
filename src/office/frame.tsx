import { useState } from 'react'
import { officeCalls } from '../../replication/wire/office/calls.ts'
import { NavLink, Outlet } from '../lib/navigation/navigation.ts'
import { Button } from '../ui/actions/button.tsx'
import { Alert } from '../ui/status/alert.tsx'
import styles from './frame.module.css'
import { LanguageField } from './language-field.tsx'
import type { FailureKind } from './office-api.ts'
import { useAccount, useOffice } from './office-context.tsx'

/** Whether a role may see the people. */
const seesPeople = (role: string): boolean => officeCalls.people.roles.some(each => each === role)

/** The menu next to every screen. */
export function Frame() {
  const { ask, words } = useOffice()
  const { account, change } = useAccount()
  const [failed, setFailed] = useState<FailureKind | null>(null)
  const links = [
    ['/', words.nav.today],
    ['/forms', words.nav.forms],
    ...(seesPeople(account.role) ? [['/people', words.nav.people] as const] : []),
    ...(account.role === 'administrator' ? [['/settings', words.nav.settings] as const] : []),
    ['/account', words.nav.account],
  ] as const
  const signOut = async () => {
    const result = await ask('signOut')
    if (result.ok || result.failure.kind === 'signed-out') change(null)
    else setFailed(result.failure.kind)
  }
  return (
    <div className={styles.frame}>
      <a href="#content" className="visually-hidden">
        {words.skip}
      </a>
      <header className={styles.side}>
        <p className={styles.name}>
          <bdi>{account.organization_name ?? words.office}</bdi>
        </p>
        <nav aria-label={words.menu} className={styles.menu}>
          {links.map(([to, name]) => (
            <NavLink key={to} to={to} end={to === '/'} className={styles.link ?? ''}>
              {name}
            </NavLink>
          ))}
        </nav>
        <div className={styles.who}>
          <p>
            <bdi>{account.name}</bdi>
            <br />
            <span className={styles.role}>{words.roles[account.role]}</span>
          </p>
          <LanguageField />
          <Button variant="secondary" size="s" onClick={() => void signOut()}>
            {words.entrance.signOut}
          </Button>
          {failed && <Alert kind="error">{words.failures[failed]}</Alert>}
        </div>
      </header>
      <main id="content" className={styles.content}>
        <Outlet />
      </main>
    </div>
  )
}
