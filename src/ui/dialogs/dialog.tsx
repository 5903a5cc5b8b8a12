import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './dialog.module.css'
import { IconButton } from '../actions/icon-button.tsx'
import { CloseIcon } from '../icon.tsx'

/** The properties of a dialog. It is in the page only while open, so its content has a fresh state each time. */
interface DialogProps {
  open: boolean
  title: ReactNode
  /** Called on Esc, the close button or a press on the backdrop; the caller then sets `open` to false, or asks first. */
  onClose: () => void
  /** Label of the close button in the corner; without it there is no such button. */
  closeLabel?: string | undefined
  /** False: only the buttons inside close it (a blocking dialog, a running action). */
  dismissible?: boolean | undefined
  /** 'alertdialog' for interruptions. */
  role?: 'dialog' | 'alertdialog' | undefined
  /** Above the title, in the middle: shows at a glance what the dialog is about. */
  icon?: ReactNode
  children?: ReactNode
  /** Buttons, the main one first; on a phone one above the other, within reach of the thumb. */
  actions?: ReactNode
}

/**
 * A native modal dialog: it makes the page inert, handles Esc, takes the focus and returns it. A sheet on a phone, a
 * card on larger screens.
 */
export function Dialog({ open, ...dialog }: DialogProps) {
  return open ? <OpenDialog {...dialog} /> : null
}

/** Focuses the page's heading, when the element that had the focus before has left the page. */
const focusHeading = (dialog: HTMLDialogElement | null): void => {
  const page = dialog?.ownerDocument
  if (page?.activeElement !== page?.body) return
  page?.querySelector('h1')?.focus({ preventScroll: true })
}

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { title, onClose, closeLabel, dismissible = true, role, icon, children, actions } = props
  const dismiss = () => {
    if (dismissible) onClose()
  }
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const isPressedOutside = useRef(false)

  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // Closed before it leaves the page, because only then does the browser return the focus.
    return () => {
      dialog?.close()
      focusHeading(dialog)
    }
  }, [])

  // The browser closes it on a second Esc. Whether it closes is for the caller to say.
  const handleClose = () => {
    const dialog = ref.current
    if (!dialog?.isConnected) return
    dialog.showModal()
    dismiss()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Esc is the key of the backdrop
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      className={styles.dialog}
      onCancel={event => {
        event.preventDefault()
        dismiss()
      }}
      onClose={handleClose}
      onPointerDown={event => {
        isPressedOutside.current = event.target === event.currentTarget
      }}
      onClick={event => {
        // A line or a selection that begins inside and ends outside is a click of the dialog, too.
        if (isPressedOutside.current && event.target === event.currentTarget) dismiss()
      }}
    >
      <div className={styles.sheet}>
        {icon && <div className={styles.icon}>{icon}</div>}
        <h2 id={titleId} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {closeLabel !== undefined && (
          <span className={styles.close}>
            <IconButton label={closeLabel} icon={<CloseIcon />} onClick={onClose} />
          </span>
        )}
        {children && <div className={styles.body}>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
