import { href } from '../routes.ts'

/** What the login is told by whoever sends people there; it travels in the navigation's state. */
export interface LoginState {
  /** Where they were, to go back to after the login; a path of this app. */
  readonly from?: string
  /** Something good to say, such as that a link was e-mailed (2.login.3). */
  readonly message?: string
  /** Why they are here again. */
  readonly notice?: string
}

/** Reads a text out of a navigation's state, which anybody may have written; '' when there is none. */
export const loginText = (state: unknown, key: keyof LoginState): string => {
  if (typeof state !== 'object' || state === null || !(key in state)) return ''
  const value: unknown = (state as LoginState)[key]
  return typeof value === 'string' ? value : ''
}

/** A navigation's state without the good news, which has been told. */
export const withoutMessage = (state: unknown): unknown => {
  if (typeof state !== 'object' || state === null || !('message' in state)) return state
  const { message: _told, ...rest } = state
  return rest
}

/** Where to go after the login: to the page they came from, else to the dashboard (2.route-table.22). */
export const originOf = (state: unknown): string => {
  const from = loginText(state, 'from')
  return from.startsWith('/') && !from.startsWith('//') ? from : href('dashboard')
}
