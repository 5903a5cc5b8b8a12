/** What the device's own clock and calendar show at a time. */

/** The date whose UTC parts are those of the device's clock; an invalid one for an invalid date. */
export const shownAsUtc = (time: Date): Date => {
  const shown = new Date(0)
  shown.setUTCFullYear(time.getFullYear(), time.getMonth(), time.getDate())
  shown.setUTCHours(time.getHours(), time.getMinutes(), time.getSeconds(), time.getMilliseconds())
  return shown
}

/** The day of a time in epoch ms, `2026-11-22`; '' for an invalid one. */
export const localDay = (ms: number): string => {
  const shown = shownAsUtc(new Date(ms))
  return Number.isNaN(shown.getTime()) ? '' : shown.toISOString().slice(0, 10)
}

/** The start of a time's week in the device's time zone; weeks start on Monday (2.dashboard.2). */
export const startOfWeek = (timeMs: number): number =>
  startOfDay(timeMs, -((new Date(timeMs).getDay() + 6) % 7))

/** The start of a day in the device's time zone, or of the day `shift` days later. */
export const startOfDay = (timeMs: number, shift = 0): number => {
  const time = new Date(timeMs)
  return new Date(time.getFullYear(), time.getMonth(), time.getDate() + shift).getTime()
}
