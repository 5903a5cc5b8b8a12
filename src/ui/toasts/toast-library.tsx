/*
 * The only door to react-toastify. Its unstyled build injects no <style>, as a strict content security policy requires;
 * toast.module.css is the whole look. The CSS animation of the (hidden) progress bar measures how long a toast stays:
 * without that animation toasts would never leave.
 */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import {
  ToastContainer,
  type ToastTransitionProps,
  toast as toastify,
} from 'react-toastify/unstyled'
import { cx } from '../cx.ts'
import { togglePopover } from '../popover.ts'
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from '../icon.tsx'
import { Spinner } from '../status/spinner.tsx'
import {
  judgeToast,
  toastKey,
  type PromiseWords,
  type ToastAction,
  type Toaster,
  type ToastSettings,
  type ToastKind,
  type ToastMemory,
} from './toast-rules.ts'
import { keepBelowTitle } from './toast-place.ts'
import styles from './toast.module.css'

const icons = { info: InfoIcon, success: SuccessIcon, warning: WarningIcon, error: ErrorIcon }

/** Makes the toaster; toast.tsx loads this file. */
export function createToaster(settings: ToastSettings): Toaster {
  let memory: ToastMemory = new Map()
  // Toasts that are shown or wait for a free place. The library counts a second waiting toast with the same id but
  // never uncounts it, so that its limit would finally block all toasts.
  const living = new Set<string>()

  const show = (kind: ToastKind, text: string) => {
    if (kind === 'error' && settings.areErrorsHidden()) return
    const toastId = toastKey(kind, text)
    const isVisible = toastify.isActive(toastId)
    if (living.has(toastId) && !isVisible) return
    const judged = judgeToast(memory, { kind, text, isVisible }, settings.nowMs(), settings.rules)
    memory = judged.memory
    const onClose = () => living.delete(toastId)
    const options = { toastId, type: kind, autoClose: settings.staysMs[kind], onClose }
    if (judged.verdict === 'show') {
      living.add(toastId)
      toastify(toastBody(kind, text), options)
    }
    if (judged.verdict === 'refresh') {
      toastify.update(toastId, { ...options, render: toastBody(kind, text) })
    }
  }

  const promise = <T,>(work: Promise<T>, words: Partial<PromiseWords<T>> = {}): Promise<T> => {
    const { pending, success, error, action } = { ...settings.promiseWords, ...words }
    let ending: (() => void) | undefined
    // A toast that waits for a free place cannot be updated, so its ending is shown when it appears.
    const toastId = toastify.loading(toastBody('loading', pending), { onOpen: () => ending?.() })
    const end = (type: ToastKind, text: string, button?: ToastAction) => {
      ending = () =>
        toastify.update(toastId, {
          type,
          render: toastBody(type, text, button),
          autoClose: button === undefined ? settings.staysMs[type] : settings.actionStaysMs,
          isLoading: false,
          closeOnClick: true,
          draggable: 'touch',
        })
      ending()
    }
    work.then(
      value =>
        end('success', typeof success === 'string' ? success : success(value), action?.(value)),
      (reason: unknown) => end('error', typeof error === 'string' ? error : error(reason)),
    )
    return work
  }

  return {
    info: text => show('info', text),
    success: text => show('success', text),
    warning: text => show('warning', text),
    error: text => show('error', text),
    promise,
    dismissAll: () => toastify.dismiss(),
  }
}

/* A press on the button also reaches the toast, which closes it. */
function toastBody(kind: ToastKind | 'loading', text: string, action?: ToastAction): ReactNode {
  const Icon = kind === 'loading' ? undefined : icons[kind]
  return (
    <span className={cx(styles.body, styles[kind])}>
      {Icon ? <Icon /> : <Spinner />}
      <span>{text}</span>
      {action && (
        <button type="button" className={styles.action} onClick={action.onPress}>
          {action.label}
        </button>
      )}
    </span>
  )
}

/*
 * A transition that leaves the animation to the styles and starts a toast's timer at once. The library's own
 * transitions start the timer at the end of the entrance; an update in between cancels that, and the toast stays
 * forever.
 */
function Slide(props: ToastTransitionProps) {
  const { children, isIn, done, nodeRef, playToast, preventExitTransition } = props
  // oxlint-disable-next-line react/exhaustive-deps -- once, when it appears
  useLayoutEffect(() => playToast(), [])
  useEffect(() => {
    if (isIn) return
    const leave = async () => {
      const moving = preventExitTransition ? [] : (nodeRef.current?.getAnimations() ?? [])
      await Promise.allSettled(moving.map(animation => animation.finished))
      done()
    }
    void leave()
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it leaves
  }, [isIn])
  return <>{children}</>
}

/** The layer of the toasts; toast.tsx mounts it. */
export function ToastHost({ label, maxVisible }: { label: string; maxVisible: number }) {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      toastify.onChange(({ status }) => {
        const shown = layer.current
        if (status !== 'added' || shown === null) return
        raiseOverDialogs(shown)
        keepBelowTitle(shown, () => shown.querySelector(`.${styles.toast}`) !== null)
      }),
    [],
  )
  return (
    <div ref={layer} className={styles.layer}>
      <ToastContainer
        aria-label={label}
        // The region is live already; the library's own role, alert, would have it read twice.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is the library's
        role="status"
        position="top-center"
        limit={maxVisible}
        transition={Slide}
        icon={false}
        closeButton={false}
        hideProgressBar
        closeOnClick
        pauseOnHover
        pauseOnFocusLoss={false}
        className={cx(styles.host)}
        toastClassName={cx(styles.toast)}
        progressClassName={cx(styles.timer)}
      />
    </div>
  )
}

/* A modal dialog covers every z-index; only a later member of the top layer is above it, which needs popovers. */
function raiseOverDialogs(layer: HTMLDivElement): void {
  togglePopover(layer, false)
  layer.popover = layer.ownerDocument.querySelector('dialog:modal') ? 'manual' : null
  if (layer.popover) togglePopover(layer, true)
}
