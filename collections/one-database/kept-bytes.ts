/** The bytes of an attachment as they are stored: a blob, or a buffer where the browser stores no blobs. */
export interface KeptBytes {
  readonly data: Blob | ArrayBuffer
  /** Of a buffer, because it has none itself. */
  readonly type?: string
}

/** Stored bytes as a blob. */
export const blobOf = ({ data, type = '' }: KeptBytes): Blob =>
  data instanceof Blob ? data : new Blob([data], { type })

/** The names of the errors that browsers have for a blob that they do not store. */
const refusals: ReadonlySet<unknown> = new Set(['UnknownError', 'DataCloneError'])

/** Whether a write may have failed because it had a blob. A private window of Safari stores none. */
export const isBlobRefused = (error: unknown): boolean =>
  error instanceof Error &&
  (refusals.has(error.name) ||
    ('failures' in error && (error.failures as readonly Error[]).some(isBlobRefused)))
