import { numberText, timeText } from '../../messages/locale.ts'

/** A moment of the server or a device, by the clock of this computer; '' for none. */
export const momentText = (time: string | null): string =>
  time === null ? '' : timeText(new Date(time), { dateStyle: 'medium', timeStyle: 'short' })

/** A day such as 2026-11-20, by its name and number. */
export const dayText = (day: string): string =>
  timeText(new Date(`${day}T12:00:00`), { weekday: 'short', day: 'numeric' })

/** Bytes in the unit that fits. */
export const bytesText = (bytes: number): string =>
  bytes >= 1e9
    ? numberText(bytes / 1e9, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 })
    : numberText(bytes / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 })

/** The sum of some counts. */
export const sumOf = (counts: readonly number[]): number =>
  counts.reduce((sum, count) => sum + count, 0)
