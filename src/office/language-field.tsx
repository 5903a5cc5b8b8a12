import { isLanguage, languageNames, languages } from '../messages/languages.ts'
import { Select } from '../ui/inputs/select.tsx'
import { useOffice } from './office-context.tsx'

/** Chooses the language of the page. */
export function LanguageField() {
  const { words, language, chooseLanguage } = useOffice()
  return (
    <Select
      label={words.language}
      labelHidden
      value={language}
      options={languages.map(each => ({ value: each, label: languageNames[each] }))}
      onChange={({ target }) => {
        if (isLanguage(target.value)) void chooseLanguage(target.value)
      }}
    />
  )
}
