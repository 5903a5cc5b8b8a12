/** The outcome for one thing in the source. */
export interface ReportLine {
  /** The field's or group's name; '' for the form as a whole. */
  readonly name: string
  readonly outcome: 'translated' | 'simplified' | 'left out'
  readonly what: string
}

/** Splits a line into its cell or line number and its text; the place is '' where a line has none. */
export const splitLine = (what: string): { readonly place: string; readonly text: string } => {
  const found =
    /^((?:[^\s!:]+![A-Z]*\d+|line \d+, column \d+)(?:, character \d+)?): ([\s\S]*)$/.exec(what)
  return { place: found?.[1] ?? '', text: found?.[2] ?? what }
}

/** Beyond this number, names are only counted. */
const maxNames = 5

/** Merges equal lines about several fields into one line with the fields' names. */
const summaryOf = (lines: readonly ReportLine[]): readonly string[] => {
  const alike = new Map<string, ReportLine[]>()
  for (const line of lines) {
    const { text } = splitLine(line.what)
    const members = alike.get(text) ?? []
    alike.set(text, [...members, line])
  }
  return [...alike].map(([text, members]) => {
    const [first, ...others] = members
    if (first === undefined || others.length === 0) return wholeLine(first)
    const names = members.map(({ name, what }) => name || splitLine(what).place)
    const shown = names.slice(0, maxNames).join(', ')
    const rest = names.length > maxNames ? `, and ${names.length - maxNames} more` : ''
    return `  ${first.outcome}: ${text} (${names.length} times: ${shown}${rest})`
  })
}

const wholeLine = (line: ReportLine | undefined): string =>
  line === undefined
    ? ''
    : `  ${line.outcome}: ${line.name === '' ? '' : `${line.name}: `}${line.what}`

/**
 * The lines to print: the number of each outcome; what is missing or works differently, equal lines merged; and
 * optionally every single line with its place.
 */
export const reportToLines = (
  lines: readonly ReportLine[],
  isWhole: boolean,
): readonly string[] => {
  const of = (outcome: ReportLine['outcome']) => lines.filter(line => line.outcome === outcome)
  const [translated, simplified, leftOut] = [of('translated'), of('simplified'), of('left out')]
  return [
    `  ${translated.length} rules translated, ${simplified.length} things simplified, ${leftOut.length} left out.`,
    ...summaryOf(leftOut),
    ...summaryOf(simplified),
    ...(isWhole ? ['  All of it:', ...lines.map(wholeLine)] : []),
  ]
}
