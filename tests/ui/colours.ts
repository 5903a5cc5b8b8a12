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

/** A #rrggbb colour with another lightness of OKLCH (0 to 1), but the same chroma and hue, as CSS computes it. */
export function withLightness(colour: string, limit: (lightness: number) => number): string {
  const [red, green, blue] = linear(colour)
  const [l, m, s] = (
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ] as const
  ).map(([r, g, b]) => Math.cbrt(r * red + g * green + b * blue)) as [number, number, number]
  const lightness = limit(0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const [long, middle, short] = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ] as const
  const parts = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map(part => {
    const inside = Math.min(1, Math.max(0, part))
    const encoded = inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

function linear(colour: string): [red: number, green: number, blue: number] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return [red, green, blue]
}

function luminance(colour: string): number {
  const [red, green, blue] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
