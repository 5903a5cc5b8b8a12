/**
 * Whether a write failed because the device is full. Dexie and RxDB each wrap the browser's error in their own
 * way.
 */
export const isNoRoom = (error: unknown, depth = 0): boolean => {
  if (typeof error !== 'object' || error === null || depth > 5) return false
  const { name, message, cause, inner, parameters } = error as Record<string, unknown>
  if (name === 'QuotaExceededError' || String(message).includes('QuotaExceeded')) return true
  return [cause, inner, parameters].some(wrapped => isNoRoom(wrapped, depth + 1))
}
