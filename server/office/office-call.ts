import type { PublicCall } from '../backend.ts'
import type { Answer } from '../http/answer.ts'
import type { OfficeAccount } from '../store/office/accounts.ts'

/** One request to a call of the office that needs no session. */
export interface VisitorCall extends PublicCall {
  /** The hash of the cookie's token; null without a cookie, which may be of a session that has ended. */
  readonly sessionSha256: string | null
  /** Says what the call changes, for the trail: the name of a person or a form, and who does it where no one is signed in. */
  readonly note: (what: string, who?: string) => void
}

/** One request of a signed-in account. */
export interface AccountCall extends VisitorCall {
  readonly account: OfficeAccount
  readonly sessionSha256: string
}

/** Answers a call that needs no session. */
export type VisitorHandler = (call: VisitorCall) => Promise<Answer>
/** Answers a call of a signed-in account, whose role may make it. */
export type AccountHandler = (call: AccountCall) => Promise<Answer>
