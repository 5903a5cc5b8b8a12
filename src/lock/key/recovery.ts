import { fromBase64 } from '../../../collections/storage/base64.ts'
import type { Client } from '../../../replication/http/client.ts'
import type { Failure } from '../../../replication/http/failure.ts'
import { err, ok, type Result } from '../../../replication/http/result.ts'
import { interactiveTimeoutMs } from '../../../replication/limits.ts'
import type { Extension } from '../../../replication/wire/calls.ts'
import { findObject } from '../../../replication/wire/envelope.ts'

const recoveryBytes = 32

/** The recovery key of an account, in bytes. The server must have announced it. */
export const fetchRecoveryKey = async (
  client: Pick<Client, 'call'>,
): Promise<Result<Uint8Array<ArrayBuffer>, Failure>> => {
  const answer = await client.call('recoveryKey', { timeoutMs: interactiveTimeoutMs })
  if (!answer.ok) return answer
  const key = bytesOf(findObject(answer.value.json, 'recovery_key')?.['recovery_key'])
  return key === null ? err({ kind: 'malformed', status: 200, foreign: false }) : ok(key)
}

const bytesOf = (text: unknown): Uint8Array<ArrayBuffer> | null => {
  try {
    const bytes = typeof text === 'string' ? fromBase64(text) : null
    return bytes?.length === recoveryBytes ? bytes : null
  } catch {
    return null
  }
}

/** Whether the server keeps recovery keys; null while that is unknown, because it does not answer. */
export const hasRecoveryKeys = async (
  client: Pick<Client, 'call' | 'extensions'>,
): Promise<boolean | null> => {
  // A plain server must not be asked for a call that it does not have. Every server has the account.
  if (client.extensions() === null) {
    await client.call('account', { timeoutMs: interactiveTimeoutMs })
  }
  return client.extensions()?.has('recovery-key') ?? null
}

/**
 * The account's recovery key for a new database; null without one, and without an answer. `announced`: the extensions
 * in the answer to the login, if there was one.
 */
export const recoveryKeyIfAny = async (
  client: Pick<Client, 'call' | 'extensions'>,
  announced: ReadonlySet<Extension> | null,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const isAnnounced = announced?.has('recovery-key') ?? (await hasRecoveryKeys(client))
  if (isAnnounced !== true) return null
  const key = await fetchRecoveryKey(client)
  return key.ok ? key.value : null
}
