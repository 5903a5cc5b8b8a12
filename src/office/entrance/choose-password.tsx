import { useAccount, useOffice } from '../office-context.tsx'
import { Entrance } from './entrance-frame.tsx'
import styles from './entrance.module.css'
import { PasswordForm } from './password-form.tsx'

/** The first thing that an account with a temporary password sees. */
export function ChoosePassword() {
  const { words } = useOffice()
  const { change } = useAccount()
  return (
    <Entrance title={words.password.title}>
      <p className={styles.quiet}>{words.password.why}</p>
      <PasswordForm onChanged={change} />
    </Entrance>
  )
}
