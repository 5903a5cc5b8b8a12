import type * as english from '../../device/storage.ts'

export const units: typeof english.units = {
  bytes: count => `${count} بايت`,
  kilobytes: count => `${count} كيلوبايت`,
  megabytes: count => `${count} ميغابايت`,
  gigabytes: count => `${count} غيغابايت`,
  limit: count => `${count} ميغابايت`,
  metres: count => `${count} م`,
  kilometres: count => `${count} كم`,
}
