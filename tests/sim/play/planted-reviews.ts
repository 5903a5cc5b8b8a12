import type { PlantedBug } from './planted-bug.ts'
import { bug } from './planted-bug.ts'

const log = 'collections/interview/review.ts'
const attempt = 'replication/attempt/attempt-submission.ts'
const rows = 'replication/rows/submission-rows.ts'
const submit = 'replication/submit.ts'

/** Each is planted alone. */
export const reviewBugs: readonly PlantedBug[] = [
  bug(
    'a reply is not sent with its edit',
    attempt,
    'comments: repliesToSend(rebased), corrects',
    'comments: [], corrects',
    'reviews',
  ),
  bug(
    'a correction counts for what was not read',
    attempt,
    'corrects: rebased.corrects ?? 0',
    'corrects: rebased.review?.version ?? 0',
    'reviews',
  ),
  bug(
    'a row does not bring its review',
    rows,
    '...(row.review === undefined ? keptReview(known ?? {}) : reviewField(row.review)),',
    '...keptReview(known ?? {}),',
    'reviews',
  ),
  bug(
    'what was accepted is still to be corrected',
    log,
    "  state === 'correction' && corrects !== version\n",
    "  state !== 'received' && corrects !== version\n",
    'reviews',
  ),
  bug(
    'a reply ends with the edit that it was typed in',
    submit,
    'const said = { needed, replies, corrects }',
    'const said = { needed, replies: {}, corrects }\n  void replies',
    'reviews',
  ),
]
