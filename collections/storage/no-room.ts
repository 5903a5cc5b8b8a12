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
