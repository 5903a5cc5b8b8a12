/** The header of the announced extension `device-report`, with values as `name=value; name=value`. */

/** Writes the values; one that is null is left out. */
const writeValues = (values: Readonly<Record<string, string | number | null>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

/** The value of a name, at most so many plain characters; null for any other. */
const valueIn = (header: string, name: string, most = 40): string | null =>
  new RegExp(`(?:^|;)\\s*${name}=([\\w.:+-]{1,${most}})\\s*(?:;|$)`).exec(header)?.[1] ?? null

/** A whole number, `most` for a larger one; null for anything else. */
const countIn = (header: string, name: string, most: number): number | null => {
  const text = valueIn(header, name)
  return text !== null && /^\d{1,15}$/.test(text) ? Math.min(Number(text), most) : null
}

/** Whether a database can store a moment: not the years before 1 and after 9999 as text has them. False for no moment. */
export const isStorable = (moment: Date): boolean =>
  moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999

/** A storable moment; null for anything else. */
const momentIn = (header: string, name: string): Date | null => {
  const moment = new Date(valueIn(header, name) ?? Number.NaN)
  return isStorable(moment) ? moment : null
}

/** A device's report on itself; null for missing values. It never contains answers. */
export interface DeviceReport {
  readonly appVersion: string | null
  readonly waiting: number | null
  readonly oldestWaitingAt: Date | null
  readonly freeBytes: number | null
}

/** Writes `version=1.0.8; waiting=3; oldest=2026-11-20T08:00:00.000Z; free=120000000`. */
export const writeDeviceReport = (report: DeviceReport): string =>
  writeValues({
    version: report.appVersion,
    waiting: report.waiting,
    oldest: report.oldestWaitingAt?.toISOString() ?? null,
    free: report.freeBytes,
  })

/** Parses a report. An unreadable part is null. */
export const parseDeviceReport = (header: string): DeviceReport => ({
  appVersion: valueIn(header, 'version'),
  waiting: countIn(header, 'waiting', 1_000_000),
  oldestWaitingAt: momentIn(header, 'oldest'),
  freeBytes: countIn(header, 'free', Number.MAX_SAFE_INTEGER),
})
