import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { hasPopovers, togglePopover } from '../popover.ts'
import styles from './menu.module.css'

/**
 * The properties of a menu: look and label of its button, and the items, which are links or buttons with
 * `menuItemClass`.
 */
interface MenuProps {
  /** The content of the button that opens the menu. */
  trigger: ReactNode
  /** Read aloud for the button when its content is not text. */
  label?: string | undefined
  triggerClassName?: string | undefined
  children: ReactNode
}

/** The class of an item: a router link or a button. */
export function menuItemClass(danger = false): string {
  return cx(styles.item, danger && styles.danger)
}

/**
 * A short list of links or actions that opens from a button.
 *
 * A native popover: Esc or a press outside closes it and the focus returns. Arrow keys, Home and End move. For screen
 * readers it is a disclosure with links, not an ARIA menu, so every item keeps its own role. Where the browser has no
 * popovers, only the button and the items close it.
 */
export function Menu({ trigger, label, triggerClassName, children }: MenuProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const anchor = `--menu-${id.replaceAll(/\W/g, '')}`

  const isNative = hasPopovers()
  /** Used only without popovers. */
  const [isShown, setIsShown] = useState(false)
  const toggle = (isOpen: boolean) => {
    if (isNative && list.current) togglePopover(list.current, isOpen)
    else setIsShown(isOpen)
  }

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
        {...(isNative
          ? { popoverTarget: id }
          : { 'aria-expanded': isShown, onClick: () => toggle(!isShown) })}
        aria-label={label}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          toggle(true)
          moveFocus(event)
        }}
      >
        {trigger}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys and presses of the items
          inside */}
      <div
        ref={list}
        id={id}
        popover="auto"
        hidden={!isNative && !isShown}
        className={styles.menu}
        style={{ positionAnchor: anchor }}
        onKeyDown={moveFocus}
        onClick={() => toggle(false)}
      >
        {children}
      </div>
    </>
  )
}
