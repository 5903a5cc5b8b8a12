import { openMarkIn } from '../build/words.ts'
import { readEntities } from '../cases/entities-sheet.ts'
import { ImportProblem, type SourceForm, type Written } from '../source.ts'
import { listOf, readLists } from './choices.ts'
import { languageTag } from './languages.ts'
import { withoutKoboGroups } from './kobo-rows.ts'
import { withoutLoops } from './loop-rows.ts'
import { flagRule } from './spellings.ts'
import { isText, SurveyReader } from './survey-reader.ts'
import type { Sheet } from './workbook.ts'

const mainLanguageOf = (setting: string | undefined, survey: Sheet): string => {
  if (setting !== undefined) return languageTag(setting)
  const first = survey.columns.find(({ name }) => name.startsWith('label::'))
  return first === undefined ? '' : languageTag(first.name.slice('label::'.length))
}

/** Marks of answers within texts that never end: the surveyor would read the name of a question. */
const openMarks = (sheet: Sheet | undefined): readonly string[] =>
  (sheet?.rows ?? []).flatMap(({ cells }) =>
    [...cells].flatMap(([column, cell]) => {
      const mark = isText(column) ? openMarkIn(cell.text) : null
      return mark === null ? [] : [`${cell.place}: "${mark}" has no "}" that ends it.`]
    }),
  )

/** The first cell that reads the interview's own id, which no row defines. */
const readingOfId = (
  survey: Sheet,
  others: readonly ReadonlyMap<string, Written>[],
): Written | null => {
  if (survey.rows.some(({ cells }) => cells.get('name')?.text === 'instanceID')) return null
  const all = [...survey.rows.map(row => row.cells), ...others]
  const cells = all.flatMap(one => [...one.values()])
  return cells.find(({ text }) => /\binstanceID\b/.test(text)) ?? null
}

const usedSettings: ReadonlySet<string> = new Set([
  'form_title',
  'form_id',
  'id_string',
  'default_language',
  'allow_choice_duplicates',
  'version',
  'instance_name',
  // The name of the root in an XForm, which the paths of a workbook need not know.
  'name',
])

/** Reads the sheets of an XLSForm. Throws ImportProblem with all problems. */
export const readSurvey = (
  sheets: ReadonlyMap<string, Sheet>,
  fallbackId: string,
  leaveOutBroken: boolean,
): SourceForm => {
  const survey = sheets.get('survey')
  if (survey === undefined) throw new ImportProblem(['The workbook has no sheet "survey".'])
  for (const column of ['type', 'name']) {
    if (!survey.columns.some(({ name }) => name === column)) {
      throw new ImportProblem([`The sheet "${survey.name}" has no column "${column}".`])
    }
  }
  const settings = sheets.get('settings')?.rows[0]?.cells ?? new Map<string, Written>()
  const main = mainLanguageOf(settings.get('default_language')?.text, survey)
  const mayRepeat = flagRule(settings.get('allow_choice_duplicates') ?? null)?.text === 'true()'
  const choices = readLists(sheets.get('choices'), main, mayRepeat)
  const external = readLists(sheets.get('external_choices'), main, true)
  const reader = new SurveyReader(main, choices, external, leaveOutBroken)
  const loops = withoutLoops(survey.rows, choices.byName)
  const { rows, problems: koboProblems } = withoutKoboGroups(loops.rows, choices.byName)
  for (const row of rows) reader.read(row)
  reader.end()
  const entities = readEntities(sheets.get('entities'), reader.items)
  const problems = [
    ...choices.problems,
    ...external.problems,
    ...loops.problems,
    ...koboProblems,
    ...reader.problems,
    ...entities.problems,
    ...['survey', 'choices'].flatMap(sheet => openMarks(sheets.get(sheet))),
  ]
  if (problems.length > 0) throw new ImportProblem(problems)
  const id = (settings.get('form_id') ?? settings.get('id_string'))?.text ?? fallbackId
  return {
    id,
    title: settings.get('form_title')?.text ?? id,
    root: '',
    version: settings.get('version')?.text ?? '',
    instanceName: settings.get('instance_name') ?? null,
    readsId: readingOfId(survey, [
      settings,
      ...(sheets.get('entities')?.rows ?? []).map(row => row.cells),
    ]),
    items: reader.items,
    cases: entities.cases,
    lists: new Map([...choices.byName].map(([name, options]) => [name, () => listOf(options)])),
    files: reader.files,
    leftOut: [
      ...reader.leftOut,
      ...choices.leftOut,
      ...external.leftOut,
      ...entities.leftOut,
      ...[...settings]
        .filter(([name]) => !usedSettings.has(name))
        .map(([name, { text, place }]) => `${place}: the setting ${name} "${text}"`),
      ...[...sheets.values()]
        .filter(({ name }) => !/^(survey|choices|settings|external_choices|entities)$/i.test(name))
        .map(({ name }) => `the sheet "${name}"`),
    ],
  }
}
