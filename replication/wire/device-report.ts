import { countIn, momentIn, valueIn, writeValues } from './header-values.ts'

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
