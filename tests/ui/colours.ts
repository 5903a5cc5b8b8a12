/** Reads the colours of tokens.css as the three modes show them. */

/** The modes of data-theme. */
export type Mode = 'light' | 'dark' | 'sunlight'

/** The colour of each token by its name without the dashes, as #rrggbb. */
export type Palette = ReadonlyMap<string, string>

/** The opaque colour tokens in one mode. Translucent ones (shades and scrims) are left out. */
export function paletteOf(css: string, mode: Mode): Palette {
  const declared = new Map(declarations(css, ':root {'))
  if (mode === 'sunlight') {
    for (const [name, value] of declarations(css, ":root[data-theme='sunlight'] {")) {
      declared.set(name, value)
    }
  }
  const palette = new Map<string, string>()
  for (const [name, value] of declared) {
    const colour = colourIn(value, mode)
    if (/^#[0-9a-f]{6}$/i.test(colour)) palette.set(name, colour)
  }
  return palette
}

/** The declarations of a block, in order. */
export function declarations(css: string, selector: string): [name: string, value: string][] {
  const start = css.indexOf(`\n${selector}`)
  const block = css.slice(start, css.indexOf('\n}', start))
  return [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
}

function colourIn(value: string, mode: Mode): string {
  const [, light, dark] = /^light-dark\(([^,]+), (.+)\)$/.exec(value) ?? []
  return (mode === 'dark' ? dark : light) ?? value
}

/** WCAG 2 contrast ratio of two #rrggbb colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
