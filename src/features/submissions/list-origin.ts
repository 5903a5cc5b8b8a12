/** How the list was opened; travels in the navigation's state (2.route-table.13). */
export interface ListOrigin {
  /** Where 'back' leads when the history does not know. */
  readonly from: string | null
  readonly pendingOnly: boolean
}

/** Reads the navigation's state, which anybody may have written. */
export const listOrigin = (state: unknown): ListOrigin => {
  const { from, filter } = (typeof state === 'object' && state !== null ? state : {}) as {
    from?: unknown
    filter?: unknown
  }
  const isPath = typeof from === 'string' && from.startsWith('/') && !from.startsWith('//')
  return { from: isPath ? from : null, pendingOnly: filter === 'pending' }
}
