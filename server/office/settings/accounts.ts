import {
  AccountActiveRequest,
  NewAccount,
  type OfficeAccount as AccountAnswer,
} from '../../../replication/wire/office/settings-calls.ts'
import type { Card } from '../../../replication/wire/office/people-calls.ts'
import {
  activateAccount,
  addAccount,
  resetAccount,
  unknownForms,
} from '../../admin/people/office-accounts.ts'
import { temporaryPassword } from '../../admin/people/users.ts'
import type { Query } from '../../db/db.ts'
import { isUuid } from '../../db/ids.ts'
import { good, refuse } from '../../http/answer.ts'
import { readBody } from '../../http/validate.ts'
import { officeAccountById, officeAccounts, scopeOf } from '../../store/office/accounts.ts'
import type { AccountHandler } from '../office-call.ts'

/** GET office/accounts */
export const accounts: AccountHandler = async ({ backend: { db } }) =>
  good(
    'Accounts',
    (await officeAccounts(db.query)).map((each): AccountAnswer => ({
      id: each.id,
      email: each.email,
      name: each.name,
      role: each.role,
      scope: scopeOf(each),
      is_active: each.is_active,
      is_temporary: each.is_temporary,
      has_code: each.code_secret !== null,
    })),
  )

const cardFor = (
  origin: string,
  { email, name }: { readonly email: string; readonly name: string },
  password: string,
): Card => ({ email, name, password, app: `${origin}/office`, link: `${origin}/office` })

const notFound = refuse(404, 'There is no such account.')
const taken = refuse(422, 'There is already an account with this address.', { code: 'taken' })
const badScope = refuse(422, 'Please choose what the account sees.', { code: 'scope' })
const own = refuse(422, 'This is your own account.', { code: 'own' })

/** POST office/accounts */
export const accountAdd: AccountHandler = async call => {
  const body = await readBody(call.request, NewAccount)
  if (!body.ok) return body.refusal
  const { backend, origin } = call
  const { role, scope } = body.value
  if (scope.kind === 'all' ? false : role === 'administrator' || scope.names.length === 0)
    return badScope
  if ((await unknownForms(backend.db.query, scope)).length > 0) return badScope
  const password = temporaryPassword()
  if (!(await addAccount(backend, body.value, password))) return taken
  const sees = scope.kind === 'all' ? 'all' : `${scope.kind} ${scope.names.join(', ')}`
  call.note(`${body.value.email} as ${role} of ${sees}`)
  return good('Added', { cards: [cardFor(origin, body.value, password)] })
}

const accountOf = (query: Query, id: string) =>
  isUuid(id) ? officeAccountById(query, id) : Promise.resolve(null)

const changedMeanwhile = refuse(409, 'They have chosen a password meanwhile. Please repeat.', {
  code: 'chosen',
})

/** POST office/accounts/{id}/card. Not of the own one, whose password is changed under Account. */
export const accountReset: AccountHandler = async call => {
  const account = await accountOf(call.backend.db.query, call.id)
  if (account === null) return notFound
  if (account.id === call.account.id) return own
  const password = temporaryPassword()
  if (!(await resetAccount(call.backend, account, password))) return changedMeanwhile
  call.note(account.email)
  return good('A temporary password', { cards: [cardFor(call.origin, account, password)] })
}

/** PUT office/accounts/{id}/active. Not of the own one, so that an administrator always stays. */
export const accountActivate: AccountHandler = async call => {
  const body = await readBody(call.request, AccountActiveRequest)
  if (!body.ok) return body.refusal
  const account = await accountOf(call.backend.db.query, call.id)
  if (account === null) return notFound
  if (account.id === call.account.id) return own
  await activateAccount(call.backend, account.id, body.value.is_active)
  call.note(`${body.value.is_active ? 'active' : 'inactive'} ${account.email}`)
  return good('Done', null)
}
