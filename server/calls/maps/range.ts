/** The bytes that a request wants: all, some (`to` is behind the last one), or some that are not there. */
export type WantedBytes =
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly from: number; readonly to: number }
  | { readonly kind: 'none' }

/** Reads `Range` (RFC 9110). A header that cannot be read, or names several ranges, means all bytes. */
export const wantedBytes = (range: string | null, sizeBytes: number): WantedBytes => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? '') ?? []
  if (first === '' && last === '') return { kind: 'all' }
  const from = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes)
  if (first !== '' && last !== '' && Number(last) < from) return { kind: 'all' }
  return from >= to ? { kind: 'none' } : { kind: 'some', from, to }
}
