import { translatable } from '../catalogue.ts'

/** Login, forgotten, reset and first passwords (2, 5.1 to 5.6, 8.8 to 8.13). */
export const login = translatable('auth.login', {
  subtitle: 'Login to continue',
  email: 'Email',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  rememberMe: 'Remember me',
  forgot: 'Forgot Password?',
  submit: 'Log In',
  busy: 'Signing in...',
  /** After 8 s; the login goes on. */
  late: 'This network is slow. The login goes on.',
  backToPin: 'Back to the PIN',
  about: 'About the App',
  help: 'Help & Support',
  /** 5.3 */
  invalidResponse: 'Invalid login response from server.',
  /** 5.4 */
  inactive: 'Your account is inactive. Please contact your administrator.',
  /** 8.9 */
  failed: 'Login failed. Please try again.',
  checkEmail: 'Check the email address.',
  checkPassword: 'Check the password.',
})
