import type { PublicCall } from '../backend.ts'
import type { LogFacts } from '../env/log.ts'

/**
 * Logs an event that matters after a security incident: the account, the network and the request. Accounts are
 * ids, and addresses are pseudonyms: the same for the same address, and not reversible.
 */
export const noteSecurity = (
  { backend: { log, pseudonym }, remoteAddress, requestId }: PublicCall,
  level: 'info' | 'warn',
  event: string,
  facts: LogFacts,
): void => log(level, event, { ...facts, network: pseudonym(remoteAddress), request: requestId })
