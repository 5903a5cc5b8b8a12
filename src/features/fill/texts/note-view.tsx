import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { FieldText } from './field-text.tsx'
import { LabelMedia } from './form-media.tsx'
import { HelpText } from './help-text.tsx'
import styles from './note-view.module.css'

/** NOTE: a text without number, input or answer. */
export function NoteView({ field, id }: { readonly field: CompiledField; readonly id: string }) {
  return (
    <div id={id} className={styles.note}>
      <FieldText field={field} text={field.label} isPhrase={false} />
      <LabelMedia media={field.media} />
      {field.help !== '' && (
        <div className={styles.help}>
          <HelpText field={field} />
        </div>
      )}
    </div>
  )
}
