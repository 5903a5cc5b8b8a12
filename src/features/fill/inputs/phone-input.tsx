import { useState } from 'react'
import { dialCountries } from '../../../lib/dial-codes.ts'
import { joinPhone, splitPhone, typedPhone } from '../../../lib/phone.ts'
import { phoneMaxDigits } from '../../../limits.ts'
import { inputs } from '../../../messages/fill.ts'
import { ExpandIcon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useFill } from '../fill-context.tsx'
import { useAnswer } from '../fill-form.ts'
import type { InputProps } from '../field.tsx'
import { useDialCode } from '../use-dial-code.ts'
import styles from './phone-input.module.css'

/** TEL: the country's dial code and the digits after it, stored as one text (5.14). */
export function PhoneInput({ field, id, words }: InputProps) {
  const { interview } = useFill()
  const dialCode = useDialCode()
  const answer = useAnswer(interview.answers, field)
  const [chosenCode, setChosenCode] = useState<string | null>(null)
  const { code, digits } = splitPhone(
    typeof answer === 'string' ? answer : '',
    chosenCode ?? dialCode,
  )

  const type = (text: string) => {
    const phone = typedPhone(text, code, phoneMaxDigits)
    setChosenCode(phone.code)
    interview.edit(field, joinPhone(phone))
  }
  const choose = (next: string) => {
    setChosenCode(next)
    if (digits !== '') interview.edit(field, joinPhone({ code: next, digits }))
  }

  return (
    <TextField
      {...words}
      id={id}
      type="tel"
      inputMode="tel"
      autoComplete="off"
      enterKeyHint="next"
      placeholder={field.placeholder}
      value={digits}
      onChange={event => type(event.target.value)}
      leading={<DialCode code={code} onChange={choose} />}
    />
  )
}

/** A native select of all countries that shows only the chosen code. */
function DialCode({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  // Countries that share a code are told apart by the select only: the code is what is stored.
  const chosen = dialCountries.find(country => country.code === code)
  return (
    <span className={styles.dial}>
      <span aria-hidden className={styles.code}>
        {code}
        <ExpandIcon />
      </span>
      <select
        className={styles.select}
        aria-label={inputs.countryCode}
        value={chosen?.iso ?? ''}
        onChange={event => {
          const country = dialCountries.find(({ iso }) => iso === event.target.value)
          if (country !== undefined) onChange(country.code)
        }}
      >
        {chosen === undefined && <option value="">{code}</option>}
        {dialCountries.map(country => (
          <option key={country.iso} value={country.iso}>
            {inputs.countryAndCode(country.name, country.code)}
          </option>
        ))}
      </select>
    </span>
  )
}
