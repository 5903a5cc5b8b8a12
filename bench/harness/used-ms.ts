import { readFileSync, readdirSync } from 'node:fs'

/** A tick of /proc in milliseconds, on every usual Linux. */
const tickMs = 10

/** What /proc knows of a process; null on a system without it, or when the process has ended. */
interface Used {
  readonly parent: number
  readonly ownMs: number
  /** Of its children that have ended. */
  readonly endedMs: number
}

const usedBy = (pid: number | string | undefined): Used | null => {
  try {
    // The name, which may contain spaces, ends with the last bracket.
    const [, after = ''] = /\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = after.split(' ').map(Number)
    const ms = (at: number) => ((fields[at] ?? 0) + (fields[at + 1] ?? 0)) * tickMs
    return { parent: fields[1] ?? 0, ownMs: ms(11), endedMs: ms(13) }
  } catch {
    return null
  }
}

/** Processor time of a process so far; NaN on a system without /proc. */
export const usedMsOf = (pid: number | undefined): number => usedBy(pid)?.ownMs ?? Number.NaN

/** Processor time of a process and its children so far, also of those that have ended; NaN on a system without /proc. */
export const usedMsOfFamily = (pid: number | undefined): number => {
  const own = usedBy(pid)
  if (own === null) return Number.NaN
  const children = readdirSync('/proc').flatMap(name => {
    const used = /^\d+$/.test(name) ? usedBy(name) : null
    return used === null || used.parent !== pid ? [] : [used.ownMs + used.endedMs]
  })
  return children.reduce((total, ms) => total + ms, own.ownMs + own.endedMs)
}
