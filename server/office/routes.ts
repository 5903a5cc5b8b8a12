import type { officeCalls, OfficeCallName } from '../../replication/wire/office/calls.ts'
import { codeConfirm, codeEnd, codeOffer } from './check-code.ts'
import { formAssign, formState, formUnassign } from './forms/change.ts'
import { form, formChanges, formPeople } from './forms/overview.ts'
import { formPublish, formRead } from './forms/upload.ts'
import { file, submission } from './data/detail.ts'
import { submissionExport } from './data/export.ts'
import { submissions, submissionTable } from './data/table.ts'
import { viewDelete, views, viewSave } from './data/views.ts'
import type { AccountHandler, VisitorHandler } from './office-call.ts'
import { forms, people, today } from './overview.ts'
import { commentAdd, reviewSet } from './review/review.ts'
import {
  groups,
  peopleActivate,
  peopleEndSessions,
  peopleGroups,
  peopleReset,
  personErase,
} from './people/acts.ts'
import { peopleImport, peoplePlan } from './people/import.ts'
import { person, personAdd, personChange } from './people/one-person.ts'
import { accountActivate, accountAdd, accountReset, accounts } from './settings/accounts.ts'
import { backupCheck, backupCreate, backups } from './settings/backups.ts'
import { organization, organizationChange } from './settings/organization.ts'
import { mailTest, server, trail } from './settings/server.ts'
import { first, passwordChange, session, signIn, signOut } from './sign-in.ts'

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
  form,
  formChanges,
  formPeople,
  formRead,
  formPublish,
  formState,
  formAssign,
  formUnassign,
  people,
  personAdd,
  person,
  personChange,
  personErase,
  peopleReset,
  peopleActivate,
  peopleEndSessions,
  groups,
  peopleGroups,
  peoplePlan,
  peopleImport,
  accounts,
  accountAdd,
  accountReset,
  accountActivate,
  organization,
  organizationChange,
  mailTest,
  backups,
  backupCreate,
  backupCheck,
  trail,
  server,
  submissionTable,
  submissions,
  submissionExport,
  views,
  viewSave,
  viewDelete,
  submission,
  file,
  commentAdd,
  reviewSet,
}
