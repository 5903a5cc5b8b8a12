import { numberText } from '../../../messages/locale.ts'
import { oneDecimalText, units } from '../../../messages/device/storage.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { FileLimits } from '../../../form/types/field-type.ts'
import { typeOf } from '../../../form/types/types.ts'

const kilobyte = 1024
const megabyte = kilobyte * kilobyte

/** A size in words: '318 KB', '1.4 MB'. */
export const sizeText = (bytes: number): string => {
  if (bytes < kilobyte) return units.bytes(numberText(bytes))
  if (bytes < megabyte) return units.kilobytes(numberText(Math.round(bytes / kilobyte)))
  return units.megabytes(oneDecimalText(bytes / megabyte))
}

/** The limits of a field with files (5.17, 9.17). */
export const limitsOf = ({ type, id }: CompiledField): FileLimits => {
  const { files } = typeOf(type)
  if (files === null) throw new Error(`Field ${id} takes no files.`)
  return files
}

/** The size limit of a field, as the messages name it: '5MB'. */
export const limitText = (field: CompiledField): string =>
  units.limit(numberText(limitsOf(field).maxBytes / megabyte))

/** How pictures begin: hexadecimal digits after a number of bytes. */
const signatures: readonly (readonly [offset: number, hex: string])[] = [
  [0, '89504e470d0a1a0a'],
  [0, 'ffd8ff'],
  [0, '47494638'],
  [8, '57454250'],
  [0, '424d'],
  [0, '49492a00'],
  [0, '4d4d002a'],
  // The ISO container of AVIF and HEIC.
  ...['61766966', '61766973', '68656963', '68656978', '68657663', '6d696631', '6d736631'].map(
    (brand): readonly [number, string] => [4, `66747970${brand}`],
  ),
]

/** Whether the first bytes of a file are those of a picture, whatever its name is. */
export const isPicture = async (file: Blob): Promise<boolean> => {
  const bytes = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return signatures.some(([offset, begin]) => hex.startsWith(begin, offset * 2))
}
