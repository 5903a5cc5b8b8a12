import type { calls, CallName } from '../../replication/wire/calls.ts'
import type { PublicHandler, SurveyorHandler } from '../backend.ts'
import { account, accountUpdate, recoveryKey } from './account.ts'
import { cases } from './cases/cases.ts'
import { filesUpload } from './files-upload.ts'
import { form, formFile, forms } from './forms.ts'
import { map, mapPieces } from './maps/maps.ts'
import {
  passwordChange,
  passwordForgot,
  passwordReset,
  passwordResetVerify,
  passwordSet,
} from './passwords.ts'
import { login, logout } from './sign-in.ts'
import { stats } from './stats.ts'
import { submissionDelete, submissionUpdate } from './submission-change.ts'
import { submissionCreate } from './submission-create.ts'
import { submission, submissions } from './submissions.ts'
import { uploadAppend, uploadCreate, uploadOffset } from './uploads/uploads.ts'

type HandlerOf<Name extends CallName> = (typeof calls)[Name]['access'] extends 'public'
  ? PublicHandler
  : SurveyorHandler

/** The handler of each call in the wire's table. A call without a handler does not compile. */
export const handlers: { readonly [Name in CallName]: HandlerOf<Name> } = {
  login,
  logout,
  passwordForgot,
  passwordResetVerify,
  passwordReset,
  passwordChange,
  passwordSet,
  account,
  recoveryKey,
  accountUpdate,
  forms,
  form,
  formFile,
  submissions,
  submissionCreate,
  submission,
  submissionUpdate,
  submissionDelete,
  filesUpload,
  uploadCreate,
  uploadOffset,
  uploadAppend,
  stats,
  cases,
  map,
  mapPieces,
}
