/*
 * Where the surveyor is in a form: the field at the top of the window and how much of it has gone by, as one
 * number (12.25: a quarter of the field with index 12). Unlike pixels it means the same after a rotation,
 * with larger text, and while most of the form has not been laid out.
 */

const fieldsIn = (part: Element): readonly HTMLElement[] => [
  ...part.querySelectorAll<HTMLElement>('[data-field]'),
]

/** The first element that ends below the line, in pixels from the top of the window. */
const firstBelow = <Item extends Element>(items: readonly Item[], linePx: number): Item | null =>
  items.find(item => item.getBoundingClientRect().bottom > linePx) ?? null

/** Where the page scrolls things to: under the fixed header, in pixels from the top of the window. */
const topLinePx = (form: Element): number => {
  const page = form.ownerDocument.documentElement
  return Number.parseFloat(getComputedStyle(page).scrollPaddingBlockStart) || 0
}

/** The place of a form under the fixed header; null while nothing is laid out there. */
export const readScrollPlace = (form: Element): number | null => {
  const linePx = topLinePx(form)
  // The parts first: asking a field of a part that is not rendered would lay it out.
  const part = firstBelow([...form.querySelectorAll('[data-part]')], linePx)
  const field = part === null ? null : firstBelow(fieldsIn(part), linePx)
  if (field === null) return null
  const { top, height } = field.getBoundingClientRect()
  const gone = height === 0 ? 0 : Math.min(0.99, Math.max(0, (linePx - top) / height))
  return Number(field.dataset['field']) + Math.round(gone * 100) / 100
}

/** The element of a field that is mounted. */
export const fieldElement = (form: Element, index: number): HTMLElement | null =>
  form.querySelector<HTMLElement>(`[data-field="${index}"]`)

/** Scrolls to a place whose field is mounted. */
export const scrollToPlace = (form: Element, place: number): void => {
  const field = fieldElement(form, Math.floor(place))
  if (field === null) return
  field.scrollIntoView({ block: 'start' })
  const gonePx = (place % 1) * field.getBoundingClientRect().height
  form.ownerDocument.scrollingElement?.scrollBy(0, gonePx)
}
