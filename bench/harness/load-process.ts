import { fork } from 'node:child_process'
import { once } from 'node:events'
import { root } from './files.ts'

/** What the load process is asked for: a round of calls of every surveyor at once. */
export interface Load {
  readonly port: number
  /** One for each surveyor; always the same ones. */
  readonly tokens: readonly string[]
  /** Of each surveyor. */
  readonly calls: number
  /** Whether they only submit. */
  readonly isSubmits?: boolean
}

/** How long a round took. */
export interface Told {
  readonly ms: number
  /** Processor time of the load process itself. */
  readonly ownMs: number
}

interface LoadProcess {
  /** Rejects when a call is refused. */
  readonly round: (load: Load) => Promise<Told>
  readonly stop: () => void
}

/** Starts a process that makes the load, because its work must not take the time of what measures. */
export const startLoadProcess = (): LoadProcess => {
  const child = fork(`${root}bench/harness/mixed-calls.ts`, { execArgv: ['--import', 'tsx'] })
  const ended = once(child, 'exit')
  return {
    round: async load => {
      child.send(load)
      const [told] = (await Promise.race([once(child, 'message'), ended])) as [Told | number]
      if (typeof told !== 'object') throw new Error('The load process ended, as it says above.')
      return told
    },
    stop: () => child.kill(),
  }
}
