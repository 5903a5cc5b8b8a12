import type { Answer } from '../../collections/schemas/submissions.ts'
import type { FormDefinition } from '../../replication/wire/forms.ts'
import type { CellOptions, CellRow } from '../../server/export/cells.ts'
import { columnsOf } from '../../server/export/columns.ts'
import { submissionHeads } from '../../server/export/heads.ts'
import { createShownLabels } from '../../server/export/shown-labels.ts'
import { tablesOf, type Table } from '../../server/export/tables.ts'
import type { ExportedRow } from '../../server/store/export.ts'
import type { Interview } from '../../src/features/fill/interview/interview-shape.ts'
import {
  sectionTitle,
  spokenChoice,
  spokenOptions,
  spokenText,
} from '../../src/features/fill/texts/spoken.ts'
import type { CompiledField, FormLists } from '../../src/form/definition/compiled-form.ts'

/* An export of an interview as it would be sent now, compared with what its screen shows. */

const plain: CellOptions = { hasLabels: false, isSplit: false, hasNumbers: false, isWkt: false }

const sentAnswer = ({ logic, answers }: Interview, field: CompiledField): Answer =>
  logic.isVisible(field) ? answers.get(field) : ''

/** The submission as the store has it. */
const rowOf = (interview: Interview): ExportedRow => ({
  user_id: 'u',
  id: 's',
  email: '',
  surveyor_name: '',
  sent_created_at: '2026-11-20T09:30:00.000Z',
  received_at: new Date(0),
  updated_at: new Date(0),
  started_at: null,
  definition_hash: null,
  latitude: null,
  longitude: null,
  accuracy: null,
  located_after: null,
  hints: null,
  clock_offset: null,
  address: null,
  answers: interview.form.fields.flatMap(field => {
    const answer = sentAnswer(interview, field)
    if (answer.length === 0) return []
    const { fieldId, occurrence } = field
    const isList = typeof answer !== 'string'
    const value = isList ? JSON.stringify(answer) : answer
    return { form_field_id: fieldId, occurrence, value, is_list: isList }
  }),
  files: [],
})

const rowsIn = async (table: Table): Promise<readonly CellRow[]> => {
  const rows: CellRow[] = []
  for await (const batch of table.rows()) rows.push(...batch)
  return rows
}

/** The cells of all tables, by field and occurrence: `age#1` for the second one. */
const cellsIn = async (tables: readonly Table[]): Promise<ReadonlyMap<string, unknown>> => {
  const cells = new Map<string, unknown>()
  for (const table of tables.filter(({ name }) => name !== 'codebook')) {
    const at = table.heads.indexOf('occurrence')
    for (const row of await rowsIn(table)) {
      const occurrence = table.name === '' ? 0 : Number(row[at]) - 1
      for (const [place, head] of table.heads.entries()) {
        cells.set(`${head.replace(/^answer\./, '')}#${occurrence}`, row[place])
      }
    }
  }
  return cells
}

/** What the screen shows of an answer: the labels of what is chosen, or what was typed. */
const shownAnswer = (interview: Interview, field: CompiledField): string => {
  const answer = sentAnswer(interview, field)
  const labels = spokenChoice(interview, field, answer)
  return [answer]
    .flat()
    .map(value => labels.find(option => option.value === value)?.label ?? value)
    .join('; ')
}

const bare = (text: string): string => text.replaceAll(/\s+/g, '')

/** Whether a text of the codebook, which names columns for answers, is the one that the screen shows. */
const isText = (named: string, shown: string): boolean => {
  const parts = bare(named).split(/<[^<>]*>/)
  const pattern = parts.map(part => part.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`))
  return new RegExp(`^${pattern.join('[^]*')}$`).test(bare(shown))
}

/** The codebook's texts by column, `form` for the heading of its section, and by column and code. */
const codebookOf = async (tables: readonly Table[]): Promise<ReadonlyMap<string, string>> => {
  const [codebook] = tables.filter(({ name }) => name === 'codebook')
  const rows = codebook === undefined ? [] : await rowsIn(codebook)
  const texts = new Map<string, string>()
  for (const [, column, label, code, , section] of rows) {
    const id = String(column).replace(/^answer\./, '')
    texts.set(code === null ? id : `${id} = ${String(code)}`, String(label))
    if (code === null) texts.set(`the section of ${id}`, String(section))
  }
  return texts
}

/** The texts that the screen shows now, by their keys in the codebook. */
const textsOn = (interview: Interview): readonly (readonly [key: string, text: string])[] =>
  interview.form.sections.flatMap(section =>
    section.fields
      .filter(({ type }) => type !== 'NOTE')
      .flatMap((field): readonly (readonly [string, string])[] => {
        const isListed = field.logic?.options_from !== undefined || field.type === 'RANGE'
        const options = isListed ? [] : interview.logic.options(field)
        return [
          [field.fieldId, spokenText(interview, field, field.label)],
          ...spokenOptions(interview, field, options).map(
            ({ value, label }) => [`${field.fieldId} = ${value}`, label] as const,
          ),
          ...(section.occurrence === null && section.continues === null
            ? [[`the section of ${field.fieldId}`, sectionTitle(interview, section)] as const]
            : []),
        ]
      }),
  )

/**
 * Makes the comparison of a form's interviews with their exports: of the answers as stored, of their labels, and of the
 * codebook. It returns what is different, each with what the screen shows.
 */
export const createExportCheck = ({ sections }: FormDefinition, lists: FormLists) => {
  const versions = [{ number: 1, sections }]
  const versionOf = () => 1
  const language = null
  const taken = new Set([...Object.keys(submissionHeads), 'occurrence', 'repeats'])
  const columns = columnsOf({ versions, answered: [], language, taken, lists })
  const labelsIn = createShownLabels({ versions, versionOf, lists, language })
  return async (interview: Interview): Promise<readonly string[]> => {
    const row = rowOf(interview)
    const tablesWith = (given: typeof labelsIn | null) =>
      tablesOf(
        columns,
        {
          async *rows() {
            yield [row]
          },
          async *deleted() {
            yield []
          },
        },
        { ...plain, versionOf, labelsIn: given, nameFile: () => '' },
        false,
      )
    const worded = tablesWith(labelsIn)
    const [stored, labels] = [await cellsIn(tablesWith(null)), await cellsIn(worded)]
    const differences: string[] = []
    const same = (what: string, cell: unknown, wanted: string) => {
      if ((cell ?? '') !== wanted)
        differences.push(`${what} is exported as ${String(cell)}, not ${wanted}`)
    }
    for (const field of interview.form.fields.filter(({ type }) => type !== 'NOTE')) {
      const slot = `${field.fieldId}#${field.occurrence}`
      same(slot, stored.get(slot), [sentAnswer(interview, field)].flat().join('; '))
      // The screen has no more than one space between words.
      const shown = shownAnswer(interview, field)
      const label = String(labels.get(slot) ?? '')
      if (bare(label) !== bare(shown)) same(`the label of ${slot}`, label, shown)
    }
    const codebook = await codebookOf(worded)
    for (const [key, text] of textsOn(interview)) {
      const named = codebook.get(key)
      if (named === undefined || !isText(named, text)) {
        differences.push(`${key} is "${text}", in the codebook "${named}"`)
      }
    }
    return differences
  }
}
