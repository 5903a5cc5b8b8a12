/** How a person would name a part of a page. Of several, the first visible one is meant. */
export type Target =
  | { readonly role: string; readonly name: Words; readonly within?: string }
  | { readonly label: Words; readonly within?: string }
  | { readonly text: Words; readonly within?: string }
  | { readonly css: string; readonly at?: number }

/** A whole text, or a pattern. */
export type Words = string | { readonly pattern: string }

/** What the page is asked about a target. */
export type Question =
  /** How many are visible. */
  | 'count'
  /** Where to press it, as 'x y'; '' while something covers it. */
  | 'point'
  /** Marks its contents, so that what is typed replaces them; its place as above, to press it first. */
  | 'select'
  /** The value of an input. */
  | 'value'

/** The queries of testing-library, as the page has them. */
interface Queries {
  readonly queryAllByRole: (root: Element, role: string, how: object) => HTMLElement[]
  readonly queryAllByLabelText: (root: Element, words: unknown, how: object) => HTMLElement[]
  readonly queryAllByText: (root: Element, words: unknown) => HTMLElement[]
  /** Theirs, because a script of Firefox's driver has another one, which they do not recognize. */
  readonly RegExp: typeof RegExp
}

/** Runs in the page, so it uses nothing from outside of itself. */
export const ask = async (question: Question, target: Target): Promise<string> => {
  const { queries } = window as unknown as { queries: Queries }
  const wordsOf = (words: Words) =>
    typeof words === 'string' ? words : new queries.RegExp(words.pattern, 'i')
  const find = (): readonly HTMLElement[] => {
    if ('css' in target) return [...document.querySelectorAll<HTMLElement>(target.css)]
    const root = target.within === undefined ? document.body : document.querySelector(target.within)
    if (root === null) return []
    if ('role' in target) {
      return queries.queryAllByRole(root, target.role, { name: wordsOf(target.name) })
    }
    if ('label' in target) {
      const how = { selector: 'input, select, textarea' }
      return queries.queryAllByLabelText(root, wordsOf(target.label), how)
    }
    return queries.queryAllByText(root, wordsOf(target.text))
  }
  const isVisible = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden'
  }
  const visible = find().filter(isVisible)
  if (question === 'count') return String(visible.length)
  const element = visible[('at' in target ? target.at : 0) ?? 0]
  if (element === undefined) return ''
  if (question === 'value') return (element as HTMLInputElement).value
  if (question === 'select') (element as HTMLInputElement).select()
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const middle = () => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  }
  const before = middle()
  await new Promise(resolve => setTimeout(resolve, 100))
  const { x, y } = middle()
  // A sheet that slides in takes a press for one next to it.
  const isMoving = document.getAnimations().some(({ effect }) => {
    const moved = effect instanceof KeyframeEffect ? effect.target : null
    return moved !== null && moved !== element && moved.contains(element)
  })
  if (isMoving || x !== before.x || y !== before.y || element.matches(':disabled')) return ''
  const hit = document.elementFromPoint(x, y)
  // An input may lie under its label's picture of it.
  const isHit =
    hit !== null && [element, element.closest('label')].some(each => each?.contains(hit))
  return isHit ? `${x} ${y}` : ''
}

/** Sets the value of a date or a list as the browser's own picker does; runs in the page. */
export const pick = (css: string, value: string | number): string => {
  const input = document.querySelector<HTMLInputElement & HTMLSelectElement>(css)
  if (input === null) return ''
  const text = typeof value === 'number' ? (input.options[value]?.value ?? '') : value
  // React watches the property of the element itself.
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')
  own?.set?.call(input, text)
  for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }))
  return 'picked'
}
