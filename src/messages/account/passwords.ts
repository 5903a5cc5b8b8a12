import { translatable } from '../catalogue.ts'

export const forgotPassword = translatable('passwords.forgotPassword', {
  title: 'Forgot Password',
  subtitle: 'Enter your email address and we will send you a link to choose a new password.',
  email: 'Email',
  submit: 'Send Reset Link',
  busy: 'Sending...',
  back: 'Back to Log in',
  /** 5.5 */
  required: 'Email is required',
  invalid: 'Please enter a valid email address',
  /** 8.10 */
  failed: 'Failed to send reset link',
  /** 2.forgot-password.2 */
  sent: 'A password reset link has been e-mailed to you.',
})

export const passwords = translatable('passwords.passwords', {
  /** 5.6 */
  mismatch: 'Passwords do not match.',
  short: (length: number) => `Password must be at least ${length} characters long.`,
  hint: (length: number) => `At least ${length} characters.`,
})

export const resetPassword = translatable('passwords.resetPassword', {
  title: 'Reset Password',
  verifying: 'Checking the link',
  newPassword: 'New Password',
  confirm: 'Confirm New Password',
  submit: 'Reset Password',
  busy: 'Resetting...',
  /** 8.11 */
  missing: 'Invalid or missing token',
  invalid: 'Invalid reset token',
  requestNew: 'Request New Link',
  /** 8.12 */
  failed: 'Unable to reset password',
  /** 5.6 */
  emptyToken: 'Invalid token.',
  doneTitle: 'Password Reset Successful',
  doneMessage: 'You can now log in with your new password.',
  backToLogin: 'Back to Login',
  unchecked: (why: string) => `The link could not be checked. ${why}`,
})

export const setPassword = translatable('passwords.setPassword', {
  title: 'Set Your Password',
  subtitle: 'Your password is temporary. Choose a new one that only you know.',
  password: 'Password',
  confirm: 'Confirm Password',
  submit: 'Set Password',
  busy: 'Setting Password...',
  signOut: 'Back to Login',
  done: 'Password set successfully! Welcome.',
  /** 5.6 */
  noToken: 'Authentication token not found.',
  /** 8.13 */
  failed: 'Unable to set password',
})
