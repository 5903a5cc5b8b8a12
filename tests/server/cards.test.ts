import readQr from 'qr/decode.js'
import { expect, test } from 'vitest'
import { cardOf, cardsHead, loginLink } from '../../server/admin/people/cards.ts'
import { credentialsIn } from '../../src/features/auth/login-card.ts'

const people = [
  { email: 'ida+x@ngo.example', name: 'Ida <b>', password: 'abc&def=234' },
  { email: 'ravi@ngo.example', name: 'Ravi', password: 'xyz' },
]

/** A picture of a QR code as a camera sees it, from an SVG that draws a square for each dark module. */
const pictureOf = (svg: string) => {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const scale = 8
  const data = new Uint8Array((size * scale) ** 2 * 4).fill(255)
  let [x, y] = [0, 0]
  for (const [, move, across, down] of svg.matchAll(/([Mm])(-?\d+) ?(-?\d+)h1v1/g)) {
    x = Number(across) + (move === 'm' ? x : 0)
    y = Number(down) + (move === 'm' ? y : 0)
    for (let row = 0; row < scale; row += 1) {
      for (let column = 0; column < scale; column += 1) {
        const at = ((y * scale + row) * size + x) * scale + column
        data.fill(0, at * 4, at * 4 + 3)
      }
    }
  }
  return { width: size * scale, height: size * scale, data }
}

test('a camera reads the login from a card, and the app fills it in', () => {
  const page = cardsHead + people.map(person => cardOf('https://survey.example', person)).join('')
  const codes = [...page.matchAll(/<svg.*?<\/svg>/gs)].map(([svg]) => readQr(pictureOf(svg)))
  expect(codes).toEqual(people.map(person => loginLink('https://survey.example', person)))
  for (const [index, code] of codes.entries()) {
    const url = new URL(code)
    expect(url.pathname).toBe('/login')
    const { email, password } = people[index] ?? {}
    expect(credentialsIn(url.hash)).toEqual({ email, password })
  }
  expect(page).toContain('Ida &lt;b&gt;')
})

test('any other address fills in nothing', () => {
  for (const hash of ['', '#', '#email=a', '#password=b', '#top']) {
    expect(credentialsIn(hash)).toBe(null)
  }
})
