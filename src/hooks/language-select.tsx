import type { ChangeEvent } from 'react'
import { useApp } from '../context.tsx'
import { useToaster } from '../lib/toaster.ts'
import { isLanguage, languageNames, languages } from '../messages/languages.ts'
import { languageWords as words } from '../messages/account/language.ts'
import { Select } from '../ui/inputs/select.tsx'

/** Changes the language of all screens. */
export function LanguageSelect({ labelHidden }: { labelHidden?: boolean }) {
  const { env, languageChoice } = useApp()
  const toaster = useToaster()

  const choose = async ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const page = target.ownerDocument
    if (!isLanguage(target.value)) return
    if (!(await languageChoice.choose(target.value))) toaster.error(words.notHere)
    // The new screen replaces this select, so the focus moves to the new one.
    env.clock.after(0, () =>
      page.querySelector<HTMLSelectElement>('select[name="language"]')?.focus(),
    )
  }

  return (
    <Select
      label={words.language}
      labelHidden={labelHidden}
      name="language"
      options={languages.map(value => ({ value, label: languageNames[value] }))}
      value={languageChoice.current()}
      onChange={event => void choose(event)}
    />
  )
}
