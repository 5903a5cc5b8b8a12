import type { Review } from '../../../replication/wire/review.ts'
import type { Scope } from '../../../replication/wire/office/roles.ts'
import { first, type Query } from '../../db/db.ts'
import { reviewColumn } from '../submissions.ts'
import { parameters, submissionsIn } from './scope.ts'

/** A submission with what was said of it. */
export interface ReviewedRow {
  readonly user_id: string
  readonly id: string
  readonly form_id: string
  readonly rev: string
  readonly mark: string
  readonly review: Review | null
}

/** What was said of a submission within a scope; null when it is deleted, or not within it. */
export const reviewedInScope = async (
  query: Query,
  scope: Scope,
  surveyorId: string,
  id: string,
): Promise<ReviewedRow | null> => {
  const { params, param } = parameters()
  const owner = param(surveyorId)
  return first(
    await query<ReviewedRow>(
      `select s.user_id, s.id, s.form_id, s.rev, s.mark, ${reviewColumn(`${owner}::uuid`)}
       from submissions s where s.user_id = ${owner}::uuid and s.id = ${param(id)}::uuid
         and s.deleted_at is null and ${submissionsIn(scope, 's', param)}`,
      params,
    ),
  )
}

/** The number of submissions of each form that wait for the surveyor, or that the office has decided. */
export const notToReview = (query: Query, scope: Scope) => {
  const { params, param } = parameters()
  return query<{ readonly form_id: string; readonly count: number }>(
    `select r.form_id, count(*)::integer as count from reviews r
     where r.state in ('correction', 'accepted', 'rejected') and ${submissionsIn(scope, 'r', param)}
     group by r.form_id`,
    params,
  )
}
