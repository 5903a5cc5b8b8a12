import { differenceOf, updatesOf, type Operations } from '../../collections/operation-log.ts'
import type { ManifestFile, SubmissionDoc } from '../../collections/schemas/submissions.ts'

/**
 * An edit that adds or removes a file lists all files that it knew of. Where edits meet that did not know of each
 * other, the last list would leave out the files of the others.
 */

/** The files that edits list in the end; null when none of them changes the files. */
export const lastListOf = (edits: readonly Operations[]): readonly ManifestFile[] | null => {
  const sets = updatesOf(edits).map(({ $set = {} }) => $set)
  return (sets.filter($set => 'files' in $set).at(-1)?.['files'] ?? null) as ManifestFile[] | null
}

/** The files of several lists, each once; removed when one of the lists has it as removed. */
export const united = (...lists: readonly (readonly ManifestFile[])[]): ManifestFile[] => {
  const all = lists.flat()
  const removed = new Set(all.filter(file => file.removed === true).map(({ id }) => id))
  return all
    .filter(({ id }, at) => all.findIndex(other => other.id === id) === at)
    .map(file => (removed.has(file.id) ? { ...file, removed: true } : file))
}

/** The edits over a base, with one more if they do not end with the `wanted` files. `now` is in epoch ms. */
export const listingFiles = (
  base: Partial<SubmissionDoc> | null,
  edits: readonly Operations[],
  wanted: readonly ManifestFile[],
  now: number,
): readonly Operations[] => {
  const listed = lastListOf(edits) ?? base?.files ?? []
  const isListed = ({ id, removed }: ManifestFile) =>
    listed.some(other => other.id === id && other.removed === removed)
  if (edits.length === 0 || (wanted.length === listed.length && wanted.every(isListed))) {
    return edits
  }
  const $set = { files: [...wanted], updated_at: new Date(now).toISOString() }
  return [...edits, differenceOf({ $set }, now)]
}
