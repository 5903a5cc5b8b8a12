import type { officeCalls, OfficeCallName } from '../../replication/wire/office/calls.ts'
import { codeConfirm, codeEnd, codeOffer } from './check-code.ts'
import type { AccountHandler, VisitorHandler } from './office-call.ts'
import { forms, people, today } from './overview.ts'
import { commentAdd, reviewSet } from './review/review.ts'
import { first, passwordChange, session, signIn, signOut } from './sign-in.ts'
import { file, submission, submissions } from './submissions.ts'

type HandlerOf<Name extends OfficeCallName> = (typeof officeCalls)[Name]['roles'] extends 'public'
  ? VisitorHandler
  : AccountHandler

/** The handler of each call of the office. A call without a handler does not compile. */
export const officeHandlers: { readonly [Name in OfficeCallName]: HandlerOf<Name> } = {
  signIn,
  first,
  session,
  signOut,
  passwordChange,
  codeOffer,
  codeConfirm,
  codeEnd,
  today,
  forms,
  people,
  submissions,
  submission,
  file,
  commentAdd,
  reviewSet,
}
