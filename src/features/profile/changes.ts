import type { UserProfileDoc } from '../../../collections/user-profile.ts'
import { phoneMaxDigits, phoneMinDigits } from '../../limits.ts'
import { profile as words } from '../../messages/profile.ts'

/** What a surveyor may change of their own. */
export interface ProfileFields {
  readonly first_name: string
  readonly last_name: string
  readonly phone_number: string
}

/** Names hold letters and spaces only: anything else is refused as it is typed (5.20). */
export const typedName = (text: string): string => text.replaceAll(/[^\p{L}\p{M} ]/gu, '')

/** What is wrong with the fields, by field; empty when they may be sent. */
export const profileProblems = (
  fields: ProfileFields,
): Partial<Record<keyof ProfileFields, string>> => {
  const digits = fields.phone_number.replaceAll(/\D/g, '').length
  const isPhoneWrong = digits > 0 && (digits < phoneMinDigits || digits > phoneMaxDigits)
  return {
    ...(fields.first_name.trim() === '' ? { first_name: words.nameRequired } : {}),
    ...(isPhoneWrong ? { phone_number: words.phoneInvalid } : {}),
  }
}

/** The fields as they travel, without stray blanks. */
export const trimmedFields = (fields: ProfileFields): ProfileFields => ({
  first_name: fields.first_name.trim().replaceAll(/ {2,}/g, ' '),
  last_name: fields.last_name.trim().replaceAll(/ {2,}/g, ' '),
  phone_number: fields.phone_number.trim(),
})

/** Whether anything differs from what is stored (5.20). */
export const isChanged = (
  fields: ProfileFields,
  stored: Pick<UserProfileDoc, keyof ProfileFields>,
): boolean => {
  const sent = trimmedFields(fields)
  return (
    sent.first_name !== stored.first_name ||
    sent.last_name !== stored.last_name ||
    digitsOf(sent.phone_number) !== digitsOf(stored.phone_number)
  )
}

const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '')
