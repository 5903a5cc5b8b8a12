import type { Rule } from '../../../replication/wire/logic.ts'
import type { ReportLine } from '../report.ts'
import type { Written } from '../source.ts'
import type { Outcome } from '../xpath/translate.ts'

/** Collects the outcomes of translations for the report, and the problems that refuse the form. */
export const createOutcomes = (leaveOutBroken: boolean) => {
  const lines: ReportLine[] = []
  const problems: string[] = []

  const note = (
    name: string,
    what: string,
    written: Written,
    result: Outcome<{ readonly rule: Rule }>,
  ): Rule | null => noted(name, what, written, result)?.rule ?? null

  const noted = <Made>(
    name: string,
    what: string,
    written: Written,
    result: Outcome<Made>,
  ): Made | null => {
    const prefix = `${written.place}: ${what}`
    switch (result.kind) {
      case 'translated':
        lines.push({ name, outcome: 'translated', what: `${prefix} "${written.text}"` })
        for (const how of result.simplified) {
          lines.push({ name, outcome: 'simplified', what: `${prefix}: ${how}` })
        }
        return result
      case 'left-out':
        lines.push({
          name,
          outcome: 'left out',
          what: `${prefix} "${written.text}": ${result.reason}`,
        })
        return null
      case 'malformed': {
        const problem = `${written.place}, character ${result.at + 1}: ${result.message}, in ${what} "${written.text}".`
        if (leaveOutBroken) lines.push({ name, outcome: 'left out', what: problem })
        else problems.push(problem)
        return null
      }
    }
  }

  return { note, noted, lines, problems }
}
