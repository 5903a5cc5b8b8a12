import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { config } from '../../config.ts'
import { useApp } from '../../context.tsx'
import { useNavigation, NavigationLink } from '../../lib/navigation/navigation-context.tsx'
import { login as words } from '../../messages/account/auth.ts'
import { href } from '../../routes.ts'
import { LanguageSelect } from '../../language/language-select.tsx'
import { loginText, withoutMessage } from '../../session/login-state.ts'
import { pinnedTo } from '../../session/pinned.ts'
import { Alert } from '../../ui/status/alert.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { Checkbox } from '../../ui/choices/checkbox.tsx'
import { PasswordField } from '../../ui/inputs/password-field.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { AuthPage } from './auth-page.tsx'
import styles from './auth-page.module.css'
import { credentialsIn } from './login-card.ts'
import { isAboutCredentials, loginProblem } from './login-problem.ts'
import { useBriefAlert } from './use-brief-alert.ts'
import { useRemembered } from './use-remembered.ts'

/** Any failure marks both fields (8.9); 'wrong' also announces them as invalid, because they may be the reason. */
type LoginFlag = 'none' | 'failed' | 'wrong'

/** Signs a surveyor in (2.login, 5.1 to 5.4, 8.9). The guard decides which screen comes next. */
export function LoginScreen() {
  const { env, session, vault } = useApp()
  const { state } = useNavigation()
  const [card] = useState(() => credentialsIn(env.address.read().hash))
  const [email, setEmail] = useState(card?.email ?? '')
  const [password, setPassword] = useState(card?.password ?? '')
  const [isRemembered, setRemembered] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [flag, setFlag] = useState<LoginFlag>('none')
  const alert = useBriefAlert()
  const passwordPlace = useRef<HTMLDivElement>(null)
  const [greeting] = useState(() => loginText(state, 'message'))
  const notice = loginText(state, 'notice')

  // Removes the message, so that a reload does not repeat it, and a card's password from the address.
  useEffect(() => {
    if (greeting === '' && card === null) return
    const { pathname, search, state: kept } = env.address.read()
    env.address.replace(pathname + search, withoutMessage(kept))
  }, [env, greeting, card])

  useRemembered(credentials => {
    if (card !== null) return
    setEmail(credentials.email)
    setPassword(credentials.password)
    setRemembered(true)
  })

  const typed = (set: (value: string) => void) => (value: string) => {
    set(value)
    setFlag('none')
    alert.hide()
  }
  const typedEmail = typed(setEmail)
  const typedPassword = typed(setPassword)

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy || email.trim() === '' || password === '') return
    setBusy(true)
    alert.hide()
    // It throws where the browser does not let the app store the session.
    const result = await session
      .login({ email: email.trim(), password }, isRemembered)
      .catch(() => null)
    if (result?.ok === true) return
    const problem = result === null ? await notStored() : loginProblem(result.failure)
    setBusy(false)
    setFlag(result !== null && isAboutCredentials(result.failure) ? 'wrong' : 'failed')
    alert.show(problem)
    passwordPlace.current?.querySelector('input')?.focus()
  }

  return (
    <AuthPage title={config.appName} subtitle={words.subtitle}>
      {alert.text !== null && <Alert kind="error">{alert.text}</Alert>}
      {alert.text === null && greeting !== '' && <Alert kind="success">{greeting}</Alert>}
      {alert.text === null && notice !== '' && <Alert kind="info">{notice}</Alert>}
      <form className={styles.form} noValidate onSubmit={event => void handleSubmit(event)}>
        <TextField
          label={words.email}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="next"
          value={email}
          invalid={flag !== 'none'}
          error={flag === 'wrong' ? words.checkEmail : undefined}
          onChange={event => typedEmail(event.target.value)}
        />
        <div ref={passwordPlace}>
          <PasswordField
            label={words.password}
            name="password"
            autoComplete="current-password"
            enterKeyHint="go"
            showLabel={words.showPassword}
            hideLabel={words.hidePassword}
            value={password}
            invalid={flag !== 'none'}
            error={flag === 'wrong' ? words.checkPassword : undefined}
            onChange={event => typedPassword(event.target.value)}
          />
        </div>
        <div className={styles.line}>
          <Checkbox label={words.rememberMe} checked={isRemembered} onChange={setRemembered} />
          <NavigationLink className={styles.link} to={href('forgotPassword')}>
            {words.forgot}
          </NavigationLink>
        </div>
        <Button
          full
          type="submit"
          busy={isBusy}
          busyText={words.busy}
          disabled={email.trim() === '' || password === ''}
        >
          {words.submit}
        </Button>
      </form>
      {pinnedTo(vault.stored('authData')) !== null && (
        <Button full variant="quiet" onClick={() => void session.hydrate()}>
          {words.backToPin}
        </Button>
      )}
      <LanguageSelect labelHidden />
      <p className={styles.foot}>
        <NavigationLink className={styles.link} to={href('help')}>
          {words.help}
        </NavigationLink>
        <NavigationLink className={styles.link} to={href('about')}>
          {words.about}
        </NavigationLink>
      </p>
    </AuthPage>
  )
}

const notStored = async () =>
  (await import('../../messages/app/cannot-start.ts')).cannotStart.message
