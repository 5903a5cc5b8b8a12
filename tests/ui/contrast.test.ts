import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, declarations, type Mode, paletteOf, withLightness } from './colours.ts'

const css = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8')

/**
 * Colours that carry no text. The line is decoration, and nothing is drawn on the backdrop behind a scrim; the others must
 * contrast with every ground.
 */
const marks = [
  'line-strong',
  'focus',
  'mark-warning',
  'fill-primary',
  'fill-danger',
  'fill-success',
]
/** What base maps show. */
const ofMaps = ['map-water', 'map-green', 'map-built', 'map-building', 'map-road']
const decoration = ['line', 'scrim-backdrop']

const texts = readFileSync(
  new URL('../../src/features/fill/texts/rich-text.module.css', import.meta.url),
  'utf8',
)
/** The limits of the lightness of a form's own colours. */
const [light = Number.NaN, sunlight = Number.NaN] = [...texts.matchAll(/min\(l, ([\d.]+)\)/g)].map(
  ([, l]) => Number(l),
)
const dark = Number(/max\(l, ([\d.]+)\)/.exec(texts)?.[1])
const limits: Record<Mode, (lightness: number) => number> = {
  light: lightness => Math.min(lightness, light),
  dark: lightness => Math.max(lightness, dark),
  sunlight: lightness => Math.min(lightness, sunlight),
}

/** Colours all over the cube. */
const steps = ['00', '33', '66', '99', 'cc', 'ff']
const colours = steps.flatMap(r => steps.flatMap(g => steps.map(b => `#${r}${g}${b}`)))

const least: Record<Mode, number> = { light: 4.5, dark: 4.5, sunlight: 7 }

test('the ratio is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('the theme colour is the primary colour of the light mode', () => {
  expect(paletteOf(css, 'light').get('fill-primary')).toBe('#005a9c')
})

test('the sunlight mode sets every colour itself', () => {
  const sunlight = new Set(
    declarations(css, ":root[data-theme='sunlight'] {").map(([name]) => name),
  )
  const missing = [...paletteOf(css, 'light').keys()].filter(name => !sunlight.has(name))
  expect(missing).toEqual([])
})

describe.each(['light', 'dark', 'sunlight'] as const)('%s', mode => {
  const palette = paletteOf(css, mode)
  const names = [...palette.keys()]
  const grounds = names.filter(name => name.startsWith('ground'))
  const inks = names.filter(name => name.startsWith('ink'))
  const tops = names.filter(name => name.startsWith('on-'))
  const ratio = (one: string, other: string) =>
    contrast(palette.get(one) ?? '', palette.get(other) ?? '')

  test('every text is readable on every ground', () => {
    expect(grounds.length * inks.length).toBeGreaterThanOrEqual(20)
    const weak = grounds
      .flatMap(ground => inks.map(ink => `${ink} on ${ground}: ${ratio(ink, ground).toFixed(2)}`))
      .filter(pair => Number(pair.split(': ')[1]) < least[mode])
    expect(weak).toEqual([])
  })

  test("a form's own colour is readable on every ground", () => {
    const weak = grounds.flatMap(ground =>
      colours
        .map(colour => {
          const shown = withLightness(colour, limits[mode])
          return { colour, ground, of: contrast(shown, palette.get(ground) ?? '') }
        })
        .filter(({ of }) => !(of >= least[mode])),
    )
    expect(weak).toEqual([])
  })

  test.each(tops)('%s is readable on its own surface', top => {
    const surface = top.slice('on-'.length)
    expect(palette.has(surface)).toBe(true)
    expect(ratio(top, surface)).toBeGreaterThanOrEqual(least[mode])
  })

  test.each(marks)('%s contrasts with every ground', mark => {
    for (const ground of grounds) expect(ratio(mark, ground)).toBeGreaterThanOrEqual(3)
  })

  test.each(ofMaps)('words are readable on %s, and drawn lines contrast with it', map => {
    expect(ratio('ink', map)).toBeGreaterThanOrEqual(least[mode])
    expect(ratio('ink-accent', map)).toBeGreaterThanOrEqual(3)
  })

  test('every colour has a rule', () => {
    const surfaces = tops.map(top => top.slice(3))
    const ruled = new Set([...grounds, ...inks, ...tops, ...surfaces, ...ofMaps])
    const loose = names.filter(name => !ruled.has(name) && !marks.includes(name))
    expect(loose).toEqual(decoration)
  })
})
