import { useState } from 'react'
import { inputs } from '../../../messages/fill.ts'
import styles from './field.module.css'

/** Help of at most this length is shown whole. */
const shortLength = 140

/** What helps to answer: in full when it is short, else its beginning and a way to the rest. */
export function HelpText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  if (text.length <= shortLength) return <>{text}</>
  return (
    <>
      {isOpen ? text : `${text.slice(0, text.lastIndexOf(' ', shortLength - 20))}… `}{' '}
      <button
        type="button"
        className={styles.more}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? inputs.less : inputs.more}
      </button>
    </>
  )
}
