import { href } from '../routes.ts'

/** What a redirect to the login passes on, in the navigation's state. */
export interface LoginState {
  /** The path of this app to return to after the login. */
  readonly from?: string
  /** A success message to show, such as that a link was e-mailed (2.login.3). */
  readonly message?: string
  /** Why the surveyor was sent to the login. */
  readonly notice?: string
}

/** Reads a text from a navigation's state, whose content is untrusted; '' when there is none. */
export const loginText = (state: unknown, key: keyof LoginState): string => {
  if (typeof state !== 'object' || state === null || !(key in state)) return ''
  const value: unknown = (state as LoginState)[key]
  return typeof value === 'string' ? value : ''
}

/** The state without the message, once that was shown. */
export const withoutMessage = (state: unknown): unknown => {
  if (typeof state !== 'object' || state === null || !('message' in state)) return state
  const { message: _shown, ...rest } = state
  return rest
}

/** Where the login leads: to the requested page, else to the dashboard (2.route-table.22). */
export const originOf = (state: unknown): string => {
  const from = loginText(state, 'from')
  return from.startsWith('/') && !from.startsWith('//') ? from : href('dashboard')
}
