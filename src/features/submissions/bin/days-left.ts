import type { BinDoc } from '../../../../collections/schemas/bin.ts'
import { binMs } from '../../../../collections/writes/write-bin.ts'

const dayMs = 24 * 60 * 60_000

/** How many whole days an entry stays in the bin; 0 on the last. */
export const daysLeft = ({ binned_at }: Pick<BinDoc, 'binned_at'>, nowMs: number): number =>
  Math.min(binMs / dayMs, Math.max(0, Math.floor((binned_at + binMs - nowMs) / dayMs)))
