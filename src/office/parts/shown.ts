import { numberText, timeText } from '../../messages/locale.ts'

/** A moment of the server or a device, by the clock of this computer; '' for none. */
export const momentText = (time: string | null): string =>
  time === null ? '' : timeText(new Date(time), { dateStyle: 'medium', timeStyle: 'short' })

/** A day such as 2026-11-20, by its name and number. */
export const dayText = (day: string): string =>
  timeText(new Date(`${day}T12:00:00`), { weekday: 'short', day: 'numeric' })

/** Bytes in the unit that fits. */
export const bytesText = (bytes: number): string => {
  const text = (unit: string, value: number, digits: number) =>
    numberText(value, { style: 'unit', unit, maximumFractionDigits: digits })
  if (bytes >= 1e9) return text('gigabyte', bytes / 1e9, 1)
  return bytes >= 1e6
    ? text('megabyte', bytes / 1e6, 0)
    : text('kilobyte', Math.ceil(bytes / 1e3), 0)
}

/** The sum of some counts. */
export const sumOf = (counts: readonly number[]): number =>
  counts.reduce((sum, count) => sum + count, 0)
