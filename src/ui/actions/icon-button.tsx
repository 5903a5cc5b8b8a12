import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './icon-button.module.css'

/** The class of an icon button, for a router link that must look like one; give the link an `aria-label`. */
export function iconButtonClass(): string {
  return cx(styles.button)
}

/** What an icon button takes: its label is read aloud and shown as a tooltip. */
export interface IconButtonProps extends ComponentProps<'button'> {
  label: string
  icon: ReactNode
}

/** A round 48 px button whose icon everyone knows (back, close, more). */
export function IconButton({ label, icon, className, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={cx(styles.button, className)}
      aria-label={label}
      title={label}
    >
      {icon}
    </button>
  )
}
