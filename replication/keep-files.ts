import { isSubmitted } from '../collections/interview/plan-move.ts'
import type { Database } from '../collections/database.ts'
import { fieldsOfForm } from '../collections/queries.ts'
import { fileData, type FileUploadDoc } from '../collections/schemas/file-uploads.ts'
import type { ManifestFile, SubmissionDoc } from '../collections/schemas/submissions.ts'
import { attachIfRoom, sha256Of } from '../collections/writes/write-files.ts'
import { onlyOnServer, type Listed } from './bin/server-files.ts'
import type { SyncEnv } from './env.ts'
import type { Api } from './http/api.ts'
import { startWait, watched } from './http/patience.ts'
import { interactiveTimeoutMs } from './limits.ts'
import { takeRows } from './pull/take-rows.ts'
import { storedDocument } from '../collections/interview/logged.ts'
import { digestIn } from './wire/answers.ts'

/** What keeping files needs. */
interface KeepParts {
  readonly db: Database
  readonly api: Pick<Api, 'submission'>
  readonly env: Pick<SyncEnv, 'apiUrl' | 'clock' | 'fetch' | 'network'>
}

/**
 * Stores on this device what only the server has of a submission, because the bin restores only what is here. Returns the
 * files that are still only there: without a network all of them.
 *
 *   a deletion is asked for ──► its files are fetched and stored ──► the deletion names them, and then the bin does
 */
export const keepFiles = async (
  parts: KeepParts,
  submissionId: string,
): Promise<readonly ManifestFile[]> => {
  const { db, api, env } = parts
  const read = async () => {
    const submission = await storedDocument(db.submissions, submissionId)
    const lacking = isSubmitted(submission) ? await onlyOnServer(db, submission) : []
    return { submission, lacking }
  }
  const { submission, lacking } = await read()
  if (submission === null || lacking.length === 0 || !env.network.isOnline()) {
    return lacking.map(({ file }) => file)
  }
  // Addresses expire, and another device may have sent more.
  const row = await api.submission(submission.server_id)
  if (row.ok) await takeRows(db, [row.value]).catch(() => {})
  const { lacking: latest } = await read()
  // Without room they stay only on the server, which the dialog shows.
  await Promise.allSettled(latest.map(listed => keepFile(parts, submission, listed)))
  return (await read()).lacking.map(({ file }) => file)
}

const keepFile = async (
  { db, env }: KeepParts,
  submission: SubmissionDoc,
  { file, address }: Listed,
): Promise<void> => {
  const bytes = await fetchBytes(env, address)
  if (bytes === null) return
  const sha256 = await sha256Of(bytes)
  // A portal, or a proxy, may have answered.
  const digest = digestIn(address)
  if (digest === null ? isPage(bytes, file) : digest !== sha256) return
  const now = env.clock.now()
  const stored = await db.file_uploads.findOne(file.id).exec()
  // Bytes that were deleted to make room may still be named, and equal ones would not be stored again.
  await stored?.getAttachment(fileData)?.remove()
  const record = { file_type: bytes.type || file.file_type, file_size: bytes.size, sha256 }
  const doc = stored?.getLatest().toMutableJSON() ?? (await describe(db, submission, file, now))
  await attachIfRoom(db, { ...doc, ...record }, bytes)
}

const isPage = ({ type }: Blob, { file_name }: ManifestFile): boolean =>
  type.startsWith('text/html') && !/\.html?$/i.test(file_name)

const describe = async (
  db: Database,
  { id, form_id }: SubmissionDoc,
  file: ManifestFile,
  now: number,
): Promise<FileUploadDoc> => {
  const fields = await fieldsOfForm(form_id).build(db.form_questions).exec()
  const field = fields.find(({ field_id }) => field_id === file.field_id)
  return {
    id: file.id,
    submission_id: id,
    field_id: file.field_id,
    field_name: field?.name ?? '',
    field_type: file.field_type || field?.type || 'FILE',
    occurrence: file.occurrence ?? 0,
    file_name: file.file_name,
    file_type: '',
    file_size: 0,
    sha256: '',
    sync_status: 'synced',
    created_at: now,
    synced_at: now,
  }
}

/** The bytes at an address, fetched without credentials; null when they do not come in time. */
const fetchBytes = async (env: KeepParts['env'], address: string): Promise<Blob | null> => {
  const abort = new AbortController()
  const wait = startWait(env.clock, { timeoutMs: interactiveTimeoutMs }, () => abort.abort())
  try {
    const response = await env.fetch(new URL(address, env.apiUrl()), {
      credentials: 'omit',
      signal: abort.signal,
    })
    return response.ok ? await watched(response, wait.moved).blob() : null
  } catch {
    return null
  } finally {
    wait.stop()
  }
}
