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

type Listing = Pick<SubmissionDoc, 'answers' | 'files'>

const listedFor = (file: ManifestFile, { answers }: Listing): readonly string[] =>
  [answers[keyOf(file)] ?? []].flat()

/** The address with the name of a file of this device; undefined when there is none. */
export const namedAddressOf = (file: ManifestFile, listing: Listing): string | undefined => {
  const named = listedFor(file, listing).filter(address => nameIn(address) === file.file_name)
  // Files with one name were sent in their order.
  const namesakes = listing.files.filter(
    other => keyOf(other) === keyOf(file) && other.file_name === file.file_name,
  )
  return named[namesakes.indexOf(file)]
}

/** The address that the server lists for a file of this device, perhaps renamed; undefined when there is none. */
const addressOf = (file: ManifestFile, listing: Listing): string | undefined => {
  const listed = listedFor(file, listing)
  if (listed.some(address => nameIn(address) === file.file_name)) {
    return namedAddressOf(file, listing)
  }
  const own = listing.files.filter(other => keyOf(other) === keyOf(file))
  return listed.length === own.length ? listed[own.indexOf(file)] : undefined
}

/** The addresses of files that an edit removed and the server still lists. */
export const removedAddresses = (
  submission: Pick<SubmissionDoc, 'answers' | 'files'>,
): readonly string[] =>
  submission.files
    .filter(({ removed }) => removed === true)
    .flatMap(file => addressOf(file, submission) ?? [])
