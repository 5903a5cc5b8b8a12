import type * as english from '../../device/storage.ts'

export const units: typeof english.units = {
  bytes: count => `${count} o`,
  kilobytes: count => `${count} Ko`,
  megabytes: count => `${count} Mo`,
  gigabytes: count => `${count} Go`,
  limit: count => `${count} Mo`,
  metres: count => `${count} m`,
  kilometres: count => `${count} km`,
}
