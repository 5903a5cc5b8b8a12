import type { PublicCall } from '../backend.ts'
import type { LogFacts } from '../env/log.ts'

/**
 * Notes what somebody may ask about after an incident: who, from which network, in which request. Accounts are ids, and
 * addresses are pseudonyms: equal ones are the same, and none can be read.
 */
export const noteSecurity = (
  { backend: { log, pseudonym }, remoteAddress, requestId }: PublicCall,
  level: 'info' | 'warn',
  event: string,
  facts: LogFacts = {},
): void => log(level, event, { ...facts, network: pseudonym(remoteAddress), request: requestId })
