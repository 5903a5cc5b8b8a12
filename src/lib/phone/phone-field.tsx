import { type ComponentProps, useState } from 'react'
import { ExpandIcon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/inputs/text-field.tsx'
import { countryOfCode, dialCountries } from './dial-codes.ts'
import styles from './phone-field.module.css'
import { joinPhone, splitPhone, typedCode, typedPhone } from './phone.ts'

/** The properties of a phone number's input, on top of a text field's; the value is plus, code and digits. */
interface PhoneFieldProps extends Omit<
  ComponentProps<typeof TextField>,
  'value' | 'onChange' | 'type' | 'leading'
> {
  codeLabel: string
  /** The text of a country in the list, by its two letters: 'India (+91)'. */
  countryText: (iso: string, code: string) => string
  value: string
  onChange: (value: string) => void
  /** The dial code, with its plus, while the value has none. */
  defaultCode: string
  maxDigits: number
}

/** A phone number: the country's dial code, and the digits after it (5.14). */
export function PhoneField(props: PhoneFieldProps) {
  const { codeLabel, countryText, value, onChange, defaultCode, maxDigits, ...input } = props
  const [chosenCode, setChosenCode] = useState<string | null>(null)
  const { code, digits } = splitPhone(value, chosenCode ?? defaultCode)

  // A number with its code, such as '+9198', shows as typed, and in two parts once the box is left.
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
    // A code without digits is no answer, so it must not count as a change.
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

/** The device's own country list, behind a button that shows only the chosen code. */
function DialCode({ label, countryText, code, onChange }: DialCodeProps) {
  // The options are rendered on touch, because two hundred of them per phone number would be most of a form.
  const [isWanted, setWanted] = useState(false)
  // Countries that share a code differ only in the list, because only the code is stored.
  const chosen = countryOfCode(code)
  const countries = isWanted ? dialCountries : chosen === null ? [] : [chosen]
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
