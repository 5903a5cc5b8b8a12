import { flushSync } from 'react-dom'

/*
 * The surveyor's place in a form: the field at the top of the window and how much of it has scrolled past, as one
 * number (12.25: a quarter of the field with index 12). Unlike pixels it stays valid after a rotation, with larger
 * text, and while most of the form is not laid out.
 */

const fieldsIn = (part: Element): readonly HTMLElement[] => [
  ...part.querySelectorAll<HTMLElement>('[data-field]'),
]

/** The first element that ends below the line, in pixels from the top of the window. */
const firstBelow = <Item extends Element>(items: readonly Item[], linePx: number): Item | null =>
  items.find(item => item.getBoundingClientRect().bottom > linePx) ?? null

/** Where the page scrolls targets to: below the fixed header, in pixels from the top of the window. */
const topLinePx = (form: Element): number => {
  const page = form.ownerDocument.documentElement
  return Number.parseFloat(getComputedStyle(page).scrollPaddingBlockStart) || 0
}

/** The place in a form below the fixed header; null while nothing is laid out there. */
export const readScrollPlace = (form: Element): number | null => {
  const linePx = topLinePx(form)
  // Parts first, because measuring a field of a part that is not rendered would lay it out.
  const part = firstBelow([...form.querySelectorAll('[data-part]')], linePx)
  const field = part === null ? null : firstBelow(fieldsIn(part), linePx)
  if (field === null) return null
  const { top, height } = field.getBoundingClientRect()
  const gone = height === 0 ? 0 : Math.min(0.99, Math.max(0, (linePx - top) / height))
  return Number(field.dataset['field']) + Math.round(gone * 100) / 100
}

/** The element of a mounted field. */
export const fieldElement = (form: Element, index: number): HTMLElement | null =>
  form.querySelector<HTMLElement>(`[data-field="${index}"]`)

/** The first element of a field that takes its answer; not the button of its help, which comes before. */
export const answeringElement = (field: HTMLElement): HTMLElement | null =>
  [...field.querySelectorAll<HTMLElement>('input, textarea, select, button')].find(
    element => element.closest('[id$="-help"]') === null,
  ) ?? null

/**
 * Makes a change that takes a pressed button out of its field. The field's first input gets the focus, which would be
 * lost with the button.
 */
export const keepFocus = (pressed: Element, change: () => void): void => {
  const field = pressed.closest<HTMLElement>('[data-field]')
  flushSync(change)
  if (field !== null) answeringElement(field)?.focus({ preventScroll: true })
}

/** Scrolls to a place whose field is mounted. */
export const scrollToPlace = (form: Element, place: number): void => {
  const field = fieldElement(form, Math.floor(place))
  if (field === null) return
  field.scrollIntoView({ block: 'start' })
  const gonePx = (place % 1) * field.getBoundingClientRect().height
  form.ownerDocument.scrollingElement?.scrollBy(0, gonePx)
}
