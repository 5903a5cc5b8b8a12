import { payloadOf, type RecoveryEntry } from '../../../collections/interview/refusals.ts'

/** What a surveyor can do with an entry, besides deleting it. */
export type Act = 'again' | 'edit' | 'export'

/** The possible actions, the one that helps most first. Every entry can be exported. */
export const actsOf = (entry: RecoveryEntry): readonly [Act, ...Act[]] => {
  const possible: readonly Act[] = [
    ...(canEdit(entry) ? (['edit'] as const) : []),
    ...(canReturn(entry) ? (['again'] as const) : []),
    'export',
  ]
  const wanted = helps(entry)
  const first = possible.includes(wanted) ? wanted : (possible[0] ?? 'export')
  return [first, ...possible.filter(act => act !== first)]
}

/** What helps an entry most: an edit after a refusal, unless only the office can remove its cause. */
const helps = ({ reason, kind }: Pick<RecoveryEntry, 'reason' | 'kind'>): Act => {
  switch (reason) {
    case 'invalid':
    case 'refused':
    case 'backup':
      return 'edit'
    case 'deleted':
      return kind === 'edit' ? 'edit' : 'again'
    case 'draft':
    case 'exhausted':
      return 'again'
    case 'orphan':
    case 'unreadable':
    case 'migration':
      return 'export'
  }
}

/** Whether an entry can be sent again. */
const canReturn = (entry: RecoveryEntry): boolean => {
  const { submission, profile } = payloadOf(entry)
  return entry.kind === 'profile'
    ? profile.length > 0
    : entry.kind !== 'document' && submission !== null
}

/** Whether an entry can be opened in the fill screen again. */
const canEdit = (entry: RecoveryEntry): boolean =>
  canReturn(entry) && (entry.kind === 'create' || entry.kind === 'edit')
