/** A hint that was shown before Submit, and the surveyor's answer to it. WARNING: persisted. */
export interface ShownHint {
  /** Such as `number`. */
  kind: string
  /** The field that it is about; '' for the whole interview. */
  field_id: string
  /** The field's occurrence within a repeat, from 0. */
  occurrence: number
  /** '' without one. */
  reason: string
}

/** What happened to a submission, oldest first. */
export interface HistoryEntry {
  /** Epoch ms. */
  at: number
  what:
    | 'saved'
    | 'sent'
    | 'failed'
    | 'synced'
    | 'file'
    | 'edited'
    | 'deleted'
    | 'recovered'
    | 'restored'
    /** The server had lost it, and it was sent again. */
    | 'resent'
  note: string
  /** The id of the failed request in the server's log; absent otherwise. */
  request?: string
  /** The hints that were shown before Submit, of 'saved'; absent where there were none. */
  hints?: ShownHint[]
}
