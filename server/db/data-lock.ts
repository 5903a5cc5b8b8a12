import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  utimes,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/**
 * The lock of the data directory, for one process. The embedded engine has no lock of its own, and two processes on one
 * directory would silently lose rows.
 *
 *   no file ──open 'wx'──▶ held ──release──▶ no file
 *   file of a dead process ──guarded takeover──▶ held
 *   file of a living process ──▶ DataDirectoryBusy
 *
 * Whether a process of another container or machine lives cannot be seen here. So the holder renews its file, and such
 * a file counts as that of a living process until it has not been renewed for a minute.
 */
interface DataLock {
  readonly release: () => void
}

/** Another living process holds the directory. */
export class DataDirectoryBusy extends Error {
  constructor(directory: string, pid: number | string) {
    super(
      `The data directory ${directory} is in use by process ${pid}. Stop it first, or set DATA_DIR to another directory.`,
    )
    this.name = 'DataDirectoryBusy'
  }
}

interface Holder {
  readonly pid: number
  /** When that process started, where the system reports it. A reused pid has another start time. */
  readonly started: string
  /** The name of its container or machine. */
  readonly host: string
}

const renewEveryMs = 10_000
const foreignAgeMs = 60_000

const heldHere = new Set<string>()

const hasCode = (failure: unknown, code: string): boolean =>
  typeof failure === 'object' && failure !== null && 'code' in failure && failure.code === code

/**
 * The state and start time of a process: on Linux, fields 3 and 22 of its stat file. The name before them may contain
 * spaces.
 */
const statOf = (pid: number): { readonly state: string; readonly started: string } => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', started: fields[19] ?? '' }
  } catch {
    return { state: '', started: '' }
  }
}

const startOf = (pid: number): string => statOf(pid).started

/** Whether a process is a zombie: it has ended and holds nothing, but its parent has not waited for it yet. */
const isZombie = (pid: number): boolean => ['Z', 'X'].includes(statOf(pid).state)

const isAlive = (holder: Holder): boolean => {
  try {
    process.kill(holder.pid, 0)
  } catch (failure) {
    return hasCode(failure, 'EPERM')
  }
  if (isZombie(holder.pid)) return false
  const started = startOf(holder.pid)
  // In a container every start may get the same pid. Without start times, a lock with our own pid is a leftover.
  if (holder.pid === process.pid && started === '') return false
  return holder.started === '' || started === '' || started === holder.started
}

const readHolder = (path: string): Holder | null => {
  const [pid = '', started = '', host = ''] = readFileSync(path, 'utf8').split(' ')
  return Number(pid) > 0 ? { pid: Number(pid), started, host } : null
}

const ownHolder = (): string => `${process.pid} ${startOf(process.pid)} ${hostname()}`

const isOwn = (path: string): boolean =>
  existsSync(path) && readFileSync(path, 'utf8') === ownHolder()

const openNew = (path: string): number | null => {
  try {
    return openSync(path, 'wx')
  } catch (failure) {
    if (hasCode(failure, 'EEXIST')) return null
    throw failure
  }
}

const tryCreate = (path: string): boolean => {
  const file = openNew(path)
  if (file === null) return false
  try {
    writeSync(file, ownHolder())
    return true
  } catch (failure) {
    // On a full disk the file is made and stays empty, and would count as a lock that is being written.
    unlinkSync(path)
    throw failure
  } finally {
    closeSync(file)
  }
}

const removeIfOlder = (path: string, ageMs: number): void => {
  try {
    if (Date.now() - statSync(path).mtimeMs > ageMs) unlinkSync(path)
  } catch (failure) {
    if (!hasCode(failure, 'ENOENT')) throw failure
  }
}

/**
 * The living process that holds the lock; null when there is none. A recent file without a pid is still being written,
 * so it counts as held.
 */
const livingHolder = (path: string): Holder | null => {
  try {
    const holder = readHolder(path)
    const ageMs = Date.now() - statSync(path).mtimeMs
    if (holder === null) return ageMs < 5000 ? { pid: 0, started: '', host: hostname() } : null
    return (holder.host === hostname() ? isAlive(holder) : ageMs < foreignAgeMs) ? holder : null
  } catch (failure) {
    if (hasCode(failure, 'ENOENT')) return null
    throw failure
  }
}

const busyWith = (directory: string, { pid, host }: Holder): DataDirectoryBusy =>
  new DataDirectoryBusy(directory, host === hostname() ? pid : `${pid} of ${host}`)

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Makes a directory for its user only, and those above it. Node's own recursive mkdir never returns below /proc. */
export const makeDirectory = (directory: string): void => {
  if (isDirectory(directory)) return
  makeDirectory(dirname(directory))
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (failure) {
    if (!isDirectory(directory)) throw failure
  }
}

/** Locks the directory for this process, or throws DataDirectoryBusy. Creates the directory when it is missing. */
export const lockDataDirectory = (directory: string): DataLock => {
  makeDirectory(directory)
  // The engine makes its files readable and writable for all users, so the directory has to be private.
  chmodSync(directory, 0o700)
  const path = join(resolve(directory), 'server.lock')
  if (heldHere.has(path)) throw new DataDirectoryBusy(directory, process.pid)
  if (!tryCreate(path)) {
    const holder = livingHolder(path)
    if (holder !== null) throw busyWith(directory, holder)
    takeOver(directory, path)
  }
  heldHere.add(path)
  const renewing = setInterval(() => {
    const now = new Date()
    // A failure is no reason to end a server that works.
    utimes(path, now, now, () => undefined)
  }, renewEveryMs)
  renewing.unref()
  return {
    release: () => {
      clearInterval(renewing)
      // Another container may have taken over from this process while it was suspended.
      if (heldHere.delete(path) && isOwn(path)) unlinkSync(path)
    },
  }
}

/** Replaces the lock of a dead process. If several processes try, the guard file lets only one replace it. */
const takeOver = (directory: string, path: string): void => {
  const guard = `${path}.takeover`
  removeIfOlder(guard, 30_000)
  if (!tryCreate(guard)) throw new DataDirectoryBusy(directory, 0)
  try {
    const holder = livingHolder(path)
    if (holder !== null) throw busyWith(directory, holder)
    // However old it is, because a lock that was renewed before the clock was set back is from the future.
    removeIfOlder(path, Number.NEGATIVE_INFINITY)
    if (!tryCreate(path)) throw new DataDirectoryBusy(directory, 0)
  } finally {
    unlinkSync(guard)
  }
}
