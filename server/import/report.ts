/** What became of one thing that the source said. */
export interface ReportLine {
  /** The field's or group's name; '' for the form as a whole. */
  readonly name: string
  readonly outcome: 'translated' | 'simplified' | 'left out'
  readonly what: string
}

/** The lines to print: how many of each, and then those that ask for a look; all of them where wanted. */
export const reportToLines = (
  lines: readonly ReportLine[],
  isWhole: boolean,
): readonly string[] => {
  const count = (outcome: ReportLine['outcome']) =>
    lines.filter(line => line.outcome === outcome).length
  const shown = lines.filter(({ outcome }) => isWhole || outcome !== 'translated')
  return [
    `  ${count('translated')} rules translated, ${count('simplified')} things simplified, ${count('left out')} left out.`,
    ...shown.map(
      ({ name, outcome, what }) => `  ${outcome}: ${name === '' ? '' : `${name}: `}${what}`,
    ),
  ]
}
