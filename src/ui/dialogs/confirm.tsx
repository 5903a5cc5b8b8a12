import { type ReactNode, useState } from 'react'
import { Button } from '../actions/button.tsx'
import styles from './confirm.module.css'
import { cx } from '../cx.ts'
import { Dialog } from './dialog.tsx'
import { DeleteIcon, LogoutIcon, QuestionIcon, SyncIcon, WarningIcon } from '../icon.tsx'

/** What is confirmed; decides icon, colour and label of the confirm button (2.dialogs.1). */
export type ConfirmType = 'default' | 'destructive' | 'danger' | 'logout' | 'sync'

/** The words that all confirmations share, from the messages. */
interface ConfirmWords {
  cancel: string
  labels: Readonly<Record<ConfirmType, string>>
}

interface ConfirmProps {
  open: boolean
  type?: ConfirmType | undefined
  title: ReactNode
  message: ReactNode
  words: ConfirmWords
  /** Replaces the type's label. */
  confirmLabel?: string | undefined
  /** The spinner shows until the returned promise settles; the caller then closes the dialog. */
  onConfirm: () => void | Promise<void>
  onCancel: () => void
  /** A third option that loses nothing ('Keep as draft'); it comes first. */
  other?: { label: string; onPress: () => void } | undefined
  /** Shown below the message: what is unsent, a backup button. */
  children?: ReactNode
}

const looks = {
  default: { Icon: QuestionIcon, tint: styles.primary, variant: 'primary' },
  destructive: { Icon: DeleteIcon, tint: styles.danger, variant: 'danger' },
  danger: { Icon: WarningIcon, tint: styles.danger, variant: 'danger' },
  logout: { Icon: LogoutIcon, tint: styles.danger, variant: 'danger' },
  sync: { Icon: SyncIcon, tint: styles.primary, variant: 'primary' },
} as const

/** Asks before an important action. While the action runs, buttons and Esc do nothing. */
export function Confirm({ type = 'default', ...props }: ConfirmProps) {
  const { open, title, message, words, confirmLabel, onConfirm, onCancel, other, children } = props
  const [isBusy, setBusy] = useState(false)
  const { Icon, tint, variant } = looks[type]

  const handleConfirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={title}
      onClose={onCancel}
      dismissible={!isBusy}
      icon={
        <span className={cx(styles.icon, tint)}>
          <Icon />
        </span>
      }
      actions={
        <>
          {other && (
            <Button full disabled={isBusy} onClick={other.onPress}>
              {other.label}
            </Button>
          )}
          <Button full variant={variant} busy={isBusy} onClick={handleConfirm}>
            {confirmLabel ?? words.labels[type]}
          </Button>
          <Button full variant="quiet" disabled={isBusy} onClick={onCancel}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <p className={styles.message}>
        <bdi>{message}</bdi>
      </p>
      {children}
    </Dialog>
  )
}
