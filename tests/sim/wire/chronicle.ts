import type { Sent } from './ledger.ts'

/**
 * Records what really reached the server, and from which phone. From this it knows which doubles and overwritten
 * edits no client could have prevented on a server without keys and revisions.
 */
export interface Chronicle {
  readonly delivered: (
    sent: Sent,
    answer: { readonly status: number; readonly json: unknown },
  ) => void
  readonly nameRow: (id: string, marker: string) => void
  /** The phone whose request made a row; null when its answer did not name the row. */
  readonly makerOf: (rowId: string) => string | null
  /** The phone that made an interview knows its row. */
  readonly confirm: (marker: string) => void
  /** Whether the server ever accepted an answer, or a file by its hash, of an interview. */
  readonly hasTaken: (marker: string, field: string, value: string) => boolean
  /** The wire repeated a request, as a browser does on a broken connection. */
  readonly repeated: (sent: Sent) => void
  /** Whether such a repeat may have doubled an interview or its files. */
  readonly mayBeTwin: (marker: string) => boolean
  /** A row was deleted at the office, without any phone. */
  readonly deletedElsewhere: (marker: string) => void
  /** A surveyor deletes an interview. */
  readonly deletionAsked: (marker: string) => void
  /** Whether a surveyor ever deleted an interview, which may have been taken back since. */
  readonly wasDeletionAsked: (marker: string) => boolean
  /** The rows that phones deleted although no surveyor had deleted their interviews, each as a problem. */
  readonly unaskedDeletions: () => readonly string[]
  /** Whether a phone other than this one has deleted a row on the server. */
  readonly isGoneFor: (phone: string, rowId: string) => boolean
  /** Whether two phones changed an interview without having seen the other's change. */
  readonly wasOverwritten: (marker: string) => boolean
  /** A phone's clock was set while its request was in flight, and the request arrived later. */
  readonly overtaken: (sent: Sent) => void
  /** Why no client could have known that such a server already had an interview; null when one could. */
  readonly whyUnknowable: (marker: string) => Unknowable | null
}

/**
 * changed: another phone changed or deleted the row before the phone that made it knew the row, or one of the two rows
 * that a browser made of it. clock: the phone
 * could not know that its request was still in flight, because its clock was set meanwhile.
 */
export type Unknowable = 'changed' | 'clock'

export const createChronicle = (): Chronicle => {
  const markers = new Map<string, string>()
  const versions = new Map<string, number>()
  const seen = new Map<string, number>()
  const overwritten = new Set<string>()
  const unknowable = new Map<string, Unknowable>()
  const confirmed = new Set<string>()
  /** The phone that made each interview. */
  const makers = new Map<string, string>()
  /** The temporary id under which each interview was sent last; one that was restored from the bin has another. */
  const tempIds = new Map<string, string | null>()
  const rowMakers = new Map<string, string>()
  /** What the server accepted: the row or marker, the field, and the text or hash. */
  const taken = new Set<string>()
  const twins = new Set<string>()
  /** The rows that were deleted, each with the phone that did it. */
  const gone = new Map<string, string>()
  const asked = new Set<string>()
  /** The rows for which phones sent a DELETE. */
  const deletions = new Set<string>()
  const takes = (about: string, field: string, value: string) => `${about}\n${field}\n${value}`

  const noteCreation = ({ phone, about, tempId }: Sent, json: unknown) => {
    if (about === null) return
    makers.set(about, phone)
    if (tempIds.get(about) !== tempId) confirmed.delete(about)
    tempIds.set(about, tempId)
    const id = (json as { data?: { id?: unknown } } | undefined)?.data?.id
    if (id === undefined) return
    markers.set(String(id), about)
    rowMakers.set(String(id), phone)
  }
  /** Whether a browser's repeat made two rows of an interview, and both are still there. */
  const isTwice = (marker: string) =>
    [...markers].filter(([row, known]) => known === marker && !gone.has(row)).length > 1
  const noteChange = (phone: string, row: string) => {
    const marker = markers.get(row) ?? row
    const isKnown = confirmed.has(marker) && !isTwice(marker)
    if (makers.get(marker) !== phone && !isKnown) unknowable.set(marker, 'changed')
  }

  return {
    delivered: (sent, { status, json }) => {
      const { phone, method, path } = sent
      const row = /\/form-submissions\/([^/]+)$/.exec(path)?.[1]
      if (method === 'DELETE' && row !== undefined) deletions.add(row)
      if (status < 200 || status >= 300) return
      for (const { form_field_id, value } of sent.answers) {
        taken.add(takes(sent.about ?? '', form_field_id, value))
      }
      for (const hash of sent.files) taken.add(takes(sent.about ?? '', 'file', hash))
      if (sent.tempId !== null) return noteCreation(sent, json)
      if (row === undefined) return
      const version = versions.get(row) ?? 0
      if (method === 'GET') seen.set(`${phone} ${row}`, version)
      if (method === 'DELETE') {
        noteChange(phone, row)
        if (!gone.has(row)) gone.set(row, phone)
      }
      if (method !== 'PUT') return
      noteChange(phone, row)
      if ((seen.get(`${phone} ${row}`) ?? 0) < version) overwritten.add(row)
      versions.set(row, version + 1)
      seen.set(`${phone} ${row}`, version + 1)
    },
    nameRow: (id, marker) => {
      markers.set(id, marker)
    },
    makerOf: rowId => rowMakers.get(rowId) ?? null,
    hasTaken: (marker, field, value) =>
      [marker, ...[...markers].filter(([, known]) => known === marker).map(([row]) => row)].some(
        about => taken.has(takes(about, field, value)),
      ),
    deletedElsewhere: marker => {
      if (!confirmed.has(marker)) unknowable.set(marker, 'changed')
    },
    deletionAsked: marker => {
      asked.add(marker)
    },
    wasDeletionAsked: marker => asked.has(marker),
    unaskedDeletions: () =>
      [...deletions]
        .filter(row => !asked.has(markers.get(row) ?? row))
        .map(row => `row ${row} of ${markers.get(row)} was deleted, which nobody asked for`),
    isGoneFor: (phone, rowId) => (gone.get(rowId) ?? phone) !== phone,
    repeated: ({ about }) => {
      if (about !== null) twins.add(about)
    },
    mayBeTwin: marker => [...twins].some(about => (markers.get(about) ?? about) === marker),
    confirm: marker => {
      confirmed.add(marker)
    },
    wasOverwritten: marker => [...overwritten].some(row => markers.get(row) === marker),
    overtaken: ({ about }) => {
      if (about !== null) unknowable.set(markers.get(about) ?? about, 'clock')
    },
    whyUnknowable: marker => unknowable.get(marker) ?? null,
  }
}
