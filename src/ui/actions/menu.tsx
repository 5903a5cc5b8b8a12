import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from '../cx.ts'
import styles from './menu.module.css'

/** What a menu takes: the trigger's look and label, and the items: links or buttons with `menuItemClass`. */
export interface MenuProps {
  /** Inside the button that opens the menu. */
  trigger: ReactNode
  /** Read aloud for the button when what it shows is no words. */
  label?: string | undefined
  triggerClassName?: string | undefined
  children: ReactNode
}

/** The class of an item: a router link or a button. */
export function menuItemClass(danger = false): string {
  return cx(styles.item, danger && styles.danger)
}

/**
 * A short list of places or actions that drops from its button.
 *
 * A native popover: Esc and a press outside close it and the focus returns. Arrow keys, Home and End move.
 * It is a disclosure with links, not an ARIA menu: every item keeps its own role.
 */
export function Menu({ trigger, label, triggerClassName, children }: MenuProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const anchor = `--menu-${id.replaceAll(/\W/g, '')}`

  const moveFocus = (event: KeyboardEvent) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('a, button:enabled') ?? [])]
    const at = items.findIndex(item => item === event.currentTarget.ownerDocument.activeElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (next === undefined || items.length === 0) return
    event.preventDefault()
    items.at(next % items.length)?.focus()
  }

  return (
    <>
      <button
        type="button"
        className={cx(styles.trigger, triggerClassName)}
        style={{ anchorName: anchor }}
        popoverTarget={id}
        aria-label={label}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          list.current?.showPopover()
          moveFocus(event)
        }}
      >
        {trigger}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys and presses of the items inside */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className={styles.menu}
        style={{ positionAnchor: anchor }}
        onKeyDown={moveFocus}
        onClick={() => list.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  )
}
