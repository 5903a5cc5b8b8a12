import type { ServerState } from '../../../replication/wire/office/settings-calls.ts'
import { tooManyTries } from '../../calls/sign-in.ts'
import { storableText } from '../../db/storable.ts'
import { good } from '../../http/answer.ts'
import { pageOf } from '../../http/paging.ts'
import { readHealth } from '../../status/health.ts'
import { organization } from '../../store/admin.ts'
import { databaseSize } from '../../store/office/settings.ts'
import { trailPage } from '../../store/trail.ts'
import type { AccountHandler } from '../office-call.ts'

const mostRows = 200
const usualRows = 50

/** GET office/trail */
export const trail: AccountHandler = async ({ backend: { db }, query }) => {
  const asked = pageOf(query)
  const limit = query.has('limit') ? Math.min(asked.limit, mostRows) : usualRows
  const text = storableText(query.get('text') ?? '').trim()
  const page = { limit, offset: (asked.number - 1) * limit }
  const { entries, total } = await trailPage(db.query, text, page)
  return good('The trail', {
    entries: entries.map(({ id, at, who, command }) => ({
      id,
      at: at.toISOString(),
      who,
      command,
    })),
    page: asked.number,
    limit,
    total,
  })
}

/** GET office/server */
export const server: AccountHandler = async ({ backend, origin }) => {
  const { db, blobs, machine } = backend
  const health = await readHealth({ db, blobs, dataDirectory: machine?.dataDirectory ?? null })
  const data: ServerState = {
    version: machine?.version ?? '',
    database: await databaseSize(db.query),
    files: { place: blobs.place, is_reachable: health.hasFileStore },
    free_bytes: health.freeBytes,
    unfinished: health.stored?.unfinished ?? null,
    mail: {
      is_sent: machine !== null && machine.sendNow !== null,
      failed: machine?.mailCounts.failed ?? 0,
    },
    app: origin,
    office: `${origin}/office`,
  }
  return good('The server', data)
}

/** POST office/mail-test: by the mail server itself, because the usual way says nothing of a failure. */
export const mailTest: AccountHandler = async call => {
  const { backend, account } = call
  const { db, machine, mailer, rateLimits } = backend
  const key = `office mail ${account.id}`
  const waitMs = rateLimits.change.waitMs(key)
  if (waitMs > 0) return tooManyTries(call, waitMs)
  rateLimits.change.failed(key)
  const name = (await organization(db.query))?.name ?? 'Transect'
  const email = {
    to: account.email,
    subject: `${name}: a test`,
    text: `This e-mail was sent by the server at ${call.origin}, because ${account.name} has asked for it.`,
  }
  call.note(account.email)
  if (machine === null || machine.sendNow === null) {
    await mailer(email)
    return good('Kept', { kind: 'kept', to: email.to, why: null })
  }
  const why = await machine.sendNow(email).then(
    () => null,
    (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
  )
  return good('Tried', { kind: why === null ? 'sent' : 'failed', to: email.to, why })
}
