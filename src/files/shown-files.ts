import { answerAt, fieldOfAnswerKey } from '../../collections/ids.ts'
import type { ManifestFile, SubmissionDoc } from '../../collections/schemas/submissions.ts'
import {
  anyServer,
  fileUrl,
  namedAddressOf,
  removedAddresses,
} from '../../replication/rows/listed-files.ts'

/** A file of an answer: on the device, on the server, or both. */
export interface ShownFile {
  readonly key: string
  readonly name: string
  readonly isImage: boolean
  /** A recording, which is played where it is shown. */
  readonly isAudio: boolean
  /** Its record on this device; null for files of another device. */
  readonly localId: string | null
  /**
   * The server's address for it, as the server wrote it; null while the server does not have it, or when the address
   * cannot be trusted.
   */
  readonly url: string | null
}

const audioName = /\.(aac|amr|flac|m4a|mp3|oga|ogg|opus|wav|weba)$|^recording\.webm$/i
const imageName = /\.(avif|bmp|gif|heic|heif|jpe?g|png|svg|webp)$/i

/** A file that this device attached. */
export const toShownFile = ({
  id,
  file_name: name,
  file_type,
}: Pick<ManifestFile, 'id' | 'file_name' | 'file_type'>): ShownFile => ({
  key: id,
  name,
  isImage: file_type.startsWith('image/') || imageName.test(name),
  isAudio: file_type.startsWith('audio/') || audioName.test(name),
  localId: id,
  url: null,
})

/** The files of one answer: first those that this device attached, then those that only the server knows. */
export const shownFiles = (
  { answers, files: all }: Pick<SubmissionDoc, 'answers' | 'files'>,
  key: string,
): readonly ShownFile[] => {
  const { fieldId, occurrence } = fieldOfAnswerKey(key)
  const takenOut = new Set(removedAddresses({ answers, files: all }))
  const files = all.filter(({ removed }) => removed !== true)
  const remote = urlsOf(answerAt(answers, key)).filter(({ url }) => !takenOut.has(url))
  const local = files
    .filter(file => file.field_id === fieldId && (file.occurrence ?? 0) === occurrence)
    .map(file => {
      // Files of one answer may have one name, as photos from an iPhone do.
      const own = namedAddressOf(file, { answers, files: all })
      return { ...toShownFile(file), url: remote.find(({ url }) => url === own)?.url ?? null }
    })
  const known = new Set(local.map(({ url }) => url))
  const others = remote
    .filter(({ url }) => !known.has(url))
    // A file that this device attached and the server renamed is the same file, so it is shown once, from here.
    .slice(0, Math.max(0, remote.length - local.length))
    .map(({ url, name }) => ({
      key: url,
      name,
      isImage: imageName.test(name),
      isAudio: audioName.test(name),
      localId: null,
      url,
    }))
  return [...local, ...others]
}

/** The addresses of files in an answer; any other text is not followed as a link. */
const urlsOf = (
  answer: SubmissionDoc['answers'][string] | undefined,
): readonly { readonly url: string; readonly name: string }[] =>
  [answer ?? []].flat().flatMap(text => {
    const url = fileUrl(text, anyServer)
    if (url === null) return []
    const last = url.pathname.split('/').filter(Boolean).at(-1) ?? url.host
    return [{ url: text, name: decoded(last) }]
  })

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
