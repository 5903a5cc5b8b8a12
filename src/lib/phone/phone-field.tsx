import { type ComponentProps, useState } from 'react'
import { ExpandIcon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { countryOfCode, dialCountries } from './dial-codes.ts'
import styles from './phone-field.module.css'
import { joinPhone, splitPhone, typedCode, typedPhone } from './phone.ts'

/** What a phone number's input takes besides what every text field does; stored as plus, code and digits. */
export interface PhoneFieldProps extends Omit<
  ComponentProps<typeof TextField>,
  'value' | 'onChange' | 'type' | 'leading'
> {
  codeLabel: string
  /** How a country, by its two letters, reads in the list: 'India (+91)'. */
  countryText: (iso: string, code: string) => string
  value: string
  onChange: (value: string) => void
  /** The dial code while the value has none, with its plus. */
  defaultCode: string
  maxDigits: number
}

/** A phone number: the country's dial code, and the digits after it (5.14). */
export function PhoneField(props: PhoneFieldProps) {
  const { codeLabel, countryText, value, onChange, defaultCode, maxDigits, ...input } = props
  const [chosenCode, setChosenCode] = useState<string | null>(null)
  const { code, digits } = splitPhone(value, chosenCode ?? defaultCode)

  // '+9198' is shown as it is typed, and in its two parts once the box is left.
  const [typed, setTyped] = useState<string | null>(null)

  const type = (text: string) => {
    const begun = typedCode(text, maxDigits)
    setTyped(begun)
    if (begun !== null) return onChange(begun === '+' ? '' : begun)
    const phone = typedPhone(text, code, maxDigits)
    setChosenCode(phone.code)
    onChange(joinPhone(phone))
  }
  const choose = (next: string) => {
    setTyped(null)
    setChosenCode(next)
    // A code alone is no answer, and must not become a change.
    if (digits !== '') onChange(joinPhone({ code: next, digits }))
  }

  return (
    <TextField
      {...input}
      type="tel"
      inputMode="tel"
      value={typed ?? digits}
      onBlur={event => {
        setTyped(null)
        input.onBlur?.(event)
      }}
      onChange={event => type(event.target.value)}
      leading={
        <DialCode label={codeLabel} countryText={countryText} code={code} onChange={choose} />
      }
    />
  )
}

interface DialCodeProps {
  readonly label: string
  readonly countryText: (iso: string, code: string) => string
  readonly code: string
  readonly onChange: (code: string) => void
}

/** The device's own list of all countries under a button that shows only the chosen code. */
function DialCode({ label, countryText, code, onChange }: DialCodeProps) {
  // Two hundred options for each phone number of a form would be most of the form: they come with a touch.
  const [isWanted, setWanted] = useState(false)
  // Countries that share a code are told apart by the list only: the code is what is stored.
  const chosen = countryOfCode(code)
  const countries = isWanted ? dialCountries : dialCountries.filter(country => country === chosen)
  const listed = countries
    .map(country => ({ ...country, text: countryText(country.iso, country.code) }))
    .sort((one, other) => one.text.localeCompare(other.text))
  return (
    <span className={styles.dial}>
      <span aria-hidden className={styles.code}>
        <bdi dir="ltr">{code}</bdi>
        <ExpandIcon />
      </span>
      <select
        className={styles.select}
        aria-label={label}
        value={chosen?.iso ?? ''}
        onFocus={() => setWanted(true)}
        onPointerDown={() => setWanted(true)}
        onChange={event => {
          const country = dialCountries.find(({ iso }) => iso === event.target.value)
          if (country !== undefined) onChange(country.code)
        }}
      >
        {chosen === null && <option value="">{code}</option>}
        {listed.map(country => (
          <option key={country.iso} value={country.iso}>
            {country.text}
          </option>
        ))}
      </select>
    </span>
  )
}
