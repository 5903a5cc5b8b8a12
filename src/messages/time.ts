const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long ago something was; from 30 days on its date (9.29). A time still to come counts as now. */
export const relativeTime = (thenMs: number, nowMs: number): string => {
  const ageMs = nowMs - thenMs
  if (ageMs < minuteMs) return 'Just now'
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)}m ago`
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)}h ago`
  if (ageMs < 30 * dayMs) return `${Math.floor(ageMs / dayMs)}d ago`
  return dateText(thenMs)
}

/** A day as the device's language writes it, in its time zone; '' when the time cannot be read. */
export const dateText = (time: number | string): string => formatted(time, { dateStyle: 'medium' })

/** A day and a time as the device's language writes them. */
export const dateTimeText = (time: number | string): string =>
  formatted(time, { dateStyle: 'medium', timeStyle: 'short' })

const formatted = (time: number | string, style: Intl.DateTimeFormatOptions): string => {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat(undefined, style).format(date)
}
