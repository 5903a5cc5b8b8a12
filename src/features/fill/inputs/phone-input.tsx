import { PhoneField } from '../../../lib/phone/phone-field.tsx'
import { phoneMaxDigits } from '../../../limits.ts'
import { inputs } from '../../../messages/interview/fill.ts'
import { countryText } from '../../../messages/locale.ts'
import { useFill } from '../fill-context.tsx'
import { useAnswer } from '../interview/fill-form.ts'
import type { InputProps } from './input-props.ts'
import { useDialCode } from './use-dial-code.ts'

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
