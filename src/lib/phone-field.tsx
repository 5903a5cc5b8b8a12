import { useState } from 'react'
import { ExpandIcon } from '../ui/icon.tsx'
import { TextField } from '../ui/text-field.tsx'
import { dialCountries } from './dial-codes.ts'
import styles from './phone-field.module.css'
import { joinPhone, splitPhone, typedPhone } from './phone.ts'

/** What a phone number's input takes; the value is stored as plus, code and digits. */
export interface PhoneFieldProps {
  label: string
  codeLabel: string
  /** How a country reads in the list: 'India (+91)'. */
  countryText: (country: string, code: string) => string
  value: string
  onChange: (value: string) => void
  /** The dial code while the value has none, with its plus. */
  defaultCode: string
  maxDigits: number
  error?: string | undefined
}

/** A phone number: the country's dial code, and the digits after it. */
export function PhoneField(props: PhoneFieldProps) {
  const { label, codeLabel, countryText, value, onChange, defaultCode, maxDigits, error } = props
  const [chosenCode, setChosenCode] = useState<string | null>(null)
  const { code, digits } = splitPhone(value, chosenCode ?? defaultCode)
  const country = dialCountries.find(one => one.code === code)

  const type = (text: string) => {
    const phone = typedPhone(text, code, maxDigits)
    setChosenCode(phone.code)
    onChange(joinPhone(phone))
  }
  const choose = (next: string) => {
    setChosenCode(next)
    onChange(joinPhone({ code: next, digits }))
  }

  return (
    <TextField
      label={label}
      type="tel"
      name="tel"
      inputMode="tel"
      autoComplete="tel"
      value={digits}
      error={error}
      onChange={event => type(event.target.value)}
      leading={
        <span className={styles.dial}>
          <span aria-hidden className={styles.code}>
            {code}
            <ExpandIcon />
          </span>
          <select
            className={styles.select}
            aria-label={codeLabel}
            value={country?.iso ?? ''}
            onChange={event => {
              const chosen = dialCountries.find(({ iso }) => iso === event.target.value)
              if (chosen !== undefined) choose(chosen.code)
            }}
          >
            {country === undefined && <option value="">{code}</option>}
            {dialCountries.map(one => (
              <option key={one.iso} value={one.iso}>
                {countryText(one.name, one.code)}
              </option>
            ))}
          </select>
        </span>
      }
    />
  )
}
