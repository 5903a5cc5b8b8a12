import { useCallback, useEffect, useState } from 'react'
import type { Database } from '../../../collections/database.ts'
import { tryRoom } from '../../../collections/storage/try-room.ts'
import { firstValueFrom } from 'rxjs'
import { assignedForms, fieldCount, shownCaseCount } from '../../../collections/queries.ts'
import { countNotArrived } from '../../../collections/waiting-forms.ts'
import { readSetting } from '../../../collections/writes/write-settings.ts'
import { useApp, useWorkspace, type App } from '../../context.tsx'
import type { Env } from '../../env.ts'
import { useOnline } from '../../lib/hooks/use-online.ts'
import { readyPhotoBytes, readyPhotos } from '../../limits.ts'
import { watchNotArrived } from '../../workspace/watch-waiting.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { Facts } from './readiness.ts'

/** The facts about the device, measured now; `look` measures again. */
export const useFacts = (): {
  readonly facts: Facts | null
  readonly look: () => Promise<void>
} => {
  const app = useApp()
  const workspace = useWorkspace()
  const isOnline = useOnline(app.env.network)
  const [facts, setFacts] = useState<Facts | null>(null)
  const look = useCallback(async () => {
    setFacts(await gatherFacts(app, workspace))
  }, [app, workspace])
  useEffect(() => {
    let isHere = true
    const show = async () => {
      const found = await gatherFacts(app, workspace)
      if (!isHere) return
      setFacts(found)
      if (!isOnline || found.clockAheadMs !== null) return
      // The clock is compared with the server's at an answer, and there was none since the start.
      await workspace.sync.refresh.now('account')
      const again = await gatherFacts(app, workspace)
      if (isHere) setFacts(again)
    }
    show().catch(() => undefined)
    return () => {
      isHere = false
    }
  }, [app, workspace, isOnline])
  return { facts, look }
}

const gatherFacts = async (
  { env, serverClock }: Pick<App, 'env' | 'serverClock'>,
  { db, baseMaps }: Pick<Workspace, 'db' | 'baseMaps'>,
): Promise<Facts> => {
  return {
    now: env.clock.now(),
    isOnline: env.network.isOnline(),
    shell: await env.storedShell().catch(() => null),
    forms: await formsOnDevice(db),
    cases: await casesOnDevice(db),
    maps: await mapsOnDevice(db, baseMaps),
    isPersistent: await env.isStoragePersistent(),
    isInstalled: env.install.isStandalone(),
    isApple: env.install.isApple,
    freeBytes: await freeBytesOf(env),
    location: await env.permission('geolocation'),
    camera: await env.permission('camera'),
    clockAheadMs: serverClock.aheadMs(),
    lastSync: await readSetting(db, 'lastSyncTime'),
    pending: countNotArrived(await firstValueFrom(watchNotArrived(db))) ?? 0,
  }
}

/** The bytes of one day's photos. */
const dayBytes = readyPhotos * readyPhotoBytes

/** Chromium reports free storage in whole multiples of this, whatever the device has. */
const gigabyte = 1024 ** 3

/**
 * How many bytes can still be written. Up to a day's photos this is measured by a trial; beyond that, the browser's
 * figure counts, unless it is a fixed one. Null when neither is known.
 */
const freeBytesOf = async (
  env: Pick<Env, 'estimateStorage' | 'indexedDb'>,
): Promise<number | null> => {
  const { usedBytes, quotaBytes } = await env.estimateStorage()
  const granted = quotaBytes > 0 ? quotaBytes - usedBytes : null
  const tried = await tryRoom(env.indexedDb, dayBytes).catch(() => null)
  if (tried === null) return granted
  const isFixed = granted === null || granted % gigabyte === 0
  return tried < dayBytes || isFixed ? tried : granted
}

/** A survey is complete when the fields of its current version are on the device; unpublished surveys do not count. */
const formsOnDevice = async (db: Database): Promise<NonNullable<Facts['forms']>> => {
  const heads = await assignedForms().build(db.forms).exec()
  const published = heads.filter(({ status }) => status !== 'draft')
  const counts = await Promise.all(
    published.map(({ definition_hash: version }) =>
      version === '' ? 0 : fieldCount(version).count(db.form_questions).exec(),
    ),
  )
  return { assigned: published.length, whole: counts.filter(count => count > 0).length }
}

/** The cases, and whether the server's list of them was read to its end; null without cases. */
const casesOnDevice = async (db: Database): Promise<Facts['cases']> => {
  const count = await shownCaseCount.count(db.cases).exec()
  const { begun, pass, whole } = await readSetting(db, 'cases')
  const isListed = begun > 0
  const isWhole = !isListed || (whole > 0 && whole === pass)
  return count === 0 && isWhole ? null : { count, isWhole }
}

/** How many base maps the surveys have, and how many of them are whole here. */
const mapsOnDevice = async (
  db: Database,
  { loaded$ }: Workspace['baseMaps'],
): Promise<Facts['maps']> => {
  const forms = await assignedForms().build(db.forms).exec()
  const named = new Set(
    forms.flatMap(form => form.toJSON().maps?.map(({ sha256 }) => sha256) ?? []),
  )
  if (named.size === 0) return { all: 0, here: 0 }
  const loaded = await firstValueFrom(loaded$)
  const maps = loaded === null ? [] : await firstValueFrom(loaded.maps$)
  return { all: named.size, here: maps?.filter(({ stage }) => stage === 'kept').length ?? 0 }
}
