import { headers } from '../../replication/wire/calls.ts'
import { parseDeviceReport } from '../../replication/wire/device-report.ts'
import type { SurveyorCall } from '../backend.ts'
import { putDeviceReport } from '../store/device-reports.ts'

/** Stores the device's report on itself, if the request has one; after the answer. */
export const noteDevice = ({ backend, request, user }: SurveyorCall): void => {
  const report = request.headers.get(headers.deviceReport)
  if (report === null) return
  const { db, clock } = backend
  const at = new Date(clock())
  backend.later(async () => {
    await putDeviceReport(db.query, user.id, at, parseDeviceReport(report))
  })
}
