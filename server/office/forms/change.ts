import { AssignRequest, StateRequest } from '../../../replication/wire/office/form-requests.ts'
import { good, refuse } from '../../http/answer.ts'
import { readBody } from '../../http/validate.ts'
import { limits } from '../../limits.ts'
import { removeForm, setFormStatus } from '../../store/admin.ts'
import { scopeOf } from '../../store/office/accounts.ts'
import { assignIn, isFormIn, lockForm, unassignIn } from '../../store/office/forms.ts'
import type { AccountCall, AccountHandler } from '../office-call.ts'
import { noForm } from './overview.ts'

const changed = refuse(412, 'Someone has changed this form meanwhile.')

/** PUT office/forms/{id}/state */
export const formState: AccountHandler = async call => {
  const { account, id, request, backend } = call
  const body = await readBody(request, StateRequest, limits.publicJsonBytes)
  if (!body.ok) return body.refusal
  const { state } = body.value
  if (!(await isFormIn(backend.db.query, scopeOf(account), id))) return noForm
  const seen = request.headers.get('If-Match')?.replaceAll('"', '') ?? ''
  const now = new Date(backend.clock())
  const isDone = await backend.db.tx(async query => {
    const updatedAt = await lockForm(query, id)
    if (updatedAt?.toISOString() !== seen) return false
    return state === 'removed' ? removeForm(query, id, now) : setFormStatus(query, id, state, now)
  })
  if (!isDone) return changed
  call.note(`${id} ${state}`)
  return good('Done', null)
}

const assigning =
  (act: (call: AccountCall, to: AssignRequest) => Promise<number | null>): AccountHandler =>
  async call => {
    const body = await readBody(call.request, AssignRequest, limits.publicJsonBytes)
    if (!body.ok) return body.refusal
    const to = body.value
    if (!(await isFormIn(call.backend.db.query, scopeOf(call.account), call.id))) return noForm
    const people = await act(call, to)
    if (people === null)
      return refuse(404, 'There is no such surveyor or group among those you see.')
    call.note(`${call.id} ${to.kind === 'group' ? to.name : to.kind === 'person' ? to.id : 'all'}`)
    return good('Done', { people })
  }

/** POST office/forms/{id}/assignments */
export const formAssign = assigning(async ({ account, id, backend: { db, clock } }, to) => {
  const now = new Date(clock())
  const people = await db.tx(query => assignIn(query, scopeOf(account), id, to, now))
  return people === 0 && to.kind !== 'all' ? null : people
})

/** DELETE office/forms/{id}/assignments. Someone who does not have the form is no problem. */
export const formUnassign = assigning(({ account, id, backend: { db } }, to) =>
  unassignIn(db.query, scopeOf(account), id, to),
)
