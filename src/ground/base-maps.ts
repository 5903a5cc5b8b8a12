import { BehaviorSubject, combineLatest, startWith, type Observable } from 'rxjs'
import type { Database } from '../../collections/database.ts'
import { knownForms } from '../../collections/queries.ts'
import type { Cancel } from '../../replication/env.ts'
import type { FormMap } from '../../replication/wire/form/maps.ts'
import type { Env } from '../env.ts'
import { bytesHere, downloadMap, type DownloadEnd, type DownloadParts } from './download-map.ts'
import { groundMap, type GroundMap } from './ground.ts'
import {
  droppedMaps,
  dropMap,
  isWhole,
  keptMaps,
  noteDropped,
  noteWish,
  readKept,
  type Wish,
} from './kept-map.ts'

/** A base map of the surveyor's forms, and what of it is on the device. */
export interface BaseMap {
  readonly map: FormMap
  /** The titles of its forms. */
  readonly forms: readonly string[]
  readonly stage: 'absent' | 'part' | 'fetching' | 'kept'
  readonly hereBytes: number
  /** Why it is not here, or does not go on; null for no reason. */
  readonly problem: Exclude<DownloadEnd, 'done' | 'stopped'> | 'made-room' | 'elsewhere' | null
}

/** The base maps of the surveyor's forms on this device. */
export interface BaseMaps {
  /** Null before the first look. */
  readonly maps$: Observable<readonly BaseMap[] | null>
  /** Fetches a map on whatever network there is, and goes on after every cut. */
  readonly fetch: (sha256: string) => void
  /** Ends a download. What has come stays, and the next one begins behind it. */
  readonly stopFetching: (sha256: string) => Promise<void>
  /** Removes a map from the device. */
  readonly remove: (sha256: string) => Promise<void>
  /** Looks again at what is here, for example after a map has made room. */
  readonly look: () => Promise<void>
  /** The maps, to draw. */
  readonly drawn: () => readonly GroundMap[]
  /** Ends all downloads, which go on with the next start. */
  readonly stop: () => void
}

interface Parts extends DownloadParts {
  readonly db: Database
  readonly env: Pick<Env, 'caches' | 'estimateStorage' | 'local'> & DownloadParts['env']
}

/** How long a download waits after a cut; a network that comes back ends the wait. */
const againMs = [2000, 5000, 15_000, 30_000, 60_000] as const

/** How long a map that no form names stays, because forms come one after the other. */
const unnamedMs = 60_000

/** A download that runs, or waits to go on. */
interface Running {
  readonly abort: AbortController
  readonly cancelWait: Cancel
}

/** Follows the maps of the surveyor's forms, fetches them over Wi-Fi, and removes those that no form names. */
export const createBaseMaps = (parts: Parts): BaseMaps => {
  const { env, db, database } = parts
  const maps$ = new BehaviorSubject<readonly BaseMap[] | null>(null)
  const running = new Map<string, Running>()
  const problems = new Map<string, BaseMap['problem']>()
  const turns = new Map<string, Promise<void>>()
  const drawn = new Map<string, GroundMap>()
  const marks = (sha256: string) => `${database} map ${sha256}`
  let named: ReadonlyMap<string, Pick<BaseMap, 'map' | 'forms'>> = new Map()
  let isStopped = false
  let cancelUnnamed: Cancel = () => {}

  const put = (sha256: string, change: Partial<BaseMap>): void => {
    const maps = maps$.value ?? []
    maps$.next(maps.map(each => (each.map.sha256 === sha256 ? { ...each, ...change } : each)))
  }

  const look = async (): Promise<void> => {
    const found: BaseMap[] = []
    const dropped = droppedMaps(env)
    for (const { map, forms } of named.values()) {
      const kept = await readKept(env, database, map.sha256).catch(() => null)
      const isDropped = kept === null && dropped.includes(map.sha256)
      found.push({
        map,
        forms,
        stage:
          kept !== null && isWhole(kept)
            ? 'kept'
            : running.has(map.sha256)
              ? 'fetching'
              : kept === null
                ? 'absent'
                : 'part',
        hereBytes: kept === null ? 0 : bytesHere(map, kept.pieces, kept.here),
        problem: isDropped ? 'made-room' : (problems.get(map.sha256) ?? null),
      })
    }
    if (!isStopped) maps$.next(found)
  }

  const run = async (map: FormMap, wish: Wish | null, cuts: number): Promise<void> => {
    const { sha256 } = map
    const abort = new AbortController()
    running.set(sha256, { abort, cancelWait: () => {} })
    problems.delete(sha256)
    put(sha256, { stage: 'fetching', problem: null })
    if ((await env.liveness.isHeld(marks(sha256))) === true) {
      running.delete(sha256)
      problems.set(sha256, 'elsewhere')
      return look()
    }
    const release = await env.liveness.hold(marks(sha256))
    let isMoved = false
    const end = await downloadMap(parts, map, wish, abort.signal, hereBytes => {
      isMoved ||= hereBytes > 0
      put(sha256, { hereBytes })
    })
    release()
    if (running.get(sha256)?.abort !== abort) return
    running.delete(sha256)
    if (isStopped) return
    if (end === 'network') {
      // Goes on by itself, because no one watches a download of an hour.
      const nth = isMoved ? 0 : cuts
      const again = () => void run(map, wish, nth + 1)
      const cancelWait = env.clock.after(
        againMs[Math.min(nth, againMs.length - 1)] ?? 60_000,
        again,
      )
      running.set(sha256, { abort, cancelWait })
      put(sha256, { problem: 'network' })
      problems.set(sha256, 'network')
      return
    }
    if (end === 'done') noteDropped(env, sha256, false)
    if (end !== 'done' && end !== 'stopped') problems.set(sha256, end)
    await look()
  }

  const halt = (sha256: string): void => {
    running.get(sha256)?.abort.abort()
    running.get(sha256)?.cancelWait()
    running.delete(sha256)
    problems.delete(sha256)
  }

  const begin = (map: FormMap, wish: Wish | null): void => {
    const { sha256 } = map
    halt(sha256)
    noteDropped(env, sha256, false)
    // One behind the other, because the one before still writes its last piece.
    turns.set(
      sha256,
      (turns.get(sha256) ?? Promise.resolve()).then(() => run(map, wish, 0)),
    )
  }

  /** Begins the downloads that need no one to ask for them. */
  const beginWaiting = async (): Promise<void> => {
    const { type, isSaving = false } = env.network.connection()
    const isFree = (type === 'wifi' || type === 'ethernet') && !isSaving
    if (!env.network.isOnline()) return
    for (const { map, stage, problem } of maps$.value ?? []) {
      if (stage === 'kept' || problem === 'made-room' || isStopped) continue
      if (running.has(map.sha256) && problem !== 'network') continue
      const wish = (await readKept(env, database, map.sha256).catch(() => null))?.wish ?? null
      if (wish === 'asked' || (wish === null && isFree)) begin(map, wish)
    }
  }

  const dropUnnamed = async (): Promise<void> => {
    if (isStopped) return
    for (const sha256 of await keptMaps(env, database)) {
      if (named.has(sha256)) continue
      halt(sha256)
      await dropMap(env, database, sha256)
    }
  }

  const forms$ = knownForms().build(db.forms).$
  const subscription = combineLatest([forms$, env.network.online$.pipe(startWith(true))]).subscribe(
    ([forms]) => {
      const next = new Map<string, { map: FormMap; forms: readonly string[] }>()
      for (const form of forms) {
        for (const map of form.toJSON().maps ?? []) {
          const titles = next.get(map.sha256)?.forms ?? []
          next.set(map.sha256, { map: map as FormMap, forms: [...titles, form.title] })
        }
      }
      named = next
      cancelUnnamed()
      // An empty device has no forms yet, and its maps are still needed.
      if (forms.length > 0) cancelUnnamed = env.clock.after(unnamedMs, () => void dropUnnamed())
      void look().then(beginWaiting)
    },
  )

  return {
    maps$,
    look,
    fetch: sha256 => {
      const map = named.get(sha256)?.map
      if (map !== undefined) begin(map, 'asked')
    },
    stopFetching: async sha256 => {
      halt(sha256)
      const kept = await readKept(env, database, sha256)
      if (kept !== null) await noteWish(kept, 'stopped')
      await look()
    },
    remove: async sha256 => {
      halt(sha256)
      await dropMap(env, database, sha256)
      // Not fetched again before someone asks.
      noteDropped(env, sha256, true)
      await look()
    },
    drawn: () =>
      [...named.values()].map(({ map }) => {
        const found = drawn.get(map.sha256) ?? groundMap(env, database, map)
        drawn.set(map.sha256, found)
        return found
      }),
    stop: () => {
      isStopped = true
      cancelUnnamed()
      subscription.unsubscribe()
      for (const sha256 of running.keys()) halt(sha256)
    },
  }
}
