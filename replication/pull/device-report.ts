import type { Database } from '../../collections/database.ts'
import { unsentSubmissions } from '../../collections/queries.ts'
import type { Extension } from '../wire/calls.ts'
import { writeDeviceReport, type DeviceReport } from '../wire/device-report.ts'

/** What the app knows of itself and of the device. */
export type DescribeDevice = () => Promise<Pick<DeviceReport, 'appVersion' | 'freeBytes'>>

interface ReportParts {
  readonly db: Database
  readonly extensions: () => ReadonlySet<Extension> | null
  readonly describeDevice?: DescribeDevice | undefined
}

/** The device's report on itself; null unless the server has announced that it takes one. Never answers. */
export const deviceReport = async ({
  db,
  extensions,
  describeDevice,
}: ReportParts): Promise<string | null> => {
  if (describeDevice === undefined || extensions()?.has('device-report') !== true) return null
  const pending = await unsentSubmissions('pending').build(db.submissions).exec()
  // The server has a row for the others, and the office adds what waits to the rows that it has.
  const times = pending
    .filter(({ server_id }) => server_id === '')
    .map(({ submittedAt }) => Date.parse(submittedAt))
  return writeDeviceReport({
    ...(await describeDevice()),
    waiting: times.length,
    oldestWaitingAt: times.length === 0 ? null : new Date(Math.min(...times)),
  })
}
