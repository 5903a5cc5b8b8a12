import type { SubmissionDoc } from '../../../../collections/schemas/submissions.ts'
import { binMs } from '../../../../collections/writes/write-bin.ts'

const dayMs = 24 * 60 * 60_000

/** How many whole days a submission stays in the bin; 0 on the last. */
export const daysLeft = ({ binned }: Pick<SubmissionDoc, 'binned'>, nowMs: number): number =>
  Math.min(binMs / dayMs, Math.max(0, Math.floor(((binned?.at ?? nowMs) + binMs - nowMs) / dayMs)))
