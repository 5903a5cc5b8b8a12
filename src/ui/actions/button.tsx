import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'
import { cx } from '../cx.ts'
import { Spinner } from '../status/spinner.tsx'

/** How prominent a button is: one primary per view, danger for what cannot be undone. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonLook {
  variant?: ButtonVariant | undefined
  /** 's' is less high and only as wide as its text; its touch target stays 48 px. */
  size?: 'm' | 's' | undefined
  full?: boolean | undefined
}

/** The class that makes a link look like a button: `<Link className={buttonClass()}>`. */
export function buttonClass({ variant = 'primary', size = 'm', full }: ButtonLook = {}): string {
  return cx(styles.button, styles[variant], size === 's' && styles.small, full && styles.full)
}

/** The properties of a button, on top of the native attributes. */
interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  icon?: ReactNode
  /** True while the action runs: a spinner shows, `busyText` replaces the label, presses do nothing. */
  busy?: boolean | undefined
  busyText?: ReactNode
  /**
   * Looks and is announced as disabled, but can be pressed, so that the press can show what is missing (decisions 6).
   */
  softDisabled?: boolean | undefined
}

/** Keeps a busy button from submitting its form once more. */
const ignorePress = (event: MouseEvent): void => event.preventDefault()

/** Starts an action. To lead to another screen use a link with `buttonClass`. */
export function Button(props: ButtonProps) {
  const { variant, size, full, icon, busy, busyText, softDisabled, ...button } = props
  return (
    <button
      type="button"
      {...button}
      className={cx(buttonClass({ variant, size, full }), button.className)}
      // Not `disabled` while it is busy, because the browser takes the focus from a disabled button.
      onClick={busy ? ignorePress : button.onClick}
      aria-disabled={softDisabled || busy ? true : button['aria-disabled']}
      aria-busy={busy ? true : undefined}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyText !== undefined ? busyText : button.children}
    </button>
  )
}
