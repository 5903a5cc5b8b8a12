import * as v from 'valibot'
import type { UserProfileDoc } from '../../../collections/schemas/user-profile.ts'
import { phoneMaxDigits, phoneMinDigits } from '../../limits.ts'
import { profile as words } from '../../messages/account/profile.ts'

/** The fields that surveyors may change in their own profile. */
export interface ProfileFields {
  readonly first_name: string
  readonly last_name: string
  readonly phone_number: string
}

/** Removes everything but letters and spaces from a typed name (5.20). */
export const typedName = (text: string): string => text.replaceAll(/[^\p{L}\p{M} ]/gu, '')

/** A profile that may be sent. */
export const profileSchema = v.object({
  first_name: v.pipe(
    v.string(),
    v.check(
      name => name.trim() !== '',
      () => words.nameRequired,
    ),
  ),
  last_name: v.string(),
  phone_number: v.pipe(
    v.string(),
    v.check(
      phone => {
        const { length } = digitsOf(phone)
        return length === 0 || (length >= phoneMinDigits && length <= phoneMaxDigits)
      },
      () => words.phoneInvalid,
    ),
  ),
})

/** The fields as they are sent, without surplus spaces. */
const trimmedFields = (fields: ProfileFields): ProfileFields => ({
  first_name: fields.first_name.trim().replaceAll(/ {2,}/g, ' '),
  last_name: fields.last_name.trim().replaceAll(/ {2,}/g, ' '),
  phone_number: fields.phone_number.trim(),
})

/** The fields that differ from the profile as it was when the form opened (5.20). Only these are sent. */
export const changedFields = (
  fields: ProfileFields,
  opened: Pick<UserProfileDoc, keyof ProfileFields>,
): Partial<ProfileFields> => {
  const { first_name, last_name, phone_number } = trimmedFields(fields)
  return {
    ...(first_name === opened.first_name ? {} : { first_name }),
    ...(last_name === opened.last_name ? {} : { last_name }),
    ...(digitsOf(phone_number) === digitsOf(opened.phone_number) ? {} : { phone_number }),
  }
}

const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, '')
