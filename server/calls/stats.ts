import { good } from '../http/answer.ts'
import type { SurveyorHandler } from '../backend.ts'
import { noteDevice } from './note-device.ts'
import { surveyorStats } from '../store/submissions.ts'

const startOfDay = (now: number): Date => new Date(new Date(now).setUTCHours(0, 0, 0, 0))

/**
 * GET analytics/stats (7.17). Today is the day in UTC. The response rate is the percentage of assigned forms that
 * have a submission.
 */
export const stats: SurveyorHandler = async call => {
  noteDevice(call)
  const { db, clock } = call.backend
  const counts = await surveyorStats(db.query, call.user.id, startOfDay(clock()))
  const assigned = Number(counts?.assigned ?? 0)
  const answered = Number(counts?.answered ?? 0)
  return good('Statistics', {
    total_assigned_forms: assigned,
    total_submissions: Number(counts?.total ?? 0),
    submissions_today: Number(counts?.today ?? 0),
    response_rate: assigned === 0 ? 0 : Math.min(100, Math.round((answered * 100) / assigned)),
  })
}
