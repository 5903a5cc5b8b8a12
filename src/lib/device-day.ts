/** The day on the device's clock, `2026-11-22`, for the names of files. */
export const deviceDay = (ms: number): string => {
  const date = new Date(ms)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map(part => String(part).padStart(2, '0')).join('-')
}
