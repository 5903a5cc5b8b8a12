import type { SyncEnv } from '../../replication/env.ts'
import { startWait, watched } from '../../replication/http/patience.ts'
import { err, ok, type Result } from '../../replication/http/result.ts'
import { callPath } from '../../replication/wire/calls.ts'
import type { FormMap } from '../../replication/wire/form/maps.ts'

/** Why bytes of a map did not come: no answer, the server has no such map, or another answer. */
export type FetchFailure = 'network' | 'gone' | 'server'

/** A request ends when nothing of its answer came for so long. */
const silenceMs = 30_000

type FetchEnv = Pick<SyncEnv, 'fetch' | 'network' | 'clock' | 'apiUrl' | 'token'>

/** Fetches some bytes of a map; `to` is behind the last one. Never rejects. */
export const fetchBytes = async (
  env: FetchEnv,
  { id, sha256 }: Pick<FormMap, 'id' | 'sha256'>,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<Result<ArrayBuffer, FetchFailure>> => {
  const token = env.token()
  if (!env.network.isOnline()) return err('network')
  if (token === null) return err('server')
  const abort = new AbortController()
  const end = () => abort.abort()
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  const wait = startWait(env.clock, { timeoutMs: silenceMs }, end)
  try {
    const response = await env.fetch(env.apiUrl() + callPath('map', id), {
      headers: {
        Authorization: `Bearer ${token}`,
        Range: `bytes=${from}-${to - 1}`,
        // Otherwise the bytes of another map could be put behind those of this one.
        'If-Range': `"${sha256}"`,
      },
      credentials: 'omit',
      signal: abort.signal,
    })
    if (response.status === 404) return err('gone')
    if (response.status !== 206) {
      // All of another map, which is not read.
      end()
      return err('server')
    }
    const bytes = await watched(response, wait.moved).arrayBuffer()
    return bytes.byteLength === to - from ? ok(bytes) : err('network')
  } catch {
    return err('network')
  } finally {
    wait.stop()
    signal.removeEventListener('abort', end)
  }
}
