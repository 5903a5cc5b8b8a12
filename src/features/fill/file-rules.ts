import { fileMaxBytes, imageMaxBytes } from '../../limits.ts'
import type { CompiledField } from './compile.ts'

const kilobyte = 1024
const megabyte = kilobyte * kilobyte

/** A size in words: '318 KB', '1.4 MB'. */
export const sizeText = (bytes: number): string => {
  if (bytes < kilobyte) return `${bytes} B`
  if (bytes < megabyte) return `${Math.round(bytes / kilobyte)} KB`
  return `${(bytes / megabyte).toFixed(1)} MB`
}

/** The largest file a field takes, in bytes (5.17, 9.17). */
export const maxBytesOf = ({ type }: CompiledField): number =>
  type === 'IMAGE' ? imageMaxBytes : fileMaxBytes

/** The same as the messages name it: '5MB'. */
export const limitText = (field: CompiledField): string => `${maxBytesOf(field) / megabyte}MB`

/**
 * Whether the device refused a write because it is full. The browser's error arrives wrapped by Dexie and
 * RxDB, each in a way of its own.
 */
export const isNoRoom = (error: unknown, depth = 0): boolean => {
  if (typeof error !== 'object' || error === null || depth > 5) return false
  const { name, message, cause, inner, parameters } = error as Record<string, unknown>
  if (name === 'QuotaExceededError' || String(message).includes('QuotaExceeded')) return true
  return [cause, inner, parameters].some(wrapped => isNoRoom(wrapped, depth + 1))
}
