/** What the list showed when a submission was opened from it; passed in the navigation's state. */
export interface Listed {
  readonly formId: string | null
  readonly pendingOnly: boolean
  readonly search: string
}

const everything: Listed = { formId: null, pendingOnly: false, search: '' }

/** Reads the navigation's state, whose content is untrusted; without it the list shows all submissions. */
export const readListed = (state: unknown): Listed => {
  const { listed } = (typeof state === 'object' && state !== null ? state : {}) as {
    listed?: unknown
  }
  if (typeof listed !== 'object' || listed === null) return everything
  const { formId, pendingOnly, search } = listed as Readonly<Record<string, unknown>>
  return {
    formId: typeof formId === 'string' ? formId : null,
    pendingOnly: pendingOnly === true,
    search: typeof search === 'string' ? search : '',
  }
}
