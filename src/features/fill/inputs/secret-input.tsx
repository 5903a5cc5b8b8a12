import { passwordFieldMinLength } from '../../../limits.ts'
import { inputs } from '../../../messages/interview/fill.ts'
import { PasswordField } from '../../../ui/inputs/password-field.tsx'
import type { InputProps } from './input-props.ts'
import { useTypedAnswer } from './use-typed-answer.ts'

/** PASSWORD: a respondent's secret, so autofill does not offer the surveyor's own. */
export function SecretInput({ field, id, words }: InputProps) {
  return (
    <PasswordField
      {...words}
      {...useTypedAnswer<HTMLInputElement>(field)}
      id={id}
      placeholder={field.placeholder}
      minLength={passwordFieldMinLength}
      autoComplete="new-password"
      enterKeyHint="next"
      showLabel={inputs.showPassword}
      hideLabel={inputs.hidePassword}
    />
  )
}
