import { answerKey } from '../../../collections/ids.ts'
import type { ManifestFile, SubmissionDoc } from '../../../collections/schemas/submissions.ts'

/** The file name in an address; '' when there is none. */
export const nameIn = (address: string): string => {
  const path = URL.canParse(address) ? new URL(address).pathname : address
  try {
    return decodeURIComponent(path.split('/').findLast(Boolean) ?? '')
  } catch {
    return ''
  }
}

const keyOf = ({ field_id, occurrence }: ManifestFile): string => answerKey(field_id, occurrence)

/** The address that the server lists for a file of this device; undefined when there is none. */
export const addressOf = (
  file: ManifestFile,
  { answers, files }: Pick<SubmissionDoc, 'answers' | 'files'>,
): string | undefined => {
  const listed = [answers[keyOf(file)] ?? []].flat()
  const own = files.filter(other => keyOf(other) === keyOf(file))
  const named = listed.filter(address => nameIn(address) === file.file_name)
  // Files with one name were sent in their order.
  const namesakes = own.filter(({ file_name }) => file_name === file.file_name)
  if (named.length > 0) return named[namesakes.indexOf(file)]
  // A server may rename files.
  return listed.length === own.length ? listed[own.indexOf(file)] : undefined
}

/** The addresses of files that an edit removed and the server still lists. */
export const removedAddresses = (
  submission: Pick<SubmissionDoc, 'answers' | 'files'>,
): readonly string[] =>
  submission.files
    .filter(({ removed }) => removed === true)
    .flatMap(file => addressOf(file, submission) ?? [])
