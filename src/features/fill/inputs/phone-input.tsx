import { PhoneField } from '../../../lib/phone/phone-field.tsx'
import { phoneMaxDigits, defaultDialCode } from '../../../limits.ts'
import { inputs } from '../../../messages/interview/fill.ts'
import { countryText } from '../../../messages/locale.ts'
import { useFill } from '../fill-context.tsx'
import { useAnswer } from '../interview/fill-form.ts'
import type { InputProps } from './input-props.ts'
import { currentUser } from '../../../../collections/schemas/user-profile.ts'
import { useWorkspace } from '../../../context.tsx'
import { findCountry } from '../../../lib/phone/dial-codes.ts'
import { useLiveDoc } from '../../../lib/hooks/use-live.ts'

/** TEL: a respondent's number, so autofill does not offer the surveyor's own. */
export function PhoneInput({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const dialCode = useDialCode()
  const answer = useAnswer(interview.answers, field)
  return (
    <PhoneField
      {...words}
      id={id}
      placeholder={field.placeholder}
      autoComplete="off"
      enterKeyHint="next"
      codeLabel={inputs.countryCode}
      countryText={(iso, code) => inputs.countryAndCode(countryText(iso), code)}
      value={typeof answer === 'string' ? answer : ''}
      defaultCode={dialCode}
      maxDigits={phoneMaxDigits}
      onChange={value => interview.edit(field, value)}
    />
  )
}

/** The dial code of the surveyor's region, else +91 (5.14). */
const useDialCode = (): string => {
  const { db } = useWorkspace()
  const user = useLiveDoc(db, 'user_profile', currentUser)
  return findCountry(user?.address ?? '')?.code ?? defaultDialCode
}
