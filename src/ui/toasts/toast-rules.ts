/** The kinds of toast. */
export type ToastKind = 'info' | 'success' | 'warning' | 'error'

/** The numbers of 9.32 and the texts they apply to, from the limits and the messages. */
interface ToastRules {
  /** The same message and kind within this time is not shown again. */
  repeatMs: number
  /** `repeatMs` for messages that contain one of `slowTexts`. */
  slowRepeatMs: number
  slowTexts: readonly string[]
  /** After this time a message is forgotten, unless its own pause is longer. */
  forgetMs: number
  /** Messages that share one toast: a repeat refreshes it while it is shown (8.5). */
  sharedTexts: readonly string[]
}

/** When each message was last shown, by kind and text; epoch ms. */
export type ToastMemory = ReadonlyMap<string, number>

/** What to do with a requested toast. */
type ToastVerdict = 'show' | 'refresh' | 'suppress'

/** The key of a toast in the memory, and its id on the page. */
export function toastKey(kind: ToastKind, text: string): string {
  return `${kind}:${text}`
}

/**
 * Decides whether a toast is shown, so that a failing network does not fill the screen with one message.
 *
 * Pure. A pause counts from the last time the message was shown: suppressed repeats do not prolong it. A clock that was
 * set back ends every pause. Source: 8.5, 9.32.
 */
export function judgeToast(
  memory: ToastMemory,
  toast: { kind: ToastKind; text: string; isVisible: boolean },
  nowMs: number,
  rules: ToastRules,
): { verdict: ToastVerdict; memory: ToastMemory } {
  const key = toastKey(toast.kind, toast.text)
  const shownAt = memory.get(key)
  if (toast.isVisible && rules.sharedTexts.includes(toast.text)) {
    return { verdict: 'refresh', memory: remember(memory, key, nowMs, rules) }
  }
  if (shownAt !== undefined && isWithin(shownAt, nowMs, pauseMs(toast.text, rules))) {
    return { verdict: 'suppress', memory }
  }
  return { verdict: 'show', memory: remember(memory, key, nowMs, rules) }
}

function pauseMs(key: string, rules: ToastRules): number {
  return rules.slowTexts.some(text => key.includes(text)) ? rules.slowRepeatMs : rules.repeatMs
}

function isWithin(shownAt: number, nowMs: number, pause: number): boolean {
  return nowMs >= shownAt && nowMs - shownAt < pause
}

function remember(memory: ToastMemory, key: string, nowMs: number, rules: ToastRules): ToastMemory {
  const kept = [...memory].filter(([known, shownAt]) =>
    isWithin(shownAt, nowMs, Math.max(rules.forgetMs, pauseMs(known, rules))),
  )
  return new Map([...kept, [key, nowMs]])
}

/** What the toaster needs from the app. */
export interface ToastSettings {
  nowMs: () => number
  rules: ToastRules
  /** How long each kind stays (9.31). */
  staysMs: Readonly<Record<ToastKind, number>>
  /** How long a toast with a button stays. */
  actionStaysMs: number
  /** True on pages that have an alert of their own, where error toasts are not shown (8.6). */
  areErrorsHidden: () => boolean
  /** The words of a promise toast whose caller passes none (8.7). */
  promiseWords: PromiseWords
}

/** A button in a toast. */
export interface ToastAction {
  label: string
  onPress: () => void
}

/** The three texts of a promise toast; the last two may depend on how it ended. */
export interface PromiseWords<T = unknown> {
  pending: string
  success: string | ((value: T) => string)
  error: string | ((reason: unknown) => string)
  /** An action after the success; the toast then stays longer. */
  action?: (value: T) => ToastAction
}

/** Short messages at the top of the page; a press closes them. */
export interface Toaster {
  info: (text: string) => void
  success: (text: string) => void
  warning: (text: string) => void
  error: (text: string) => void
  /** Shows the progress of `work` in one toast, and returns `work`, so that the caller still handles its failure. */
  promise: <T>(work: Promise<T>, words?: Partial<PromiseWords<T>>) => Promise<T>
  dismissAll: () => void
}
