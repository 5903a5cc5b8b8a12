import { ViewNameRequest, ViewRequest } from '../../../replication/wire/office/requests.ts'
import { storableText } from '../../db/storable.ts'
import { good, refuseFields } from '../../http/answer.ts'
import { readBody } from '../../http/validate.ts'
import { limits } from '../../limits.ts'
import { scopeOf } from '../../store/office/accounts.ts'
import { formTitle } from '../../store/office/overview.ts'
import { deleteView, putView, viewsOf } from '../../store/office/views.ts'
import type { AccountCall, AccountHandler } from '../office-call.ts'
import { notFound } from './reading.ts'

const isSeen = async ({ account, backend: { db }, id }: AccountCall): Promise<boolean> =>
  (await formTitle(db.query, scopeOf(account), id)) !== null

const listed = async ({ account, backend: { db }, id }: AccountCall) =>
  good('Views', [...(await viewsOf(db.query, account.id, id))])

/** GET office/forms/{id}/views */
export const views: AccountHandler = async call => ((await isSeen(call)) ? listed(call) : notFound)

/** PUT office/forms/{id}/views */
export const viewSave: AccountHandler = async call => {
  if (!(await isSeen(call))) return notFound
  const body = await readBody(call.request, ViewRequest, limits.publicJsonBytes)
  if (!body.ok) return body.refusal
  const { account, backend, id } = call
  const view = {
    name: storableText(body.value.name),
    address: storableText(body.value.address),
  }
  const isKept = await backend.db.tx(async query => {
    const kept = await viewsOf(query, account.id, id)
    const isNew = kept.every(({ name }) => name !== view.name)
    if (isNew && kept.length >= limits.officeViews) return false
    await putView(query, account.id, id, view)
    return true
  })
  if (!isKept)
    return refuseFields({ name: [`An account keeps ${limits.officeViews} views of a form.`] })
  call.note(`${id} ${view.name}`)
  return listed(call)
}

/** DELETE office/forms/{id}/views */
export const viewDelete: AccountHandler = async call => {
  if (!(await isSeen(call))) return notFound
  const body = await readBody(call.request, ViewNameRequest, limits.publicJsonBytes)
  if (!body.ok) return body.refusal
  const name = storableText(body.value.name)
  await deleteView(call.backend.db.query, call.account.id, call.id, name)
  call.note(`${call.id} ${name}`)
  return listed(call)
}
