import type { Sheet } from './sheet/workbook.ts'
import { ImportProblem, type Written } from './source.ts'
import { elementsOf, type Element } from './xform/xml.ts'

/* The public key by which the author of a form wants its answers encrypted. */

/** The key in a workbook's settings; null when there is none. */
export const keyInSheets = (sheets: ReadonlyMap<string, Sheet>): Written | null =>
  [...(sheets.get('settings')?.rows[0]?.cells ?? [])].find(([name]) =>
    /^(base64_?rsa_?)?public_?key$/i.test(name),
  )?.[1] ?? null

/** The key in the `submission` of an XForm's model; null when there is none. */
export const keyInXForm = (html: Element): Written | null =>
  elementsOf(html, 'head')
    .flatMap(head => elementsOf(head, 'model'))
    .flatMap(model => elementsOf(model, 'submission'))
    .flatMap(({ attributes, place }) =>
      Object.entries(attributes)
        .filter(([name, key]) => /(^|:)base64RsaPublicKey$/i.test(name) && key.trim() !== '')
        .map(([, text]) => ({ text, place })),
    )[0] ?? null

/** The problem of a form that asks for its answers to be encrypted, until the administrator accepts that they are not. */
export class KeyProblem extends ImportProblem {}

/** Throws KeyProblem for a form with a key, unless the administrator accepts that answers are not encrypted. */
export const checkKey = (key: Written | null, isAccepted: boolean): void => {
  if (key === null || isAccepted) return
  throw new KeyProblem([
    `${key.place}: the form asks for its answers to be encrypted for a public key, but the server stores them readable.`,
  ])
}
