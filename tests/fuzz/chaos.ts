import { createRandom, type Random } from '../sim/random.ts'

/** The number of cases in a fuzz test: few on every run, a hundred thousand with `DEEP=1`. */
export const caseCount = process.env['DEEP'] === '1' ? 100_000 : 2000

/** The seed of a run. A failure names its case, which the same seed reproduces. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)

/** The random source of one case. */
export const randomOf = (index: number): Random =>
  createRandom((Math.imul(index, 2_654_435_761) ^ seed) >>> 0)

/** Patterns that have broken parsers before. */
export const nastyTexts: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  'NaN',
  'null',
  'true',
  '[]',
  '[1,2',
  '{"a":',
  '[['.repeat(50),
  '\0',
  'a\0b',
  '\uD800',
  'a\uDFFFb',
  '\u202Egpj.exe',
  '\uFEFFtext',
  '../../../../etc/passwd',
  String.raw`..\..\windows\win.ini`,
  '/etc/passwd',
  '%2e%2e%2f%00',
  '%',
  "'; drop table users; --",
  '" or 1=1 --',
  '$1',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'temp_1763630000000',
  'edit_temp_1',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-02-30T25:61:61Z',
  '2026-11-20T09:12:13.456Z',
  '2026-11-20T09:12:13+99:99',
  'x'.repeat(300),
  'é'.repeat(5000),
  '😀'.repeat(200),
  'A'.repeat(70_000),
]

const nastyNumbers: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.1,
  1e21,
  -1e21,
  1e308,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 32,
  2 ** 53,
  -(2 ** 53),
  90.000001,
  180.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
]

const nest = (depth: number, inner: unknown): unknown => {
  let value = inner
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { data: value }
  return value
}

/** Any JSON value, of any shape. */
export const anyJson = (random: Random, depth = 3): unknown => {
  const kind = random.below(depth > 0 ? 9 : 6)
  switch (kind) {
    case 0:
      return null
    case 1:
      return random.chance(0.5)
    case 2:
      return random.pick(nastyNumbers)
    case 3:
    case 4:
      return random.pick(nastyTexts)
    case 5:
      return random.below(100_000) - 50_000
    case 6:
      return Array.from({ length: random.below(4) }, () => anyJson(random, depth - 1))
    case 7:
      return random.chance(0.02)
        ? nest(200 + random.below(800), 'deep')
        : anyJson(random, depth - 1)
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(5) }, () => [
          random.pick(nastyTexts).slice(0, 40),
          anyJson(random, depth - 1),
        ]),
      )
  }
}

/** A variation of a value, with some of its parts replaced, removed, doubled or added. */
export const mutated = (random: Random, value: unknown, heat = 0.15): unknown => {
  if (random.chance(heat)) return anyJson(random, 2)
  if (Array.isArray(value)) {
    const list = value.map((entry: unknown) => mutated(random, entry, heat))
    if (random.chance(heat)) return list.slice(0, random.below(list.length + 1))
    return random.chance(heat) ? [...list, ...list] : list
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .filter(() => !random.chance(heat / 2))
    .map(([key, inner]) => [key, mutated(random, inner, heat)])
  if (random.chance(heat)) entries.push([random.pick(nastyTexts).slice(0, 40), anyJson(random, 2)])
  return Object.fromEntries(entries) as unknown
}

/** Random bytes. */
export const anyBytes = (random: Random, most = 300): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: random.below(most) }, () => random.below(256))

/** A text cut short, or with a changed character, as by a bad connection. */
export const damaged = (random: Random, text: string): string => {
  const at = random.below(text.length + 1)
  if (random.chance(0.5)) return text.slice(0, at)
  return text.slice(0, at) + random.pick(nastyTexts).slice(0, 10) + text.slice(at + 1)
}
