import metadata from 'libphonenumber-js/metadata.min.json'

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

const heading = `/**
 * Countries and territories (ISO 3166-1) and their calling codes (ITU-T E.164), by code; where several share
 * one, the main country of its numbering plan is first. Names come from the browser.
 * Generated from libphonenumber-js by tests/features/make-dial-table.ts: do not edit.
 */
export const callingCodes: Readonly<Record<string, string>> = {
`

/** The dial table's text for src/lib: every country that Intl can name. */
export const dialTableSource = (): string => {
  const rows = Object.entries(metadata.country_calling_codes)
    .flatMap(([code, countries]) => countries.map(iso => ({ code, iso })))
    .filter(({ iso }) => names.of(iso) !== undefined)
    .map(({ code, iso }) => `  ${iso}: '${code}',\n`)
  return `${heading}${rows.join('')}}\n`
}
