import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { FieldText } from './field-text.tsx'
import { FormPicture } from './form-picture.tsx'
import { HelpText } from './help-text.tsx'
import styles from './note-view.module.css'

/** NOTE: a text without number, input or answer. */
export function NoteView({ field, id }: { readonly field: CompiledField; readonly id: string }) {
  return (
    <div id={id} className={styles.note}>
      <FieldText field={field} text={field.label} isPhrase={false} />
      {field.image !== '' && <FormPicture fileId={field.image} />}
      {field.help !== '' && (
        <div className={styles.help}>
          <HelpText field={field} />
        </div>
      )}
    </div>
  )
}
