import type { CaseEntry } from '../../known-cases/case-entry.ts'
import { cases as words } from '../../messages/submissions/cases.ts'
import { Badge } from '../../ui/status/badge.tsx'

/** What the server lacks of a case; nothing when it has all. */
export function StandingBadge({ standing }: Pick<CaseEntry, 'standing'>) {
  switch (standing) {
    case 'known':
      return null
    case 'waits':
      return <Badge kind="pending">{words.waits}</Badge>
    case 'refused':
      return <Badge kind="failed">{words.refused}</Badge>
  }
}
