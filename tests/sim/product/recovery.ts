import { entryIn, deleteRecoveryEntry, reopenEntry, tryAgain } from '../../recovery.ts'
import type { Workspace } from './app.ts'

/** The actions on Recovery's screen. */

/** Where an entry was opened: as a separate draft, or as the edit of a submission. */
export interface ReopenedEntry {
  readonly kind: 'draft' | 'edit'
  /** The draft's id, or the submission's. */
  readonly id: string
}

/** Tries an entry again. */
export const retry = async ({ db, env, sync }: Workspace, entryId: string): Promise<string> => {
  const returned = await tryAgain(db, entryId, env.clock.now())
  if (returned === 'returned' && env.network.isOnline()) void sync.wake()
  return returned
}

/** Opens an entry for editing; null when it has nothing to edit. */
export const reopen = async (
  { db, env }: Workspace,
  entryId: string,
): Promise<ReopenedEntry | null> => {
  const entry = await entryIn(db, entryId)
  if (entry?.kind === 'create' && entry.reason === 'exhausted') {
    // A refused submission stays in its place, and only its edit is opened.
    const returned = await tryAgain(db, entryId, env.clock.now())
    return returned === 'returned' ? { kind: 'edit', id: entryId } : null
  }
  const opened = await reopenEntry(db, entryId, env.clock.now(), env.uuid)
  if (opened === null) return null
  return opened.kind === 'edit'
    ? { kind: 'edit', id: opened.submissionId }
    : { kind: 'draft', id: opened.draftId }
}

/** Deletes an entry for good. */
export const forget = ({ db, env }: Workspace, entryId: string): Promise<void> =>
  deleteRecoveryEntry(db, entryId, env.clock.now())
