import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { attemptFiles } from './attempt-files.ts'
import { attemptProfile } from './attempt-profile.ts'
import { attemptSubmission } from './attempt-submission.ts'
import { failed, type Outcome } from '../outbox/decide.ts'
import { syncTimeoutMs } from '../limits.ts'
import { noAnswer } from '../http/failure.ts'
import { keepUser } from '../rows/keep-user.ts'
import { isRestored } from './restored.ts'
import { claim, type AttemptContext } from './sending.ts'

/** Tries one outbox item against the server. Throws only LeaseLost and defects. */
export const attempt = async (context: AttemptContext, item: OutboxDoc): Promise<Outcome> => {
  const outcome = await attemptByType(context, item)
  if (outcome.kind !== 'failed') return outcome
  const { failure } = outcome
  if (failure.kind === 'malformed' && failure.foreign) return askAccount(context, outcome)
  // Only the account call shows whether the server refuses the account or the item (decisions 7).
  if (failure.kind === 'permanent' && failure.status === 403)
    return askWhetherActive(context, outcome)
  if (failure.kind === 'permanent' && failure.why === 'missing')
    return askWhetherRestored(context, outcome)
  return outcome
}

const attemptByType = (context: AttemptContext, item: OutboxDoc): Promise<Outcome> => {
  switch (item.type) {
    case 'SUBMISSION':
      return attemptSubmission(context, item)
    case 'FILE_UPLOAD':
      return attemptFiles(context, item)
    case 'PROFILE':
      return attemptProfile(context, item)
  }
}

/** An inactive account ends the run and changes no item; with an active one the refusal is about the item. */
const askWhetherActive = async (context: AttemptContext, outcome: Outcome): Promise<Outcome> => {
  await claim(context, syncTimeoutMs)
  const account = await context.api.account()
  // The session follows what is stored of the account, and a dialog follows the session.
  if (account.ok && !account.value.is_active) await keepUser(context.db, account.value)
  const isRefused = account.ok
    ? !account.value.is_active
    : account.failure.kind === 'unauthorized' ||
      (account.failure.kind === 'permanent' && account.failure.status === 403)
  return isRefused ? failed({ kind: 'unauthorized', message: '' }) : outcome
}

/** A row may be missing because the server was restored from a backup; then it is sent again. */
const askWhetherRestored = async (context: AttemptContext, outcome: Outcome): Promise<Outcome> => {
  const restored = await isRestored(context)
  if (restored.ok) return restored.value ? { kind: 'restored' } : outcome
  return restored.failure.kind === 'permanent' ? outcome : failed(restored.failure)
}

/**
 * Asks for the account after an outcome that may be the network's: an answer that is not our API's may be a portal's
 * (decisions 3), and what is too large for the link has no answer. Returns the outcome if our API answers, else why not.
 */
export const askAccount = async (context: AttemptContext, outcome: Outcome): Promise<Outcome> => {
  await claim(context, syncTimeoutMs)
  const account = await context.api.account()
  if (account.ok) return outcome
  const { failure } = account
  switch (failure.kind) {
    case 'malformed':
      return failure.foreign ? { kind: 'failed', failure, portal: true } : outcome
    case 'unauthorized':
    case 'offline':
      return failed(failure)
    case 'temporary':
      return failure.status === 0 ? failed(noAnswer('network')) : outcome
    case 'permanent':
      return outcome
  }
}
