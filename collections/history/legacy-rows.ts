import { isTempId } from '../ids.ts'
import { answersByKey, textOf, timeOf, type OldDocument } from './ledger-changes.ts'

/** Pure conversions of the earlier app's rows, before the ledger brings them to today's version. */

/** What an earlier outbox still had to send of one submission. */
export interface LegacyIntent {
  readonly kind: 'create' | 'edit' | 'delete'
  readonly row: OldDocument
}

const asObject = (value: unknown): OldDocument => {
  if (typeof value === 'object' && value !== null) return value as OldDocument
  try {
    const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : null
    return typeof parsed === 'object' && parsed !== null ? (parsed as OldDocument) : {}
  } catch {
    return {}
  }
}

/** The id at the end of '/surveyor/form-submissions/41'; '' when the endpoint names none. */
const targetOf = (endpoint: unknown): string =>
  /form-submissions\/([^/?]+)/.exec(textOf(endpoint))?.[1] ?? ''

/**
 * The submission that an outbox row is about, as a row of the submissions table; null for a row about files, or
 * one that cannot be read.
 */
export const intentOf = (item: OldDocument): LegacyIntent | null => {
  if (/file|upload/i.test(textOf(item['type'])) || /upload/i.test(textOf(item['endpoint']))) {
    return null
  }
  const payload = asObject(item['payload'])
  const method = textOf(item['method']).toUpperCase() || 'POST'
  const target = targetOf(item['endpoint'])
  const row = (id: string, syncStatus: string): OldDocument => ({
    id,
    form_id: textOf(payload['form_id']),
    latitude: payload['latitude'],
    longitude: payload['longitude'],
    created_at: payload['created_at'] ?? timeOf(item['timestamp']),
    answers: answersByKey(payload['answers']),
    formName: textOf(item['description']),
    syncStatus,
  })
  if (method === 'DELETE') {
    return target === '' ? null : { kind: 'delete', row: row(target, 'deleted') }
  }
  if (method === 'PUT' || method === 'PATCH') {
    return target === '' ? null : { kind: 'edit', row: row(target, 'pending') }
  }
  const tempId = textOf(item['tempId'] ?? payload['tempId'])
  const made = timeOf(item['timestamp'])
  const id = isTempId(tempId) ? tempId : made > 0 ? `temp_${made}` : ''
  return id === '' ? null : { kind: 'create', row: row(id, 'pending') }
}

/** Merges a submission's row with what only the outbox had of it. */
export const withIntent = (row: OldDocument, intent: LegacyIntent | undefined): OldDocument => {
  switch (intent?.kind) {
    case undefined:
      return row
    case 'delete':
      return { ...row, syncStatus: 'deleted' }
    case 'create':
    case 'edit': {
      const answers = {
        ...answersByKey(row['answers']),
        ...(intent.row['answers'] as Record<string, unknown>),
      }
      const status = row['syncStatus'] === 'deleted' ? 'deleted' : 'pending'
      return { ...intent.row, ...row, answers, syncStatus: status }
    }
  }
}

/** The bytes of an earlier file in any of the stored shapes; null when they cannot be read. */
export const bytesOf = (data: unknown, type: string): Blob | null => {
  if (data instanceof Blob) return data
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) {
    return new Blob([data as Uint8Array<ArrayBuffer>], { type })
  }
  if (typeof data !== 'string' || data === '') return null
  const { prefix = '', body = '' } =
    /^(?<prefix>data:[^,]*,)?(?<body>[\s\S]*)$/.exec(data)?.groups ?? {}
  try {
    const isText = prefix !== '' && !prefix.includes(';base64')
    const binary = isText ? decodeURIComponent(body) : atob(body)
    return new Blob([Uint8Array.from(binary, character => character.charCodeAt(0))], { type })
  } catch {
    return null
  }
}
