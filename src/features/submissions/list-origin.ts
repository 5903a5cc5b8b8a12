/** How the list was opened; passed in the navigation's state (2.route-table.13). */
interface ListOrigin {
  /** Where Back leads when the history is empty. */
  readonly from: string | null
  readonly pendingOnly: boolean
}

/** Reads the navigation's state, whose content is untrusted. */
export const listOrigin = (state: unknown): ListOrigin => {
  const { from, filter } = (typeof state === 'object' && state !== null ? state : {}) as {
    from?: unknown
    filter?: unknown
  }
  const isPath = typeof from === 'string' && from.startsWith('/') && !from.startsWith('//')
  return { from: isPath ? from : null, pendingOnly: filter === 'pending' }
}
