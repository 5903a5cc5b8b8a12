import { FormApi } from '@tanstack/react-form'
import {
  type ChangeEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { interactiveTimeoutMs } from '../../../replication/limits.ts'
import { config } from '../../config.ts'
import { useApp } from '../../context.tsx'
import { useNavigation, NavigationLink } from '../../lib/navigation/navigation-context.tsx'
import { login as words } from '../../messages/account/auth.ts'
import { href } from '../../routes.ts'
import { LanguageSelect } from '../../hooks/language-select.tsx'
import { loginText, withoutMessage } from '../../session/login-state.ts'
import { pinnedTo } from '../../session/pinned.ts'
import type { Credentials } from '../../session/stored-session.ts'
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

/** Any failure marks both fields (8.9); 'wrong' also announces them as invalid, because they may be the reason. */
type LoginFlag = 'none' | 'failed' | 'wrong'

/** Whether there is something to send. What is wrong with it only the server knows. */
const isComplete = ({ email, password }: Credentials): boolean =>
  email.trim() !== '' && password !== ''

/** Signs a surveyor in (2.login, 5.1 to 5.4, 8.9). The guard decides which screen comes next. */
export function LoginScreen() {
  const { env, session, vault } = useApp()
  const { state } = useNavigation()
  const [card] = useState(() => credentialsIn(env.address.read().hash))
  const [isSignedIn, setSignedIn] = useState(false)
  const [flag, setFlag] = useState<LoginFlag>('none')
  const alert = useBriefAlert()
  const passwordPlace = useRef<HTMLDivElement>(null)
  const [greeting] = useState(() => loginText(state, 'message'))
  const notice = loginText(state, 'notice')

  // Only the core of the form library, because its hooks would be another 5 kB of script before the first paint.
  const [form] = useState(
    () =>
      new FormApi({
        defaultValues: { ...(card ?? { email: '', password: '' }), isRemembered: false },
        validators: { onSubmit: ({ value }) => !isComplete(value) },
        onSubmit: async ({ value: { email, password, isRemembered } }) => {
          alert.hide()
          // It throws where the browser does not let the app store the session.
          const result = await session
            .login({ email: email.trim(), password }, isRemembered)
            .catch(() => null)
          if (result?.ok === true) return setSignedIn(true)
          const problem = result === null ? await notStored() : loginProblem(result.failure)
          setFlag(result !== null && isAboutCredentials(result.failure) ? 'wrong' : 'failed')
          alert.show(problem)
          passwordPlace.current?.querySelector('input')?.focus()
        },
      }),
  )
  const subscribe = useCallback(
    (changed: () => void) => form.store.subscribe(changed).unsubscribe,
    [form],
  )
  // Parts of the state, because the library may give it anew as a whole at each subscription.
  const values = useSyncExternalStore(subscribe, () => form.store.state.values)
  const isSubmitting = useSyncExternalStore(subscribe, () => form.store.state.isSubmitting)
  // A surveyor who is signed in sees the login until the next screen is there.
  const isBusy = isSubmitting || isSignedIn
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isSubmitting) return undefined
    const cancel = env.clock.after(interactiveTimeoutMs, () => setLate(true))
    return () => {
      cancel()
      setLate(false)
    }
  }, [env, isSubmitting])

  // Removes the message, so that a reload does not repeat it, and a card's password from the address.
  useEffect(() => {
    if (greeting === '' && card === null) return
    const { pathname, search, state: kept } = env.address.read()
    env.address.replace(pathname + search, withoutMessage(kept))
  }, [env, greeting, card])

  useRemembered(({ email, password }) => {
    if (card !== null) return
    form.setFieldValue('email', email)
    form.setFieldValue('password', password)
    form.setFieldValue('isRemembered', true)
  })

  const inputFor = (name: keyof Credentials) => ({
    name,
    value: values[name],
    invalid: flag !== 'none',
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      form.setFieldValue(name, event.target.value)
      setFlag('none')
      alert.hide()
    },
  })

  return (
    <AuthPage title={config.appName} subtitle={words.subtitle}>
      {alert.text !== null && <Alert kind="error">{alert.text}</Alert>}
      {alert.text === null && greeting !== '' && <Alert kind="success">{greeting}</Alert>}
      {alert.text === null && notice !== '' && <Alert kind="info">{notice}</Alert>}
      <form
        className={styles.form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (!isBusy) void form.handleSubmit()
        }}
      >
        <TextField
          {...inputFor('email')}
          label={words.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="next"
          error={flag === 'wrong' ? words.checkEmail : undefined}
        />
        <div ref={passwordPlace}>
          <PasswordField
            {...inputFor('password')}
            label={words.password}
            autoComplete="current-password"
            enterKeyHint="go"
            showLabel={words.showPassword}
            hideLabel={words.hidePassword}
            error={flag === 'wrong' ? words.checkPassword : undefined}
          />
        </div>
        <div className={styles.line}>
          <Checkbox
            label={words.rememberMe}
            checked={values.isRemembered}
            onChange={isOn => form.setFieldValue('isRemembered', isOn)}
          />
          <NavigationLink className={styles.link} to={href('forgotPassword')}>
            {words.forgot}
          </NavigationLink>
        </div>
        <Button
          full
          type="submit"
          busy={isBusy}
          busyText={words.busy}
          disabled={!isComplete(values)}
        >
          {words.submit}
        </Button>
        <output className={styles.late}>{isLate && words.late}</output>
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

/** Passes the credentials that 'Remember me' kept to the callback, once, if this device can read them. */
const useRemembered = (onRemembered: (credentials: Credentials) => void): void => {
  const { session } = useApp()
  useEffect(() => {
    let isHere = true
    void session.remembered().then(credentials => {
      if (isHere && credentials !== null) onRemembered(credentials)
    })
    return () => {
      isHere = false
    }
    // Only once, so that it never overwrites what the surveyor typed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [session])
}
