import type { OutboxDoc, Recovered } from '../../collections/schemas/outbox.ts'

/** Why a run ended early. */
export type StopReason = 'offline' | 'login' | 'portal' | 'busy' | 'lost'

/** The result of a run over the outbox. */
export interface RunSummary {
  /** How many items the server has taken. */
  readonly synced: number
  /** The items that the server has taken, as they were queued. */
  readonly sent: readonly OutboxDoc[]
  /** Items that went to Recovery. */
  readonly recovered: readonly Recovered[]
  /** How many items will be tried again. */
  readonly retried: number
  /** null when every ready item was tried. */
  readonly stopped: StopReason | null
}

/** Events of synchronization, for the screens that show them. */
export type SyncEvent =
  | { readonly type: 'started' }
  | { readonly type: 'recovered'; readonly item: Recovered }
  /** A restored server had lost `count` submissions, which are sent again. */
  | { readonly type: 'resent'; readonly count: number }
  /** `isAsked`: the surveyor started the run, so the screen where it was started reports the result. */
  | { readonly type: 'finished'; readonly summary: RunSummary; readonly isAsked: boolean }
