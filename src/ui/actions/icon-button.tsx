import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './icon-button.module.css'

/** The class that makes a router link look like an icon button; give the link an `aria-label`. */
export function iconButtonClass(): string {
  return cx(styles.button)
}

/** The properties of an icon button. The label is read aloud and shown as a tooltip. */
interface IconButtonProps extends ComponentProps<'button'> {
  label: string
  icon: ReactNode
}

/** A round 48 px button with a well-known icon (back, close, more). */
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
