import type { Failure } from '../../replication/http/failure.ts'
import type { Kind } from '../../replication/pull/refresh.ts'
import { useWorkspace } from '../context.tsx'
import { useSetting } from '../lib/use-live.ts'

/**
 * Whether a kind has never come to this device and is on its way: a screen with nothing to show then does not
 * say that there is nothing (4.21). `failure` is what useFresh gives.
 */
export const useComing = (kind: Kind, failure: Failure | null): boolean => {
  const { db } = useWorkspace()
  const freshness = useSetting(db, 'freshness')
  return failure === null && (freshness[kind] ?? 0) === 0
}
