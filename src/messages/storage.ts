import { storageGigabyteAtMb } from '../limits.ts'

const megabyte = 1024 * 1024

/** Room on the device: MB with one decimal, or GB from 1000 MB on (9.30). */
export const storageText = (bytes: number): string => {
  const mb = bytes / megabyte
  return mb >= storageGigabyteAtMb ? `${(mb / 1024).toFixed(1)} GB` : `${mb.toFixed(1)} MB`
}

/** A number as the device's language writes it. */
export const numberText = (value: number): string => new Intl.NumberFormat().format(value)
