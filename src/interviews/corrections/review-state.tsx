import type { Review } from '../../../collections/schemas/submissions.ts'
import { review as words } from '../../messages/submissions/review.ts'
import { Badge } from '../../ui/status/badge.tsx'

const kinds = {
  received: 'neutral',
  correction: 'failed',
  corrected: 'neutral',
  accepted: 'completed',
  rejected: 'neutral',
} as const

/** Where a submission stands with the office; nothing while it was only received. */
export function ReviewState({ review }: { review: Review | null }) {
  if (review === null || review.state === 'received') return null
  return <Badge kind={kinds[review.state]}>{words.state[review.state]}</Badge>
}
