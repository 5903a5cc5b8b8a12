import type { OutboxDoc } from '../../collections/schemas/outbox.ts'
import { fieldOfAnswerKey } from '../../collections/ids.ts'
import type { ManifestFile } from '../../collections/schemas/submissions.ts'
import { nameIn } from '../rows/listed-files.ts'
import { rowAnswers } from '../rows/row-answers.ts'
import { digestIn, type SubmissionRow } from '../wire/answers.ts'

/** Finds out which files of an upload without an answer have arrived, by the addresses that the row lists. */

/** An upload with an unknown outcome. WARNING: persisted, as the payload of its outbox item. */
export interface Doubt {
  readonly fileIds: readonly string[]
  /** The addresses of the field before the upload. */
  readonly listed: readonly string[]
}

/** What an item noted before its last request. One that a backup shares may have none, so all pending files count. */
export const doubtOf = (
  { payload }: OutboxDoc,
  pending: readonly { readonly doc: { readonly id: string } }[],
): Doubt => ({
  fileIds: texts(payload['fileIds']) ?? pending.map(({ doc }) => doc.id),
  listed: texts(payload['listed']) ?? [],
})

const texts = (value: unknown): readonly string[] | null =>
  Array.isArray(value) && value.every(entry => typeof entry === 'string') ? value : null

/** The addresses of a field in all occurrences, because a server without occurrences lists all under the first. */
export const listedOf = (row: SubmissionRow, fieldId: string): readonly string[] =>
  Object.entries(rowAnswers(row, () => 'files'))
    .filter(([key]) => fieldOfAnswerKey(key).fieldId === fieldId)
    .flatMap(([, answer]) => answer)

/**
 * The ids of the files that have arrived. They are matched with the addresses that were not listed before: by the
 * digests of their bytes if the addresses have them, else by name. When no name matches, because a server may rename
 * files, the new addresses count for the files in order.
 */
export const arrivedFiles = (
  doubt: Doubt,
  manifest: readonly ManifestFile[],
  listed: readonly string[],
): readonly string[] => {
  const added = without(listed, doubt.listed)
  // A server with digests had no need of the earlier list, so these may be addresses of other files of the same name.
  const hasDigests = added.some(address => digestIn(address) !== null)
  const marks = added.map(hasDigests ? digestIn : nameIn)
  const matched = doubt.fileIds.filter(id => {
    const file = manifest.find(each => each.id === id)
    const at = marks.indexOf((hasDigests ? file?.sha256 : file?.file_name) ?? '')
    if (at >= 0) marks.splice(at, 1)
    return at >= 0
  })
  return matched.length > 0 || hasDigests ? matched : doubt.fileIds.slice(0, added.length)
}

/** The first list without the entries of the second; each entry removes one. */
const without = (list: readonly string[], taken: readonly string[]): readonly string[] => {
  const left = [...taken]
  return list.filter(entry => {
    const at = left.indexOf(entry)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
