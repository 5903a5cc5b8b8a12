import type { Database } from '../../../collections/database.ts'
import { readyItemCount } from '../../../collections/queries.ts'
import { inOrder } from '../../../collections/query.ts'
import type { CaseDoc } from '../../../collections/schemas/cases.ts'
import {
  changeSetting,
  readSetting,
  type settingDefaults,
} from '../../../collections/writes/write-settings.ts'
import { claim } from '../../attempt/sending.ts'
import { createDown, type Down } from '../../down.ts'
import type { SyncEnv } from '../../env.ts'
import type { Api } from '../../http/api.ts'
import type { Failure } from '../../http/failure.ts'
import { askForPage } from '../../http/pages/page-size.ts'
import { ok, type Result } from '../../http/result.ts'
import { casesPage, syncTimeoutMs } from '../../limits.ts'
import type { Lease } from '../../lock.ts'
import type { Extension } from '../../wire/calls.ts'
import { asCaseDeletion, asCaseDocument, settleCases, takeCases } from './take-cases.ts'

/** Where the next page of cases begins, and the pass over all of them that it belongs to. */
export interface CasesCheckpoint {
  readonly cursor: string
  readonly pass: number
}

/** Prepares RxDB's pull of the cases. */
export const createCasesDown = (db: Database): Down<CaseDoc, CasesCheckpoint> =>
  createDown({
    collection: db.cases,
    identifier: 'transect-cases',
    arrive: (documents, checkpoint) => takeCases(db, documents, checkpoint),
  })

/** What a pull of cases needs. */
interface CasesContext {
  readonly db: Database
  readonly api: Pick<Api, 'cases' | 'changes'>
  readonly env: Pick<SyncEnv, 'clock'>
  readonly lease: Lease
  readonly extensions: () => ReadonlySet<Extension> | null
  /** RxDB's pull of the cases. */
  readonly down: Down<CaseDoc, CasesCheckpoint>
}

/**
 * Fetches what changed of the surveyor's cases, if the server lists them. Runs under the lock.
 *
 *   a page ──► its cases, then the cursor ──► the next page ──► … ──► the last page ──► what the server has by now is settled
 *     └── the server begins anew ──► another pass: what it does not bring is no longer the surveyor's
 *     └── something is ready to be sent ──► the rest comes after it
 */
export const pullCases = async (context: CasesContext): Promise<Result<void, Failure>> => {
  const { db, api, env, lease, extensions, down } = context
  if (extensions()?.has('cases') !== true) return ok(undefined)
  const { cursor, begun, pass } = await begin(db)
  let next: CasesCheckpoint = { cursor, pass: Math.max(1, pass) }
  let isWhole = false
  const pulled = await down.pull(async () => {
    const since = next.cursor
    const page = await askForPage(api, env.clock.now, casesPage, async limit => {
      await claim({ lease }, syncTimeoutMs)
      return api.cases(since, limit)
    })
    if (!page.ok) return page
    const { rows, deletedIds, hasMore, restarted } = page.value
    next = { cursor: page.value.next, pass: next.pass + (restarted ? 1 : 0) }
    isWhole = !hasMore
    const documents = [
      ...(await Promise.all(rows.map(row => asCaseDocument(db, row, next.pass)))),
      ...deletedIds.map(asCaseDeletion),
    ]
    // A cursor that stays would be read without end.
    const isLast = isWhole || next.cursor === since || (await isAnyReady(db))
    return ok({ documents, checkpoint: next, isLast })
  })
  if (!pulled.ok) return pulled
  // Of pages without a case RxDB writes nothing.
  await changeSetting(db, 'cases', known =>
    known.cursor === next.cursor && known.pass === next.pass ? null : { ...known, ...next },
  )
  if (!isWhole) return ok(undefined)
  await settleCases(db, begun, next.pass)
  await changeSetting(db, 'cases', known =>
    known.whole === next.pass ? null : { ...known, whole: next.pass },
  )
  return ok(undefined)
}

/** Notes that the server lists cases, before rows of interviews come: the list brings what these say of cases. */
export const noteCaseList = async ({
  db,
  extensions,
}: Pick<CasesContext, 'db' | 'extensions'>): Promise<void> => {
  if (extensions()?.has('cases') !== true) return
  await changeSetting(db, 'cases', known => (known.begun > 0 ? null : { ...known, begun: 1 }))
}

/** Notes that a pull begins, so that what is confirmed from now on waits for the next one. */
const begin = async (db: Database): Promise<typeof settingDefaults.cases> =>
  (await changeSetting(db, 'cases', known => ({ ...known, begun: known.begun + 1 }))) ??
  (await readSetting(db, 'cases'))

const isAnyReady = async (db: Database): Promise<boolean> =>
  (await readyItemCount(inOrder).count(db.outbox).exec()) > 0
