import { useState } from 'react'
import { plainText } from '../../../form/texts/rich-text.ts'
import { inputs } from '../../../messages/interview/fill.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import { FieldText } from './field-text.tsx'
import styles from '../questions/field.module.css'

/** Help up to this length is shown completely. */
const shortLength = 140

const beginningOf = (text: string): string =>
  `${text.slice(0, text.lastIndexOf(' ', shortLength - 20))}…`

/** The help of a field: short help completely, else its beginning, with the rest on request. */
export function HelpText({ field }: { field: CompiledField }) {
  const [isOpen, setOpen] = useState(false)
  const { help, guidance } = field
  // Measured without the answers in placeholders, because only the component that shows them reads them.
  const plain = plainText(help, () => '…')
  const isLong = plain.length > shortLength
  return (
    <>
      {isLong && !isOpen ? (
        <bdi>{beginningOf(plain)}</bdi>
      ) : (
        <FieldText field={field} text={help} />
      )}{' '}
      {isOpen && guidance !== '' && (
        <span className={styles.guidance}>
          <FieldText field={field} text={guidance} />
        </span>
      )}
      {(isLong || guidance !== '') && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? inputs.less : inputs.more}
        </button>
      )}
    </>
  )
}
