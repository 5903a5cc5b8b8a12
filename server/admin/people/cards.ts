import { encodeQR } from 'qr'

/** A person who signs in for the first time. */
export interface NewPerson {
  readonly email: string
  readonly name: string
  readonly password: string
}

const htmlSigns: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const html = (text: string): string => text.replaceAll(/[&<>"]/g, sign => htmlSigns[sign] ?? sign)

/**
 * The address that fills in the login. The part after the # stays in the browser, so it is never in a request or a log.
 */
export const loginLink = (publicUrl: string, { email, password }: NewPerson): string =>
  `${publicUrl}/login#${new URLSearchParams({ email, password }).toString()}`

/** A card to print: the address, the temporary password, and both as a QR code. */
export const cardOf = (publicUrl: string, person: NewPerson): string => `<section>
  <div>${encodeQR(loginLink(publicUrl, person), 'svg')}</div>
  <dl>
    <dt>${html(person.name)}</dt>
    <dd>${html(publicUrl)}</dd>
    <dd>${html(person.email)}</dd>
    <dd><code>${html(person.password)}</code></dd>
  </dl>
</section>
`

const style = `
  body { font: 12pt sans-serif; margin: 1cm }
  section { break-inside: avoid; display: flex; align-items: center; border: 1px dashed; padding: 5mm; margin-bottom: 5mm }
  svg { width: 4cm; height: 4cm }
  dl { margin: 0 0 0 8mm }
  dt { font-weight: bold }
  dd { margin: 2mm 0 0 }`

/** The beginning of a page of cards. It needs no end, so that it is whole after each card that is added to it. */
export const cardsHead = `<!doctype html>
<meta charset="utf-8">
<title>Sign-in cards</title>
<style>${style}
</style>
`
