import { changeSetting } from '../../../../collections/writes/write-settings.ts'
import { useWorkspace } from '../../../context.tsx'
import { repeats } from '../../../messages/interview/repeats.ts'
import { Select } from '../../../ui/inputs/select.tsx'
import type { CompiledForm } from '../../../form/definition/compiled-form.ts'
import { useFill } from '../fill-context.tsx'
import { languageName } from './language-names.ts'

/** Chooses the language of the form's texts; the choice is remembered. Shown only for a form of several languages. */
export function LanguageSwitch({ form }: { form: CompiledForm }) {
  const { interview } = useFill()
  const { db } = useWorkspace()
  const { tags, own } = form.template.languages
  if (tags.length === 0 || (tags.length === 1 && own !== '')) return null
  const options = tags.map(tag => ({ value: tag, label: languageName(tag).name }))
  const choose = (language: string) => {
    interview.setLanguage(language)
    // If it cannot be remembered, it is chosen again next time.
    void changeSetting(db, 'formLanguages', chosen => ({
      ...chosen,
      [form.id]: language,
    })).catch(() => undefined)
  }
  return (
    <Select
      label={repeats.language}
      options={own === '' ? [{ value: '', label: repeats.asWritten }, ...options] : options}
      value={form.language || own}
      onChange={event => choose(event.target.value)}
    />
  )
}
