import { storageGigabyteAtMb } from '../../limits.ts'
import { translatable } from '../catalogue.ts'
import { numberText } from '../locale.ts'

const megabyte = 1024 * 1024

/** An amount of storage: MB with one decimal, or GB from 1000 MB on (9.30). */
export const storageText = (bytes: number): string => {
  const mb = bytes / megabyte
  return mb >= storageGigabyteAtMb
    ? units.gigabytes(oneDecimalText(mb / 1024))
    : units.megabytes(oneDecimalText(mb))
}

/** With one decimal and no separator for thousands. */
export const oneDecimalText = (value: number): string =>
  numberText(value, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })

/** A distance: metres, or km with one decimal from 1000 m on. */
export const distanceText = (metres: number): string =>
  metres < 1000
    ? units.metres(numberText(Math.max(1, Math.round(metres))))
    : units.kilometres(oneDecimalText(metres / 1000))

/** Sizes of files and storage, and distances. */
export const units = translatable('storage.units', {
  bytes: (count: string) => `${count} B`,
  kilobytes: (count: string) => `${count} KB`,
  megabytes: (count: string) => `${count} MB`,
  gigabytes: (count: string) => `${count} GB`,
  /** The largest file (5.17). */
  limit: (count: string) => `${count}MB`,
  metres: (count: string) => `${count} m`,
  kilometres: (count: string) => `${count} km`,
})
