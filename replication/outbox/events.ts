import type { OutboxDoc } from '../../collections/schemas/outbox.ts'

/** Why a run ended before the outbox was worked off. */
export type StopReason = 'offline' | 'login' | 'portal' | 'busy' | 'lost'

/** What a run over the outbox came to. */
export interface RunSummary {
  /** Submissions and files that the server has now. */
  readonly synced: number
  /** The items that went, as they were queued. */
  readonly sent: readonly OutboxDoc[]
  /** Items that went to Recovery. */
  readonly recovered: readonly OutboxDoc[]
  /** Items that will be tried again. */
  readonly retried: number
  /** null when everything that was ready was tried. */
  readonly stopped: StopReason | null
}

/** What happens while synchronizing, for those who show or say it. */
export type SyncEvent =
  | { readonly type: 'started' }
  | { readonly type: 'recovered'; readonly item: OutboxDoc }
  /** A restored server had lost so many submissions, which are sent again. */
  | { readonly type: 'resent'; readonly count: number }
  /** `isAsked`: the surveyor asked for it, and is told by the screen that did. */
  | { readonly type: 'finished'; readonly summary: RunSummary; readonly isAsked: boolean }
