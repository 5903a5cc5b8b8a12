import { answerKey } from '../../../collections/ids.ts'
import type { ManifestFile, SubmissionDoc } from '../../../collections/schemas/submissions.ts'

/** What an address calls its file; '' for what is no address. */
export const nameIn = (address: string): string => {
  const path = URL.canParse(address) ? new URL(address).pathname : address
  try {
    return decodeURIComponent(path.split('/').findLast(Boolean) ?? '')
  } catch {
    return ''
  }
}

const keyOf = ({ field_id, occurrence }: ManifestFile): string => answerKey(field_id, occurrence)

/** The address under which the server lists a file of this device; undefined when it does not. */
export const addressOf = (
  file: ManifestFile,
  { answers, files }: Pick<SubmissionDoc, 'answers' | 'files'>,
): string | undefined => {
  const listed = [answers[keyOf(file)] ?? []].flat()
  const own = files.filter(other => keyOf(other) === keyOf(file))
  const named = listed.filter(address => nameIn(address) === file.file_name)
  // Of several with one name, those that came first were sent first.
  const twins = own.filter(({ file_name }) => file_name === file.file_name)
  if (named.length > 0) return named[twins.indexOf(file)]
  // A server may give files names of its own.
  return listed.length === own.length ? listed[own.indexOf(file)] : undefined
}

/** The addresses of files that an edit took out and the server still lists. */
export const removedAddresses = (
  submission: Pick<SubmissionDoc, 'answers' | 'files'>,
): readonly string[] =>
  submission.files
    .filter(({ removed }) => removed === true)
    .flatMap(file => addressOf(file, submission) ?? [])
